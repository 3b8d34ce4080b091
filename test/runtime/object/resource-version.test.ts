import { expect, test } from 'vitest';
import {
  compareResourceVersions,
  isComparable,
  newerVersion,
  oldestVersion,
} from '../../../src/kubernetes/version/resource-version.js';

test.each([
  ['9', '10', -1],
  ['10', '9', 1],
  ['123', '123', 0],
  ['99999999999999999999998', '99999999999999999999999', -1],
])('§3.4.6 §17.2.9 %s against %s', (left, right, expected) => {
  expect(Math.sign(compareResourceVersions(left, right))).toBe(expected);
});

test.each([
  ['1', true],
  ['0', false],
  ['', false],
  [undefined, false],
  ['01', false],
  ['1a', false],
])('§3.4.6 %s can be compared: %s', (version, expected) => {
  expect(isComparable(version)).toBe(expected);
});

test.each([
  ['9', '10', '10'],
  ['10', '9', '10'],
  [undefined, '9', '9'],
  ['9', '', '9'],
  ['', '0', undefined],
])('the newer of %s and %s is %s', (left, right, expected) => {
  expect(newerVersion(left, right)).toBe(expected);
});

test('§3.4 the oldest of several, or none when one is not known', () => {
  expect(oldestVersion(['9', '10', '100'])).toBe('9');
  expect(oldestVersion(['9', undefined])).toBeUndefined();
  expect(oldestVersion([])).toBeUndefined();
});
