/** The command lines of the guides work; pages.test.ts sees that none is forgotten. */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { partOf } from '../../lanes/thorough.js';
import { allBlocks, isReference, isRun } from './pages.js';
import { describeBlocks, play } from './play-pages.js';
import { openStudio, type Studio } from './studio.js';

const blocks = (await allBlocks()).filter((block) => isRun(block) && !isReference(block));
const pages = partOf([...new Set(blocks.map(({ page }) => page))], 4);
const chosen = blocks.filter(({ page }) => pages.includes(page));

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(chosen);
}, 300_000);
afterAll(async () => studio?.[Symbol.asyncDispose]());

for (const page of pages)
  describeBlocks(
    page,
    chosen.filter((block) => block.page === page),
    () => studio,
  );

test('a command that fails is found', async () => {
  const folder = await studio.project('none');
  await writeFile(path.join(folder, 'a.yaml'), 'kind: Nothing');

  await expect(play(studio, folder, [], ['kbts import a.yaml'])).rejects.toThrow(/project-missing/);
  await expect(play(studio, folder, [], ['kbts run'])).rejects.toThrow(/project-missing/);
});
