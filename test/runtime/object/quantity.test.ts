import { expect, test } from 'vitest';
import { quantity } from '../../../src/runtime/object/quantity.js';

test.each([
  ['256Mi', '64Mi', '320Mi'],
  ['1', '500m', '1500m'],
  ['0', '1Gi', '1Gi'],
  ['1Gi', '-1Gi', '0'],
])('%s plus %s is %s', (left, right, sum) => {
  expect(quantity(left).plus(right).toString()).toBe(sum);
});

test('compares across notations, with strings, numbers and integers', () => {
  expect(quantity('1Ki').equals(1024)).toBe(true);
  expect(quantity('0.1').isLessThan('101m')).toBe(true);
  expect(quantity('2').isGreaterThan(1n)).toBe(true);
  expect(['1Gi', '1M', '500m'].sort((a, b) => quantity(a).compare(b))).toEqual(['500m', '1M', '1Gi']);
});

test('multiplies, rounds and converts', () => {
  expect(quantity('100m').times(3).toString()).toBe('300m');
  expect(quantity('1500m').toInteger()).toBe(2n);
  expect(quantity('-1500m').toInteger()).toBe(-2n);
  expect(quantity('1.5').toMillis()).toBe(1500n);
  expect(quantity('1.2Gi').roundedUp().toNumber()).toBe(1_288_490_189);
  expect(quantity('2').minus('3').sign).toBe(-1);
  expect(JSON.stringify({ cpu: quantity('0.5') })).toBe('{"cpu":"500m"}');
});

test('says what a quantity looks like when it gets something else', () => {
  expect(() => quantity('1.5x')).toThrow(RangeError);
  expect(() => quantity('')).toThrow('500m, 1.5 or 2Gi');
  expect(() => quantity(Number.NaN)).toThrow(RangeError);
});
