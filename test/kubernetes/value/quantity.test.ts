import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseQuantity } from '../../../src/kubernetes/value/quantity.js';

test.each([
  ['1Gi', 2 ** 30],
  ['1500m', 1.5],
  ['2e3', 2000],
  ['-0.5', -0.5],
  ['10k', 10_000],
])('%s is %d', (text, expected) => {
  expect(parseQuantity(text)?.asNumber()).toBe(expected);
});

test.each(['', 'x', '1Zi', '1.2.3', '--1'])('%j is no quantity', (text) => {
  expect(parseQuantity(text)).toBeUndefined();
});

test('adds and compares exactly', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e9 }), fc.integer({ min: 0, max: 1e9 }), (left, right) => {
      const sum = parseQuantity(`${left}m`)!.plus(parseQuantity(`${right}m`)!);
      expect(sum.compare(parseQuantity(`${left + right}m`)!)).toBe(0);
    }),
  );
});

test.each([
  ['0.5', '500m'],
  ['1000m', '1'],
  ['1024Mi', '1Gi'],
  ['1500Mi', '1500Mi'],
  ['1e3', '1e3'],
  ['100000', '100k'],
  ['0', '0'],
  ['512', '512'],
])('%s is written as %s', (text, expected) => {
  expect(parseQuantity(text)?.toString()).toBe(expected);
});

test('the canonical form means the same', () => {
  const suffix = fc.constantFrom('', 'm', 'k', 'M', 'Ki', 'Mi', 'Gi', 'e3');
  fc.assert(
    fc.property(fc.nat(1_000_000), suffix, (amount, unit) => {
      const quantity = parseQuantity(`${amount}${unit}`)!;
      expect(parseQuantity(quantity.toString())?.compare(quantity)).toBe(0);
    }),
  );
});
