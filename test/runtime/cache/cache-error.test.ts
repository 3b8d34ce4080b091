import { expect, test } from 'vitest';
import { ApiError, NoKindMatchError } from '../../../src/runtime/client/requests/api-error.js';
import { CacheNotStartedError, CacheSyncError, NotCachedError } from '../../../src/runtime/cache/cache-error.js';

const gvk = { group: 'example.com', version: 'v1', kind: 'Thing' };
const api = (code: number, message: string) => new ApiError({ code, message });

/** As the API server refuses a ServiceAccount. */
const refusal = 'things is forbidden: User "system:serviceaccount:a:b" cannot watch resource "things" in API group "x"';

test.each([
  // The marker in the message is the advice.
  [api(403, refusal), /API group "x"[^;]*$/],
  [api(403, 'forbidden'), /not filled: forbidden; allow get, list and watch on Thing in the role/],
  [api(404, 'not found'), /not found; if Thing is a custom resource, install its CRD/],
  [new NoKindMatchError(gvk, 'https://s'), /install its CRD first$/],
  [api(500, 'etcd'), /not filled: etcd$/],
  [undefined, /the API server has not answered yet$/],
  ['text', /not filled: text$/],
])('§3.8 %s leads to %s', (cause, message) => {
  expect(new CacheSyncError(gvk, cause).message).toMatch(message);
});

test('says what to do in place of a read that cannot be', () => {
  expect(new CacheNotStartedError(gvk).message).toContain('client.live');
  expect(new NotCachedError(gvk).message).toContain("{ source: 'live' }");
});
