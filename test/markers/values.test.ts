import { expect, test } from 'vitest';
import type { ArgumentType } from '../../src/markers/definition.js';
import { Lexer } from '../../src/markers/lexer.js';
import { parseValue } from '../../src/markers/values.js';

const parse = (text: string, type: ArgumentType = 'any') => parseValue(new Lexer(text), type);

test.each<[string, unknown]>([
  ['1', 1],
  ['-1', -1],
  ['1.5', 1.5],
  ['-1.5', -1.5],
  ['010', 10],
  ['true', true],
  ['bare text', 'bare text'],
  ['"1"', '1'],
  ['`a;b`', 'a;b'],
  ['100Mi', '100Mi'],
  ['2024-01-15', '2024-01-15'],
  ['087b', '087b'],
  ['a:b', 'a:b'],
  ['null', 'null'],
  ["'q'", "'q'"],
  ['a;b;c', ['a', 'b', 'c']],
  ['1;2', [1, 2]],
  ['{a, b}', ['a', 'b']],
  ['{1,2,}', [1, 2]],
  ['{}', {}],
  ['{a: 1, "b c": {d: true}}', { a: 1, 'b c': { d: true } }],
  ['{a: x, b: -1}', { a: 'x', b: -1 }],
  ['{a: x;y, b: 1}', { a: ['x', 'y'], b: 1 }],
  ['{{x: 1},{x: 2}}', [{ x: 1 }, { x: 2 }]],
  ['9007199254740993', 9_007_199_254_740_993n],
  ['{__proto__: 1}', Object.fromEntries([['__proto__', 1]])],
])('any: %s', (text, expected) => {
  expect(parse(text)).toEqual(expected);
});

test.each<[string, ArgumentType]>([
  ['1.5', 'int'],
  ['0x10', 'int'],
  ['x', 'number'],
  ['yes', 'bool'],
  ['', 'string'],
  [',a', 'string'],
  ['{a', { slice: 'string' }],
  ['{a: 1', { map: 'any' }],
  ['1e999', 'number'],
])('%s is refused as %j', (text, type) => {
  expect(() => parse(text, type)).toThrow();
});

test.each([
  ['-1.5', -1.5],
  ['-0x10', -16],
  ['2.5e3', 2500],
])('number: %s', (text, expected) => {
  expect(parse(text, 'number')).toBe(expected);
});

test.each(['{', '{a: ', '{{a: '])('braces that never end are refused after a hundred levels: %s', (open) => {
  expect(() => parse(open.repeat(5_000))).toThrow('braces are nested deeper than 100 levels');
});
