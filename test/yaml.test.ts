import { expect, test } from 'vitest';
import { fromYaml, toYaml } from '../src/yaml.js';

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
