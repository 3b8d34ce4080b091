import { expect, test } from 'vitest';
import type { Cache } from '../../../src/runtime/cache/cache.js';
import type { InformerHealth } from '../../../src/runtime/cache/informers/informer.js';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { cacheCheck } from '../../../src/runtime/manager/cache-check.js';

const informer = (more: Partial<InformerHealth>): InformerHealth => ({
  kind: 'Pod',
  apiVersion: 'v1',
  namespaces: [],
  state: 'synced',
  objects: 0,
  ...more,
});
const check = (...health: InformerHealth[]) => cacheCheck(() => [{ cache: { health } as unknown as Cache }]);
const error = (code: number) => new ApiError({ code, message: 'no' });

test.each([
  ['filled', informer({}), true],
  ['still listing', informer({ state: 'syncing' }), false],
  ['refused from the start', informer({ state: 'failing', lastError: error(403) }), false],
  ['cut off after it was filled', informer({ state: 'failing', silentMs: 5, lastError: error(503) }), true],
  ['of a kind that is not installed', informer({ state: 'failing', lastError: error(404) }), true],
])('§1.7.7 a manager whose cache is %s is ready: %s', (_name, health, isReady) => {
  if (isReady) expect(check(health)).not.toThrow();
  else expect(check(health)).toThrow('waiting for the caches of Pod');
});

test('an informer that only a read has started does not count', () => {
  expect(check(informer({ state: 'failing', lastError: error(403), isOnlyRead: true }))).not.toThrow();
});

test('what comes after everything was filled once does not count', () => {
  const health = [informer({})];
  const later = check(...health);
  const cache = { health } as unknown as Cache;
  const checks = cacheCheck(() => [{ cache }]);
  void checks();
  health.push(informer({ kind: 'Secret', state: 'failing', lastError: error(403) }));

  expect(checks).not.toThrow();
  expect(later).not.toThrow();
});

test('that nothing is cached before the start does not make what comes count less', () => {
  const health: InformerHealth[] = [];
  const cache = { health } as unknown as Cache;
  const checks = cacheCheck(() => [{ cache }]);
  void checks();
  health.push(informer({ state: 'syncing' }));

  expect(checks).toThrow('waiting for the caches of Pod');
});
