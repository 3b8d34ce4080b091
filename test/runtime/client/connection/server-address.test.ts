import { expect, test } from 'vitest';
import { parseServerAddress } from '../../../../src/runtime/client/connection/server-address.js';

test.each([
  ['https://host', { origin: 'https://host', host: 'host', isTls: true, hostname: 'host', port: 443, basePath: '' }],
  [
    'http://127.0.0.1:8001/',
    {
      origin: 'http://127.0.0.1:8001',
      host: '127.0.0.1:8001',
      isTls: false,
      hostname: '127.0.0.1',
      port: 8001,
      basePath: '',
    },
  ],
  [
    'https://[fd00::1]:6443/k8s/c-1/',
    {
      origin: 'https://[fd00::1]:6443',
      host: '[fd00::1]:6443',
      isTls: true,
      hostname: 'fd00::1',
      port: 6443,
      basePath: '/k8s/c-1',
    },
  ],
])('%s', (server, expected) => {
  expect(parseServerAddress(server)).toEqual(expected);
});

test.each([
  ['https://host:6443//', ''],
  ['https://host:6443/k8s///', '/k8s'],
])('slashes at the end of %s do not become part of paths', (server, basePath) => {
  expect(parseServerAddress(server).basePath).toBe(basePath);
});

test.each(['', 'host:6443', 'ftp://host', '/x'])('%j is refused', (server) => {
  expect(() => parseServerAddress(server)).toThrow('use the form https://host:port');
});
