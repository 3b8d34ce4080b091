import { expect, test } from 'vitest';
import { fromYaml, parseAllDocuments, parseDocument, toYaml } from '../src/yaml.js';

test('values survive the way to text and back', () => {
  const value = { a: 'yes', b: '1', c: [true, null, 1.5], d: { e: 'long '.repeat(60) }, f: 'on: x' };

  expect(fromYaml(toYaml(value))).toEqual(value);
});

test.each(['yes', 'off', 'y', '1_000', '0b11', '0x_1f', '1:20', '<<', '2001-01-01', '0o17', '017', '1e3', '~'])(
  'the string %s is one for Kubernetes as well, which reads YAML 1.1',
  (word) => {
    expect(toYaml({ a: word, [word]: 'a' })).toBe(`a: "${word}"\n"${word}": a\n`);
  },
);

test('characters that would end a line, or be refused, are escaped', () => {
  const value = { a: 'x\u2028y\u0085', '\ufeffb': ['\u007f', 'é 🚀'] };
  expect(toYaml(value)).toBe('a: "x\\u2028y\\u0085"\n"\\ufeffb":\n  - "\\u007f"\n  - é 🚀\n');
  expect(fromYaml(toYaml(value))).toEqual(value);
});

test('long text stays on one line', () => {
  expect(
    toYaml({ a: 'x '.repeat(100) })
      .trim()
      .split('\n'),
  ).toHaveLength(1);
});

test('a key that comes twice is named with its place', () => {
  expect(() => fromYaml('a:\n  b: 1\n  b: 2\n')).toThrow('the key b is there twice at line 3, column 3');
});

test('syntax errors are thrown', () => {
  expect(() => fromYaml('a: [')).toThrow();
});

test.each([
  ['deep nesting', '['.repeat(100_000)],
  ['deep block lists', '- '.repeat(50_000)],
  ['aliases that multiply', `a: &a [x, x, x, x, x, x, x, x, x, x]\n${multiplied(12)}`],
  ['an alias of itself', 'a: &a [*a]\nb: *missing\n'],
])('%s are an error of the document, not of the program', (_, text) => {
  expect(parseDocument(text).errors).not.toEqual([]);
  expect(parseAllDocuments(text).flatMap(({ errors }) => errors)).not.toEqual([]);
  expect(() => fromYaml(text)).toThrow();
});

function multiplied(levels: number): string {
  return Array.from(
    { length: levels },
    (_, level) =>
      `${'b'.repeat(level + 1)}: &${'b'.repeat(level + 1)} [${`*${level === 0 ? 'a' : 'b'.repeat(level)}, `.repeat(9)}1]\n`,
  ).join('');
}
