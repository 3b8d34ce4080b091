import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { BodyWeight } from '../../../../src/runtime/webhook/limits/body-weight.js';

const weigh = (text: string): number => new BodyWeight().add(Buffer.from(text));

test('what becomes large weighs more than what stays small', () => {
  expect(weigh(`"${'x'.repeat(300)}"`)).toBe(302 * 4);
  expect(weigh('{},'.repeat(100))).toBe(300 * 4 + 100 * 250);
  expect(weigh('1234567890123456,"1234567890123456"')).toBe(35 * 4 + 50 + 400);
  expect(weigh('"a":1,'.repeat(50))).toBe(300 * 4 + 50 * 250);
});

test('signs inside strings weigh nothing, also after escaped quotes', () => {
  expect(weigh('"[{:,\\"[{:,\\\\"')).toBe(14 * 4);
  expect(weigh('"\\\\",')).toBe(5 * 4 + 50);
});

test('a body weighs the same however it is cut', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.json(),
        fc.array(fc.bigInt()).map((list) => `[${list.join(',')}]`),
      ),
      fc.array(fc.nat(50)),
      (json, cuts) => {
        const body = Buffer.from(json);
        const weight = new BodyWeight();
        let sum = 0;
        let start = 0;
        for (const length of [...cuts, body.length]) {
          sum += weight.add(body.subarray(start, start + length));
          start += length;
        }
        expect(sum).toBe(weigh(json));
      },
    ),
  );
});
