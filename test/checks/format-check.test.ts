import { expect, test } from 'vitest';
import { lacksFormat } from '../../src/checks/format-check.js';

test.each([
  ['date', '2026-11-16', 'tomorrow'],
  ['date-time', '2026-11-16T09:00:00Z', '2026-11-16'],
  ['ipv4', '10.0.0.1', '10.0.0'],
  ['ipv6', '::1', '10.0.0.1'],
  ['uuid', '123e4567-e89b-12d3-a456-426614174000', '123'],
  ['byte', 'aGk=', '%%%'],
])('%s takes %s and not %s', (format, good, bad) => {
  expect([lacksFormat(good, format), lacksFormat(bad, format)]).toEqual([false, true]);
});

test('formats that the API server does not know mean nothing', () => {
  expect(lacksFormat('anything', 'colour')).toBe(false);
  expect(lacksFormat('anything', 'constructor')).toBe(false);
});
