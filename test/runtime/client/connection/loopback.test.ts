import { expect, test } from 'vitest';
import { isLoopbackHost } from '../../../../src/runtime/client/connection/loopback.js';

test.each([
  ['localhost', true],
  ['LOCALHOST', true],
  ['127.0.0.1', true],
  ['127.255.0.9', true],
  ['[::1]', true],
  ['::1', true],
  ['127.0.0.1.example.com', false],
  ['127.example.com', false],
  ['localhost.example.com', false],
  ['0.0.0.0', false],
  ['[::]', false],
  ['10.0.0.1', false],
])('%s: %s', (hostname, expected) => {
  expect(isLoopbackHost(hostname)).toBe(expected);
});
