import { expect, test } from 'vitest';
import { Lexer, MarkerSyntaxError, unquote } from '../../src/markers/lexer.js';

test.each([
  ['abc', 'identifier'],
  ['ünï_1', 'identifier'],
  ['12', 'int'],
  ['0x1F', 'int'],
  ['1.5', 'float'],
  ['.5', 'float'],
  ['1e3', 'float'],
  ['"a b"', 'string'],
  ['`a"b`', 'raw'],
  [';', 'char'],
  ['', 'end'],
])('%s is of kind %s', (text, kind) => {
  expect(new Lexer(text).next()).toMatchObject({ kind, text });
});

test.each([
  [String.raw`"a\n\t\\\"\x41\u00e9\101"`, 'a\n\t\\"AéA'],
  ['`a\\d`', 'a\\d'],
])('%s reads as its text', (text, expected) => {
  expect(unquote(new Lexer(text).next())).toBe(expected);
});

test.each([['"open'], ['`open'], ['087'], ['"a\nb"']])('%s is refused', (text) => {
  expect(() => new Lexer(text).next()).toThrow(MarkerSyntaxError);
});

test('an unknown escape says how to write a pattern', () => {
  expect(() => unquote(new Lexer(String.raw`"\d"`).next())).toThrow(/backticks/);
});
