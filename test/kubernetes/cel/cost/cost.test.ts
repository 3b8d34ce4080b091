import { expect, test } from 'vitest';
import { checkTypes } from '../../../../src/kubernetes/cel/check/check.js';
import { listOf, STRING } from '../../../../src/kubernetes/cel/check/types.js';
import { estimateCost } from '../../../../src/kubernetes/cel/cost/cost.js';
import { parseCel } from '../../../../src/kubernetes/cel/syntax/parse.js';

/** A list of ten strings of 100 characters. */
const sizes = (path: readonly string[]): { min: number; max: number } | undefined =>
  path.length === 0 ? undefined : { min: 0, max: path.length === 1 ? 10 : 100 };
const cost = (text: string): number => estimateCost(checkTypes(parseCel(text), { list: listOf(STRING) }), sizes).max;

test('macros cost as often as there are items', () => {
  const once = cost("list[0] == 'a'");

  expect(once).toBe(3);
  expect(cost("list.all(x, x == 'a')")).toBe(2 + 10 * (1 + 2 + 2));
  expect(cost('list.all(x, list.all(y, x == y))')).toBeGreaterThan(10 * 10 * 10);
});

test('the dearer branch counts', () => {
  expect(cost("list.size() == 1 ? list[0] == 'a' : list.all(x, x.matches('a'))")).toBe(
    cost('list.size() == 1') + cost("list.all(x, x.matches('a'))"),
  );
});

test('what is not known is endless', () => {
  expect(cost("list.map(x, x).join().matches('a')")).toBeGreaterThan(1e15);
});
