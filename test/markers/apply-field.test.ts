import { expect, test } from 'vitest';
import { oneOfRule } from '../../src/markers/apply-field.js';

test.each([
  [['a', 'b'], '==', '(has(self.a)?1:0)+(has(self.b)?1:0) == 1'],
  [['a', 'b'], '<=', '(has(self.a)?1:0)+(has(self.b)?1:0) <= 1'],
  [['a', 'my-b'], '>=', 'has(self.a)||has(self.my__dash__b)'],
])('%j %s', (names, operator, rule) => {
  expect(oneOfRule(names, operator)).toBe(rule);
});
