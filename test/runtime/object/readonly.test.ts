import { expect, test } from 'vitest';
import { mutable } from '../../../src/runtime/object/readonly.js';

test('mutable copies all the way down', () => {
  const original = Object.freeze({ a: Object.freeze([Object.freeze({ b: 1 })]), n: null });

  const copy = mutable<{ a: { b: number }[]; n: null }>(original);
  copy.a[0]!.b = 2;

  expect(copy).toEqual({ a: [{ b: 2 }], n: null });
  expect(original.a[0]?.b).toBe(1);
});

test('a key called __proto__ is copied as data', () => {
  const original = JSON.parse('{"annotations":{"__proto__":{"x":1}}}');

  const copy = mutable<typeof original>(original);

  expect(JSON.stringify(copy)).toBe(JSON.stringify(original));
  expect(copy.annotations.x).toBeUndefined();
});
