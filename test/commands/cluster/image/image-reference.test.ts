import { expect, test } from 'vitest';
import { parseImage } from '../../../../src/commands/cluster/image/image-reference.js';

const digest = `sha256:${'a1'.repeat(32)}`;

test.each([
  ['controller', { name: 'controller' }],
  ['controller:latest', { name: 'controller', tag: 'latest' }],
  ['ghcr.io/acme/guestbook:v1.0.0', { name: 'ghcr.io/acme/guestbook', tag: 'v1.0.0' }],
  ['localhost:5000/a/b_c:x', { name: 'localhost:5000/a/b_c', tag: 'x' }],
  ['Registry.example.com/a', { name: 'Registry.example.com/a' }],
  [`r.io/a@${digest}`, { name: 'r.io/a', digest }],
  [`r.io/a:v1@${digest}`, { name: 'r.io/a', tag: 'v1', digest }],
])('%s', (image, parts) => {
  expect(parseImage(image)).toEqual({ tag: undefined, digest: undefined, ...parts });
});

test.each([
  '',
  'Upper/Case:x',
  'a b',
  'a:',
  'a:b:c',
  'a@sha256:xyz',
  '-a',
  'a/../b',
  '$(id)',
  'a;b',
  `a:${'x'.repeat(129)}`,
])('refuses "%s"', (image) => {
  expect(() => parseImage(image)).toThrow(expect.objectContaining({ code: 'flag-invalid' }));
});
