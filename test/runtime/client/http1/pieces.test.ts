import * as fc from 'fast-check';
import { afterEach, expect, test, vi } from 'vitest';
import { Pieces } from '../../../../src/runtime/client/http1/pieces.js';
import { ResponseBody } from '../../../../src/runtime/client/http1/response-body.js';
import { splitLines } from '../../../../src/runtime/client/watch/line-splitter.js';

afterEach(() => vi.restoreAllMocks());

const failure = (): Error => new Error('too long');
const one = Buffer.from('a');

/** How many buffers the longest list had that was joined. */
function mostJoined(): () => number {
  const concat = vi.spyOn(Buffer, 'concat');
  return () => Math.max(0, ...concat.mock.calls.map(([list]) => list.length));
}

test('all bytes come in order, whatever the sizes of the pieces', () => {
  const sizes = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 0, max: 5000 })), {
    maxLength: 200,
  });
  fc.assert(
    fc.property(fc.array(sizes, { maxLength: 4 }), (rounds) => {
      const pieces = new Pieces();
      let byte = 0;
      for (const round of rounds) {
        const given = round.map((size) => Buffer.alloc(size, byte++ % 251));
        for (const piece of given) pieces.add(piece);
        const all = Buffer.concat(given);

        expect(pieces.bytes).toBe(all.length);
        expect(pieces.take().equals(all)).toBe(true);
        expect(pieces.bytes).toBe(0);
      }
    }),
  );
});

test('one piece is not copied', () => {
  const pieces = new Pieces();
  pieces.add(one);

  expect(pieces.take()).toBe(one);
});

test('pieces of one byte are joined as they come', () => {
  const joined = mostJoined();
  const pieces = new Pieces();
  for (let i = 0; i < 500_000; i++) pieces.add(one);

  expect(pieces.take().length).toBe(500_000);
  expect(joined()).toBeLessThan(50);
});

test('a small piece between large ones takes little', () => {
  const allocate = vi.spyOn(Buffer, 'allocUnsafeSlow');
  const pieces = new Pieces();
  for (let i = 0; i < 100; i++) for (const piece of [Buffer.alloc(4096), one]) pieces.add(piece);

  expect(pieces.take().length).toBe(100 * 4097);
  expect(allocate.mock.calls.reduce((sum, [size]) => sum + size, 0)).toBeLessThan(100 * 4096);
});

test('§4.2.7 a body and a line of a watch that come in pieces of one byte take little more than their bytes', async () => {
  const joined = mostJoined();
  const source = { pause: () => undefined, resume: () => undefined, destroy: () => undefined };
  const body = new ResponseBody(source, undefined, { bytes: 1_000_000, failure });
  const whole = body.whole();
  for (let i = 0; i < 500_000; i++) body.push(one);
  body.end();
  expect((await whole).length).toBe(500_000);

  async function* bytes(): AsyncGenerator<Buffer> {
    for (let i = 0; i < 100_000; i++) yield one;
    yield Buffer.from('\n');
  }
  for await (const lines of splitLines(bytes(), { bytes: 1_000_000, failure })) expect(lines[0]?.length).toBe(100_000);
  expect(joined()).toBeLessThan(50);
});
