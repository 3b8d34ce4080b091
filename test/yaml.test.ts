import { expect, test } from 'vitest';
import { fromYaml, isTooDeep, parseAllDocuments, parseDocument, toYaml } from '../src/yaml.js';

test('values survive the way to text and back', () => {
  const value = { a: 'yes', b: '1', c: [true, null, 1.5], d: { e: 'long '.repeat(60) }, f: 'on: x' };

  expect(fromYaml(toYaml(value))).toEqual(value);
});

test('long text stays on one line', () => {
  expect(
    toYaml({ a: 'x '.repeat(100) })
      .trim()
      .split('\n'),
  ).toHaveLength(1);
});

test('syntax errors are thrown', () => {
  expect(() => fromYaml('a: [')).toThrow();
});

test.each([
  '',
  'a: [[1]]',
  'pattern: "[a-z]"\n'.repeat(10_000),
  `${'- '.repeat(50)}a`,
  `a: ${'-'.repeat(5000)}`,
  'x'.repeat(9000),
])('an ordinary text is not too deep (%#)', (text) => {
  expect(isTooDeep(text)).toBe(false);
});

test.each(['['.repeat(300), `a: ${'{a: '.repeat(300)}`, '- '.repeat(300), '? '.repeat(300), `${' '.repeat(1200)}a: 1`])(
  'a text that would end the process is too deep (%#)',
  (text) => {
    expect(isTooDeep(text)).toBe(true);
  },
);

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
