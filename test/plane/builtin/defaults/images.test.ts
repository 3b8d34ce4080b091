import { expect, test } from 'vitest';
import { isLatest } from '../../../../src/plane/builtin/defaults/images.js';

const digest = `sha256:${'a'.repeat(64)}`;

test.each([
  'nginx',
  'nginx:latest',
  'library/nginx',
  'registry.example.com:5000/team/app',
  'localhost/app:latest',
  'Host/app',
  `nginx:latest@${digest}`,
  'x'.repeat(247),
])('%j is pulled each time', (image) => {
  expect(isLatest(image)).toBe(true);
});

test.each([
  '',
  'nginx:1.29',
  `nginx@${digest}`,
  'nginx@sha256:short',
  '../up',
  '..:latest',
  'Nginx:latest',
  'a b:latest',
  'nginx:la test',
  '-a.example.com/app',
  'app//x',
  'a'.repeat(64),
  'x'.repeat(248),
  `example.com/${'x'.repeat(256)}`,
])('%j is not', (image) => {
  expect(isLatest(image)).toBe(false);
});
