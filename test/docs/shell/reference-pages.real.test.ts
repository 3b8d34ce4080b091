/** The command lines of the reference of commands work; pages.test.ts sees that none is forgotten. */
import { afterAll, beforeAll } from 'vitest';
import { partOf } from '../../lanes/thorough.js';
import { allBlocks, isReference, isRun, placeOf } from './pages.js';
import { describeBlocks } from './play-pages.js';
import { openStudio, type Studio } from './studio.js';

const blocks = (await allBlocks()).filter((block) => isRun(block) && isReference(block));
/** Each heading starts with a project of its own. */
const places = partOf([...new Set(blocks.map(placeOf))], 4);
const chosen = blocks.filter((block) => places.includes(placeOf(block)));

let studio: Studio;
beforeAll(async () => {
  studio = await openStudio(chosen);
}, 300_000);
afterAll(async () => studio?.[Symbol.asyncDispose]());

for (const place of places)
  describeBlocks(
    place,
    chosen.filter((block) => placeOf(block) === place),
    () => studio,
  );
