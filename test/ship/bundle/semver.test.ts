import { expect, test } from 'vitest';
import { compareSemver, isVersionRange, parseSemver, type SemanticVersion } from '../../../src/ship/bundle/semver.js';

test('versions are in the order of semver.org', () => {
  const ordered = [
    '1.0.0-alpha',
    '1.0.0-alpha.1',
    '1.0.0-alpha.beta',
    '1.0.0-beta',
    '1.0.0-beta.2',
    '1.0.0-beta.11',
    '1.0.0-rc.1',
    '1.0.0',
    '1.0.1',
    '1.10.0',
    '2.0.0',
  ];
  const parsed = ordered.toReversed().map((text) => [text, parseSemver(text) as SemanticVersion] as const);
  expect(parsed.sort(([, a], [, b]) => compareSemver(a, b)).map(([text]) => text)).toEqual(ordered);
});

test.each([
  '1',
  '1.2',
  'v1.2.3',
  '01.2.3',
  '1.2.3-',
  '1.2.3-01',
  '1.2.3+',
  '1.2.3-a..b',
  '1.2.18446744073709551616',
  '',
])('%j is not a version', (text) => {
  expect(parseSemver(text)).toBeUndefined();
});

test.each(['0.0.0', '1.2.3-rc.1+build.5', '1.2.3-0a', '1.2.18446744073709551615'])('%j is a version', (text) => {
  expect(parseSemver(text)).toBeDefined();
});

test.each([
  '>=1.0.0 <1.2.0',
  '<1.0.0 || >2.0.0',
  '>= 1.0.0',
  '1.2.3',
  '==1.0.0',
  '!=1.0.0',
  '1.x',
  '>1.2.x',
  '<2.0.0-rc.1',
])('%j is a range', (text) => {
  expect(isVersionRange(text)).toBe(true);
});

test.each([
  '',
  'nonsense',
  '>=1.0',
  '^1.2.3',
  '~1.2.3',
  '*',
  '=>1.0.0',
  '>v1.0.0',
  '>1.0.0 <',
  '>=1.0.0,<2.0.0',
  '1.0.0 || ',
  '1.0.0 - 2.0.0',
])('%j is not a range', (text) => {
  expect(isVersionRange(text)).toBe(false);
});
