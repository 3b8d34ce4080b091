import { expect, test } from 'vitest';
import { requestUrl } from '../../src/runtime/request-url.js';

test.each([
  ['/metrics', '/metrics'],
  ['/healthz/../metrics?seconds=3', '/metrics'],
  ['http://elsewhere/metrics', '/metrics'],
  ['*', '/*'],
  [undefined, '/'],
])('%s asks for %s', (url, path) => {
  expect(requestUrl({ url })?.pathname).toBe(path);
});

test.each(['//', '///', 'http://', 'http://[', '//:80/metrics'])('%s asks for nothing', (url) => {
  expect(requestUrl({ url })).toBeUndefined();
});
