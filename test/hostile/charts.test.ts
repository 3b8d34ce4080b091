/** A chart that came with a repository: its record and values may say anything; nothing but a clear error comes of it. */
import { expect, test } from 'vitest';
import { decideTemplate, hashOf, mergeValues, readRecord, ValuesProblem } from '../../src/ship/chart/kept-edits.js';
import type { JsonMap } from '../../src/ship/json.js';
import { processorMs } from './growth.js';
import { randomOf, spoiled, spoiledText } from './random-inputs.js';

const RUNS = 500;
const MOST_MS = 100;
const generated: JsonMap = {
  manager: { replicas: 1, image: { repository: 'a', tag: 'v1' }, resources: { limits: { cpu: '500m' } }, args: [] },
  crd: { enabled: true, keep: true },
  metrics: { enabled: true, certManager: { enabled: false } },
};
const files = { 'templates/a.yaml': hashOf('a'), '../../outside': hashOf('b'), '/etc/passwd': hashOf('c') };

/** Inputs that ended in anything but a result or a `ValuesProblem`, or took too long. */
async function judge(make: (random: () => number) => string, take: (text: string) => unknown): Promise<string[]> {
  const found: string[] = [];
  for (let seed = 1; seed <= RUNS; seed++) {
    const text = make(randomOf(seed));
    const run = (): void => {
      try {
        take(text);
      } catch (error) {
        if (!(error instanceof ValuesProblem)) found.push(`seed ${seed}: ${String(error)}`);
      }
    };
    let ms = await processorMs(run);
    for (let chance = 0; chance < 3 && ms >= MOST_MS; chance++) ms = Math.min(ms, await processorMs(run));
    if (ms >= MOST_MS) found.push(`seed ${seed}: ${Math.round(ms)} ms`);
  }
  return found;
}

const spoiledJson = (value: object) => (random: () => number) =>
  random() < 0.5 ? JSON.stringify(spoiled(value, random) ?? null) : spoiledText(JSON.stringify(value), random);

test('records', async () => {
  const read = (text: string): void => {
    const record = readRecord(text);
    if (record === undefined) return;
    for (const hash of Object.values(record.files)) decideTemplate(undefined, hash, undefined, false);
    mergeValues('manager: { replicas: 2 }\n', record.values, generated, '');
  };
  expect(await judge(spoiledJson({ files, values: generated }), read)).toEqual([]);
  expect(({} as Record<string, unknown>)['manager']).toBeUndefined();
});

test('values', async () => {
  const merge = (text: string): unknown => mergeValues(text, generated, { ...generated, added: true }, '');
  expect(await judge(spoiledJson(generated), merge)).toEqual([]);
});

test('a file that is not in the chart is never deleted, whatever the record says', () => {
  for (const hash of Object.values(files))
    expect(decideTemplate(undefined, hash, undefined, true)).toEqual({ kind: 'keep' });
});
