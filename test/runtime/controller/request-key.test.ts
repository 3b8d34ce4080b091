import { expect, test } from 'vitest';
import { parseRequestKey, requestKey } from '../../../src/runtime/controller/request-key.js';

test.each([
  [{ namespace: 'ns', name: 'a' }, 'ns/a'],
  [{ name: 'a' }, 'a'],
  [{ namespace: 'ns', name: 'a', cluster: 'east' }, 'east#ns/a'],
])('%j ⇄ %s', (request, key) => {
  expect(requestKey(request)).toBe(key);
  expect(parseRequestKey(key)).toEqual(request);
});
