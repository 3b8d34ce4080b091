import { expect, test } from 'vitest';
import { isFormatValid } from '../../../src/kubernetes/format/formats.js';

test.each([
  ['date', '2026-11-16', 'tomorrow'],
  ['date-time', '2026-11-16T09:00:00Z', '2026-11-16'],
  ['ipv4', '10.0.0.1', '10.0.0'],
  ['ipv4', '010.0.0.1', '256.0.0.1'],
  ['ipv6', '::1', '10.0.0.1'],
  ['cidr', 'fd00::/8', 'fd00::/129'],
  ['mac', '0123.4567.89ab', '01:23'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123'],
  ['byte', 'aGk=', '%%%'],
  ['byte', 'aGkh', ''],
  ['uri', '/path', 'example.com'],
  ['uri', 'http://[::1]:80/', 'http://[::1/'],
  ['email', 'Jo Doe <jo@example.com>', 'jo@'],
  ['hostname', 'a-b.example', '-a.example'],
  ['duration', '3 days', '3 fortnights'],
  ['isbn', '978-0321751041', '978-0321751042'],
  ['creditcard', '4111 1111 1111 1111', '4111 1111 1111 1112'],
  ['k8s-short-name', 'my-name', 'My-name'],
])('%s takes %j and not %j', (format, good, bad) => {
  expect([isFormatValid(format, good), isFormatValid(format, bad)]).toEqual([true, false]);
});

test('formats that the API server does not know mean nothing', () => {
  expect(isFormatValid('colour', 'anything')).toBe(true);
  expect(isFormatValid('constructor', 'anything')).toBe(true);
});
