import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { GatheredBody } from '../../../../src/runtime/webhook/limits/gathered-body.js';

test('has all bytes in order, and announces every growth', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 9_000 }), { maxLength: 8 }), (chunks) => {
      const body = new GatheredBody();
      let capacity = 0;
      for (const chunk of chunks) {
        capacity += body.growth(chunk.length);
        body.add(chunk);
        expect(body.growth(0)).toBe(0);
        expect(capacity).toBeLessThanOrEqual(Math.max(4_096, 2 * body.size));
      }
      expect(body.bytes()).toEqual(Buffer.concat(chunks));
    }),
  );
});

test('is no larger than what was announced', () => {
  const body = new GatheredBody(5_000);
  expect(body.growth(1)).toBe(4_096);
  body.add(Buffer.alloc(1));
  expect(body.growth(4_999)).toBe(904);
});

test('pieces of one byte take one byte each', () => {
  const body = new GatheredBody();
  for (let index = 0; index < 5_000; index++) body.add(Buffer.from('x'));
  expect([body.size, body.bytes().buffer.byteLength]).toEqual([5_000, 8_192]);
});

test('its head is a copy, so that the rest can be forgotten', () => {
  const body = new GatheredBody();
  body.add(Buffer.from('abcdef'));
  const head = body.head(3);
  body.clear();

  expect([head.toString(), head.buffer === body.bytes().buffer, body.size]).toEqual(['abc', false, 0]);
});
