/** Every command line of the documentation is run, or has a reason why it is not, or a test that follows its page. */
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allPages } from '../markdown.js';
import { type ShellBlock, shellBlocksOf } from './blocks.js';
import { elsewhere, notHere, reasonFor, setupOf, setups, untilStopped } from './pages.js';
import { openStudio, type Studio } from './studio.js';

const blocks = (await Promise.all((await allPages()).map(shellBlocksOf))).flat();
const placeOf = ({ page, anchor }: ShellBlock): string => `${page}#${anchor}`;
const isElsewhere = (block: ShellBlock): boolean =>
  setups[placeOf(block)] === undefined && (placeOf(block) in elsewhere || block.page in elsewhere);
const isRun = (block: ShellBlock): boolean =>
  !isElsewhere(block) && block.lines.some((line) => reasonFor(line) === undefined);
const pages = [...new Set(blocks.filter(isRun).map(({ page }) => page))];

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio();
}, 300_000);
afterAll(async () => studio?.[Symbol.asyncDispose]());

test('every block is run, followed by another test, or has a reason; and no table has a stale entry', async () => {
  const places = new Set(blocks.flatMap((block) => [placeOf(block), block.page]));
  const lines = new Set(blocks.flatMap((block) => block.lines));

  expect(blocks.filter((block) => isRun(block) && setupOf(block) === undefined).map(placeOf)).toEqual([]);
  expect([...Object.keys(setups), ...Object.keys(elsewhere)].filter((place) => !places.has(place))).toEqual([]);
  expect(Object.keys(notHere).filter((line) => !lines.has(line))).toEqual([]);
  for (const [place, file] of Object.entries(elsewhere))
    expect(await readFile(file, 'utf8'), `${file} does not read ${place}`).toContain(place.replace(/#.*/, ''));
});

describe.each(pages)('%s', (page) => {
  const own = blocks.filter((block) => block.page === page && isRun(block));
  let folder: string | undefined;

  test.each(own.map((block) => ({ block, title: `${block.anchor}: ${block.lines.join('; ')}` })))(
    '$title',
    { timeout: 300_000 },
    async ({ block }) => {
      const { project, before = [], after = [], isChoice } = setupOf(block) ?? {};
      const runs = block.lines.filter((line) => reasonFor(line) === undefined);
      const choices = isChoice ? runs.map((line) => [line]) : [runs];
      for (const lines of choices) {
        // Blocks after the first go on where that one ended, unless their own heading says otherwise.
        const isNew = isChoice || folder === undefined || setups[placeOf(block)]?.project !== undefined;
        if (isNew) folder = await studio.project(project ?? 'none');
        folder = await play(folder ?? '', isNew || setups[placeOf(block)] ? before : [], lines, project);
        const isLast = own.findLast((one) => placeOf(one) === placeOf(block)) === block;
        if (after.length > 0 && isLast) await play(folder, after, []);
      }
    },
  );
});

const shown = new Set<string>();

/** Runs lines in a folder; returns the folder in which the reader is then. */
async function play(
  folder: string,
  before: readonly string[],
  lines: readonly string[],
  project = 'none',
): Promise<string> {
  const terminal = studio.terminal(folder);
  let failed: string[] = [];
  try {
    for (const line of [...before, ...lines]) {
      const endless = untilStopped.find((one) => one.line.test(line));
      if (endless && !before.includes(line)) {
        // The same command in an equal project shows nothing new.
        const name = `${project} ${line.replace(/^npx /, '')}`;
        if (project === 'guestbook' && shown.has(name)) continue;
        shown.add(name);
        // The next one is for a second terminal, unless it needs the same ports and CRDs.
        expect(await terminal.stop()).toEqual([]);
        await terminal.start(line, endless.sign);
        continue;
      }
      const { code, output } = await terminal.run(line);
      if (code !== 0) throw new Error(`$ ${line}\n${output}`);
    }
  } finally {
    failed = await terminal.stop();
  }
  expect(failed).toEqual([]);
  return terminal.folder();
}

test('a command that fails is found', async () => {
  const folder = await studio.project('none');
  await writeFile(path.join(folder, 'a.yaml'), 'kind: Nothing');

  await expect(play(folder, [], ['kbts import a.yaml'])).rejects.toThrow(/project-missing/);
  await expect(play(folder, [], ['kbts run'])).rejects.toThrow(/project-missing/);
});
