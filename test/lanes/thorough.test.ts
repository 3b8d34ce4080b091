import { afterEach, expect, test, vi } from 'vitest';
import { partNumber } from './part.js';
import type * as Thorough from './thorough.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function lane(env: Readonly<Record<string, string>>): Promise<typeof Thorough> {
  for (const name of ['KBTS_PART', 'KBTS_THOROUGH', 'KBTS_SLICE']) vi.stubEnv(name, env[name]);
  vi.resetModules();
  return import('./thorough.js');
}

const items = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];

test('another part number selects other items, and all part numbers together select everything', async () => {
  const selected = [];
  for (const part of ['6', '7', '8']) selected.push((await lane({ KBTS_PART: part })).partOf(items, 3));

  expect(selected).toEqual([
    ['a', 'd', 'g'],
    ['b', 'e'],
    ['c', 'f'],
  ]);
});

test('a thorough run selects everything, and its slices together select everything once', async () => {
  expect((await lane({ KBTS_PART: '1', KBTS_THOROUGH: '1' })).partOf(items, 3)).toEqual(items);

  const slices = [];
  for (const slice of ['0/2', '1/2']) {
    const { partOf, roundsOf } = await lane({ KBTS_PART: '1', KBTS_THOROUGH: '1', KBTS_SLICE: slice });
    slices.push(...partOf(items, 3));
    expect(roundsOf('KBTS_UNSET', 100, 5)).toBe(50);
  }
  expect(slices.toSorted()).toEqual(items);
});

test.each(['2/2', 'x', '-1/2', '1/0'])('the slice %s is an error', async (slice) => {
  await expect(lane({ KBTS_SLICE: slice })).rejects.toThrow('invalid KBTS_SLICE');
});

test('the part number comes from KBTS_PART, or else from the commit', () => {
  expect(partNumber('12')).toBe(12);
  expect(partNumber(undefined)).toBe(partNumber(''));
  expect(() => partNumber('a')).toThrow('invalid KBTS_PART');
});
