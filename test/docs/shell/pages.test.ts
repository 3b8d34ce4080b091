/** Every command line of the documentation is run, or has a reason why it is not, or a test that follows its page. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { allBlocks, elsewhere, isRun, notHere, placeOf, setupOf, setups } from './pages.js';

test('every block is run, followed by another test, or has a reason; and no table has a stale entry', async () => {
  const blocks = await allBlocks();
  const places = new Set(blocks.flatMap((block) => [placeOf(block), block.page]));
  const lines = new Set(blocks.flatMap((block) => block.lines));

  expect(blocks.filter((block) => isRun(block) && setupOf(block) === undefined).map(placeOf)).toEqual([]);
  expect([...Object.keys(setups), ...Object.keys(elsewhere)].filter((place) => !places.has(place))).toEqual([]);
  expect(Object.keys(notHere).filter((line) => !lines.has(line))).toEqual([]);
  for (const [place, file] of Object.entries(elsewhere))
    expect(await readFile(file, 'utf8'), `${file} does not read ${place}`).toContain(place.replace(/#.*/, ''));
});
