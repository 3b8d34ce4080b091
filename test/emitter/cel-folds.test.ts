import { expect, test } from 'vitest';
import { estimateCost } from '../../src/emitter/cel-cost.js';
import { isFold } from '../../src/emitter/cel-folds.js';
import { parseCel } from '../../src/emitter/cel-syntax.js';
import { declareType, typeOfKind } from '../../src/emitter/cel-types.js';

const ROOT = declareType({ type: 'array', maxItems: 10, items: { type: 'boolean' } }) ?? typeOfKind('dyn');
const cost = (text: string): number => estimateCost(parseCel(text), ROOT).cost;

test.each([
  ['self.all(x, x)', 1 + 10 * (3 + 1) + 1],
  ['self.exists(x, x)', 1 + 10 * (4 + 1) + 1],
  ['self.exists_one(x, x)', 1 + 10 * (2 + 1) + 2],
  ['self.filter(x, x)', 1 + 11 + 10 * (13 + 1)],
  ['self.map(x, x)', 1 + 11 + 10 * (12 + 1)],
  ['self.map(x, x, x)', 1 + 11 + 10 * (12 + 2)],
  ['self.all(i, x, x)', 1 + 10 * (3 + 1) + 1],
  ['self.transformList(i, x, x)', 1 + 11 + 10 * (12 + 1)],
  ['self.all(x, self.all(y, x && y))', 1 + 10 * (3 + (1 + 10 * (3 + 2) + 1)) + 1],
])('%s costs %i', (text, expected) => {
  expect(cost(text)).toBe(expected);
});

test.each([
  ['self.all(x, x)', true],
  ['self.matches(x)', false],
  ['all(x, x)', false],
  ["self.all('x', x)", false],
])('%s is a macro over items: %s', (text, expected) => {
  const node = parseCel(text);

  expect(node.kind === 'call' && isFold(node)).toBe(expected);
});

test('a name given to a value costs an empty list and both parts', () => {
  expect(cost('cel.bind(x, self, x.size() > 1)')).toBe(10 + 1 + (1 + 1 + 1));
});
