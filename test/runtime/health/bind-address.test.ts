import { expect, test } from 'vitest';
import { parseBindAddress } from '../../../src/runtime/health/bind-address.js';

test.each([
  [':8081', { port: 8081 }],
  ['127.0.0.1:0', { host: '127.0.0.1', port: 0 }],
  ['[::1]:8443', { host: '::1', port: 8443 }],
  ['localhost:80', { host: 'localhost', port: 80 }],
  ['0', undefined],
  ['', undefined],
])('%s → %j', (text, expected) => {
  expect(parseBindAddress(text)).toEqual(expected);
});

test.each(['8081', ':99999', ':x', '::1:80', 'host:'])('%s is refused with an example', (text) => {
  expect(() => parseBindAddress(text)).toThrow(/is not an address to listen on; use the form :8081/);
});
