import { readConfigureGlobal } from 'fast-check';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { seedOf } from './seed.js';

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

test('the seed is the same in every run, or the one that the variable has', () => {
  for (const name of ['KBTS_PLANTED_SEED', 'KBTS_FRESH_SEEDS']) vi.stubEnv(name, undefined);
  expect(seedOf('KBTS_PLANTED_SEED')).toBe(seedOf('KBTS_PLANTED_SEED'));

  vi.stubEnv('KBTS_PLANTED_SEED', '7');
  expect(seedOf('KBTS_PLANTED_SEED')).toBe(7);
});

test('a run that searches on has another seed each time, and prints how to repeat it', () => {
  vi.stubEnv('KBTS_PLANTED_SEED', undefined);
  vi.stubEnv('KBTS_FRESH_SEEDS', '1');
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);

  const [first, second] = [seedOf('KBTS_PLANTED_SEED'), seedOf('KBTS_PLANTED_SEED')];

  expect(first).not.toBe(second);
  expect(log.mock.calls[0]).toEqual([expect.stringContaining(`KBTS_PLANTED_SEED=${first}`)]);
});

test('properties of fast-check have a seed without being given one', () => {
  expect(readConfigureGlobal().seed).toBe(seedOf());
});

test('no test makes a seed of its own', () => {
  const own = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join('test', file.replaceAll('\\', '/')))
    .filter((file) => /\.[cm]?ts$/.test(file) && !/golden\/projects|\/lanes\/seed/.test(file))
    .filter((file) =>
      /seed\w*\s*=[^=\n]*(?:Math\.random|Date\.now|random(?:Int|Bytes))\b/i.test(readFileSync(file, 'utf8')),
    );

  expect(own).toEqual([]);
});
