import { expect, test } from 'vitest';
import { depthCost, sizeOf, traversal } from '../../../../src/kubernetes/cel/meter/measure.js';
import { celValue } from '../../../../src/kubernetes/cel/run/from-json.js';
import { parseCidr, parseIp } from '../../../../src/kubernetes/cel/run/networks.js';

test('strings count characters, networks the bytes of their prefix, and the rest is 1', () => {
  const values = ['', 'aé😀', [1n, 2n], celValue({ a: 1 }), parseIp('::1'), parseCidr('10.0.0.0/9'), 7n, null, true];

  expect(values.map(sizeOf)).toEqual([0, 3, 2, 1, 16, 2, 1, 1, 1]);
});

test('a traversal is rounded up, that of all that is inside is rounded down', () => {
  expect([0, 1, 10, 11].map(traversal)).toEqual([0, 1, 1, 2]);
  expect(depthCost(['a', 'é'.repeat(10), 1n, { a: 1 }])).toBe(0 + 2 + 1 + 1);
  expect(depthCost(celValue({ a: 'x'.repeat(30), b: 2 }))).toBe(3 + 1);
});
