import { describe, expect, test } from 'vitest';
import {
  addressNumber,
  ipFamily,
  isAddress,
  isCanonicalAddress,
  isRange,
  rangeContains,
} from '../../../src/plane/builtin/address-rules.js';

describe('addresses', () => {
  test.each([
    ['10.0.0.1', 4],
    ['010.0.0.1', 4],
    ['::1', 6],
    ['::ffff:10.0.0.1', 4],
    ['10.0.0', undefined],
    ['10.0.0.256', undefined],
    ['fe80::1%eth0', undefined],
    ['', undefined],
  ])('%s is of family %s', (text, family) => {
    expect(ipFamily(text)).toBe(family);
  });

  test.each([
    ['10.0.0.1', []],
    ['010.0.0.1', ['must not have leading 0s']],
    ['::ffff:10.0.0.1', ['must not be an IPv4-mapped IPv6 address']],
    ['x', ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)']],
  ])('%s: %j', (text, problems) => {
    expect(isAddress(text)).toEqual(problems);
  });

  test('have one canonical form', () => {
    expect(isCanonicalAddress('2001:db8::1')).toEqual([]);
    expect(isCanonicalAddress('2001:DB8:0::1')).toEqual(['must be in canonical form ("2001:db8::1")']);
  });

  test('count from the first to the last bit', () => {
    expect(addressNumber('10.0.0.1')).toBe(167_772_161n);
    expect(addressNumber('::1:0')).toBe(65_536n);
    expect(addressNumber('::ffff:1.2.3.4')).toBe(0xffff_0102_0304n);
  });
});

describe('ranges', () => {
  test.each([
    ['10.0.0.0/8', []],
    ['10.0.0.1/8', ['must not have bits set beyond the prefix length']],
    ['10.0.0.0/08', ['must not have leading 0s in IP or prefix length']],
    ['10.0.0.0/33', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
    ['10.0.0.0', ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)']],
    ['fd00::/8', []],
  ])('%s: %j', (text, problems) => {
    expect(isRange(text)).toEqual(problems);
  });

  test('contain what begins with the same bits, in the same family', () => {
    expect(rangeContains('10.0.0.0/8', '10.1.0.0/16')).toBe(true);
    expect(rangeContains('10.0.0.0/8', '11.0.0.0/16')).toBe(false);
    expect(rangeContains('::/0', '10.0.0.1')).toBe(false);
  });
});
