import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitLines } from '../../../../src/runtime/client/watch/line-splitter.js';

async function linesOf(chunks: readonly Buffer[]): Promise<string[]> {
  const lines: string[] = [];
  const source = (async function* () {
    yield* chunks;
  })();
  const failure = (): Error => new Error('too long');
  for await (const batch of splitLines(source, { bytes: 8_000_000, failure })) lines.push(...batch);
  return lines;
}

test('gives the lines that are complete, however the bytes are cut', async () => {
  const line = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n]/g, 'x'));
  await fc.assert(
    fc.asyncProperty(fc.array(line), line, fc.array(fc.nat(200), { maxLength: 8 }), async (lines, rest, cuts) => {
      const bytes = Buffer.from([...lines, rest].join('\n'), 'utf8');
      const at = [...new Set([0, ...cuts.filter((cut) => cut < bytes.length), bytes.length])].sort((a, b) => a - b);
      const chunks = at.slice(1).map((end, index) => bytes.subarray(at[index], end));

      expect(await linesOf(chunks)).toEqual(lines.filter((text) => text !== ''));
    }),
  );
});

test('a line of megabytes in many chunks comes whole', async () => {
  const chunk = Buffer.alloc(64 * 1024, 'a');

  const [line] = await linesOf([...Array.from({ length: 64 }, () => chunk), Buffer.from('b\n')]);

  expect(line?.length).toBe(64 * 64 * 1024 + 1);
});

test('blank lines between events are passed over', async () => {
  expect(await linesOf([Buffer.from('\r\n\n{"a":1}\n')])).toEqual(['{"a":1}']);
});

test('a line that does not end is an error once it is longer than the limit, and many short ones are not', async () => {
  const chunk = Buffer.alloc(1_000_000, 'a');
  const ended = Buffer.concat([chunk, Buffer.from('\n')]);

  await expect(linesOf(Array.from({ length: 9 }, () => chunk))).rejects.toThrow('too long');
  expect(await linesOf(Array.from({ length: 9 }, () => ended))).toHaveLength(9);
});
