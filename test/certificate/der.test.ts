import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { children, integer, octets, oid, sequence, time } from '../../src/certificate/der.js';

describe('DER', () => {
  test.each([
    ['2.5.4.3', '0603550403'],
    ['1.2.840.10045.4.3.2', '06082a8648ce3d040302'],
  ])('encodes object identifier %s', (dotted, hex) => {
    expect(oid(dotted).toString('hex')).toBe(hex);
  });

  test.each([
    ['00', '020100'],
    ['7f', '02017f'],
    ['80', '02020080'],
    ['0000ff', '020200ff'],
  ])('encodes the number 0x%s in the shortest form that is not negative', (bytes, hex) => {
    expect(integer(Buffer.from(bytes, 'hex')).toString('hex')).toBe(hex);
  });

  test('writes years from 2050 with four digits', () => {
    expect(time(new Date('2049-12-31T23:59:59Z')).subarray(2).toString()).toBe('491231235959Z');
    expect(time(new Date('2050-01-01T00:00:00Z')).subarray(2).toString()).toBe('20500101000000Z');
  });

  test('reads back the parts of a sequence, whatever their length', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 70_000 }), { maxLength: 4 }), (parts) => {
        const encoded = parts.map((part) => octets(Buffer.from(part)));

        expect(children(sequence(...encoded))).toEqual(encoded);
      }),
      { numRuns: 50 },
    );
  });

  test('refuses data that is cut off', () => {
    expect(() => children(sequence(octets(Buffer.alloc(300))).subarray(0, 100))).toThrow(RangeError);
  });
});
