import { expect, test } from 'vitest';
import { callCost, operatorCost } from '../../src/emitter/cel-functions.js';
import { type CelKind, typeOfKind } from '../../src/emitter/cel-types.js';

const sized = (kind: CelKind, size: number, more = {}) => ({
  cost: 1,
  type: typeOfKind(kind),
  path: [],
  size,
  ...more,
});
const TEXT = sized('string', 100);

test.each([
  ['==', [TEXT, sized('string', 35)], 2 + 4],
  ['!=', [TEXT, TEXT], 2 + 10],
  ['<', [TEXT, TEXT], 2 + 10],
  ['<', [sized('int', 1), sized('int', 1)], 3],
  ['+', [TEXT, TEXT], 2 + 20],
  ['+', [sized('list', 5), sized('list', 6)], 3],
  ['+', [sized('int', 1), sized('int', 1)], 3],
  ['in', [TEXT, sized('list', 50)], 2 + 50],
  ['in', [TEXT, sized('map', 50)], 3],
  ['&&', [sized('bool', 1), sized('bool', 1)], 2],
  ['!', [sized('bool', 1)], 2],
  ['?:', [sized('bool', 1), sized('int', 1, { cost: 9 }), sized('int', 1, { cost: 4 })], 10],
  ['==', [sized('opaque', 1_000_000), sized('opaque', 1_000_000)], 3],
])('%s with %o costs %i', (operator, parts, expected) => {
  expect(operatorCost(operator, parts).cost).toBe(expected);
});

test.each([
  ['matches', TEXT, [sized('string', 20)], 2 + 11 * 5],
  ['contains', TEXT, [sized('string', 20)], 2 + 10 * 2],
  ['startsWith', TEXT, [sized('string', 20)], 2 + 2],
  ['lowerAscii', TEXT, [], 1 + 10],
  ['split', TEXT, [sized('string', 1)], 2 + 20],
  ['size', TEXT, [], 2],
  ['quantity', undefined, [TEXT], 1 + 10],
  ['sets.equivalent', undefined, [sized('list', 5), sized('list', 6)], 2 + 1 + 60],
  ['dyn', undefined, [TEXT], 2],
] as const)('%s costs %#', (name, target, args, expected) => {
  expect(callCost(name, target, args).cost).toBe(expected);
});

test('sizes go through functions', () => {
  expect(operatorCost('+', [TEXT, TEXT]).size).toBe(200);
  expect(callCost('replace', TEXT, [sized('string', 1, { least: 1 }), sized('string', 3)]).size).toBe(300);
  expect(callCost('replace', TEXT, [sized('string', 3, { least: 3 }), sized('string', 1)]).size).toBe(100);
});

test('an unknown function is a guess', () => {
  expect(callCost('frobnicate', TEXT, []).isGuess).toBe(true);
});
