/** Exact costs are compared with the API server in test/conformance/cel-cost.test.ts; these are the rules behind them. */
import { expect, test } from 'vitest';
import { estimateCost } from '../../src/emitter/cel-cost.js';
import { parseCel } from '../../src/emitter/cel-syntax.js';
import { declareType, typeOfKind } from '../../src/emitter/cel-types.js';

const ROOT = declareType({
  type: 'object',
  properties: {
    n: { type: 'integer' },
    text: { type: 'string', maxLength: 25 },
    long: { type: 'string' },
    list: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 25 } },
    map: { type: 'object', maxProperties: 10, additionalProperties: { type: 'integer' } },
    endless: { type: 'array', items: { type: 'string' } },
  },
});

const cost = (text: string, options = {}) => estimateCost(parseCel(text), ROOT ?? typeOfKind('dyn'), options);

test.each([
  ['true', 0],
  ['self.n > 1', 3],
  ['has(self.text)', 1],
  ["self.text == 'abc'", 3],
  ["self.list[0] == 'a'", 4],
  ["self.map['a'] == 1", 3],
  ['self.list.size() == 1', 4],
  ["['a', 'b'].size() == 1", 12],
  ["{'a': 1}.size() == 1", 32],
])('%s costs %i', (text, expected) => {
  expect(cost(text)).toEqual({ cost: expected, isGuess: false });
});

test('an endless list is told, with its path', () => {
  const seen: string[] = [];

  cost("self.endless.all(x, x == 'a')", { onUnbounded: (path: readonly string[]) => seen.push(path.join('.')) });

  expect(seen).toEqual(['self.endless', 'self.endless.@items']);
});

test('a function that is not known makes a guess of it', () => {
  expect(cost('self.text.frobnicate()').isGuess).toBe(true);
});

test('an optional old value has no known size', () => {
  expect(cost("oldSelf.value().text.matches('a')", { hasOptionalOldSelf: true }).cost).toBeLessThan(10);
  expect(cost("self.?text.value().matches('a')").cost).toBe(Number.POSITIVE_INFINITY);
});
