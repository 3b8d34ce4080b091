import { expect, test } from 'vitest';
import { hashOf, isLicenseExpression, purlOf } from '../../../src/ship/sbom/package-facts.js';

test.each([
  ['kbts', '1.0.0', 'pkg:npm/kbts@1.0.0'],
  ['@scope/name', '1.0.0-rc.1+build', 'pkg:npm/%40scope/name@1.0.0-rc.1%2Bbuild'],
])('%s %s', (name, version, purl) => {
  expect(purlOf({ name, version })).toBe(purl);
});

test('the strongest hash is taken, and nonsense is none', () => {
  expect(hashOf('sha1-AAAA sha256-AAAA sha512-////')).toEqual({ algorithm: 512, hex: 'ffffff' });
  expect([hashOf('sha1-AAAA'), hashOf('nonsense'), hashOf(undefined)]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['MIT', true],
  ['(MIT OR Apache-2.0)', true],
  ['GPL-2.0-only WITH Classpath-exception-2.0', true],
  ['LicenseRef-acme', true],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['(MIT', false],
  ['MIT/X11', false],
  ['', false],
])('%j is an expression: %s', (license, is) => {
  expect(isLicenseExpression(license)).toBe(is);
});
