import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { proxyFromEnvironment } from '../../../../src/runtime/client/connection/proxy-environment.js';

const proxy = 'http://proxy:3128';

test.each([
  ['https://api.example.com:6443', '', proxy],
  ['https://api.example.com', 'example.com', undefined],
  ['https://example.com', 'example.com', undefined],
  ['https://example.com', '.example.com', proxy],
  ['https://api.example.com', '*.example.com', undefined],
  ['https://notexample.com', 'example.com', proxy],
  ['https://api.example.com:6443', 'example.com:443', proxy],
  ['https://api.example.com:6443', 'example.com:6443', undefined],
  ['https://10.1.2.3', '10.0.0.0/8', undefined],
  ['https://11.1.2.3', '10.0.0.0/8', proxy],
  ['https://10.1.2.3', 'a, 10.1.2.3 ', undefined],
  ['https://[fd00::1]:443', 'fd00::/8', undefined],
  ['https://[fd00::1]:443', 'fd00::1', undefined],
  ['https://10.1.2.3', '10.0.0.0/99', proxy],
  ['https://10.1.2.3', '10.0.0.0/abc', proxy],
  ['https://10.1.2.3', '10.0.0.0/', proxy],
  ['https://10.1.2.3', '10.0.0.0/-1', proxy],
  ['https://10.1.2.3', '10.0.0.0/8/8', proxy],
  ['https://10.1.2.3', '/8,://,[,:,10.0.0.0/99,10.0.0.0/8', undefined],
  ['https://[fd00::1]:443', 'fd00::/129', proxy],
  ['https://anything', '*', undefined],
  ['https://localhost:6443', '', undefined],
  ['https://127.0.0.5:6443', '', undefined],
  ['https://[::1]:6443', '', undefined],
])('%s with NO_PROXY=%j: %s', (server, noProxy, expected) => {
  expect(proxyFromEnvironment(server, { HTTPS_PROXY: proxy, NO_PROXY: noProxy })).toBe(expected);
});

test('small letters, a proxy without scheme, and one per protocol', () => {
  expect(proxyFromEnvironment('https://a', { https_proxy: 'p:1' })).toBe('http://p:1');
  expect(proxyFromEnvironment('http://a', { HTTPS_PROXY: 'https://p' })).toBeUndefined();
  expect(proxyFromEnvironment('http://a', { HTTP_PROXY: 'socks5://p' })).toBe('socks5://p');
});

test('no entry of NO_PROXY is an error', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789abcdef.:/[]*,- %'), maxLength: 20 });
  const servers = fc.constantFrom('https://10.1.2.3', 'https://[fd00::1]:443', 'https://api.example.com:6443');
  fc.assert(
    fc.property(servers, text, (server, noProxy) => {
      expect([proxy, undefined]).toContain(proxyFromEnvironment(server, { HTTPS_PROXY: proxy, NO_PROXY: noProxy }));
    }),
    { seed: 1, numRuns: 500 },
  );
});
