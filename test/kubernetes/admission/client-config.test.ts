import { expect, test } from 'vitest';
import { findings } from '../../../src/kubernetes/field.js';
import { webhookService, webhookUrl } from '../../../src/kubernetes/admission/client-config.js';

test.each([
  ['https://host/path', []],
  ['http://host', ["'https' is the only allowed URL scheme"]],
  ['https://me@host', ['user information']],
  ['https://host?a=b', ['query parameters']],
  ['https://host#a', ['fragments']],
  ['https:///path', ['host must be specified']],
])('the URL %s', (url, expected) => {
  const found = findings(url, 'url', webhookUrl);

  expect(found).toHaveLength(expected.length);
  for (const [index, text] of expected.entries()) expect(found[index]?.message).toContain(text);
});

test.each([
  [{ name: 'a', namespace: 'b', port: 443 }, []],
  [{ name: '', namespace: 'b', port: 443 }, ['service.namespace']],
  [{ name: 'a', namespace: 'b', port: 70_000 }, ['service.port']],
  [{ name: 'a', namespace: 'b', port: 1, path: '/a//b' }, ['service.path']],
  [{ name: 'a', namespace: 'b', port: 1, path: '//' }, ['service.path']],
  [{ name: 'a', namespace: 'b', port: 1, path: '/a/' }, []],
])('the service %j', (service, expected) => {
  expect(findings(service, 'service', webhookService).map(({ field }) => field)).toEqual(expected);
});
