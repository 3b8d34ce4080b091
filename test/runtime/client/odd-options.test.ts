/** Options that would widen a request are refused before anything is sent. */
import { beforeEach, expect, expectTypeOf, test } from 'vitest';
import { Secret } from '../../../src/k8s/core/v1/index.js';
import { CachedClient } from '../../../src/runtime/cache/cached-client.js';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import type { Client, DeleteAllOptions, DeleteOptions, KindRef } from '../../../src/runtime/client/client.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { InvalidCallError, isUnsent } from '../../../src/runtime/object/invalid-call.js';
import { fakeTransport } from './fake-api.js';

const place = { kind: Secret, namespace: 'a', name: 'b' } as const;
const uid = '4d0e';

let transport: ReturnType<typeof fakeTransport>;
let client: Client;

beforeEach(() => {
  transport = fakeTransport(() => ({ body: { kind: 'Status', metadata: {}, items: [] } }));
  client = createClient({ transport });
});

async function refused(call: () => unknown): Promise<void> {
  const error: unknown = await (async () => call())().catch((reason: unknown) => reason);

  expect(transport.requests).toEqual([]);
  expect(isUnsent(error), String(error)).toBe(true);
}

test.each<[string, object]>([
  ['no selector', {}],
  ['undefined labels', { labels: undefined }],
  ['null labels', { labels: null }],
  ['empty labels', { labels: {} }],
  ['an empty label text', { labels: '' }],
  ['a blank label text', { labels: ' ' }],
  ['empty matchLabels', { labels: { matchLabels: {} } }],
  ['undefined matchLabels', { labels: { matchLabels: undefined } }],
  ['empty matchExpressions', { labels: { matchExpressions: [] } }],
  ['undefined fields', { fields: undefined }],
  ['empty fields', { fields: {} }],
  ['an empty field text', { fields: '' }],
  ['a field text of commas', { fields: ' , ' }],
  ['labels beside undefined fields', { labels: { app: 'a' }, fields: undefined }],
  ['fields beside empty labels', { labels: {}, fields: { 'metadata.name': 'a' } }],
  ['all: false', { all: false }],
  ['all: "true"', { all: 'true' }],
  ['all beside a selector', { all: true, labels: { app: 'a' } }],
  ['an undefined label value', { labels: { app: undefined } }],
  ['a label value that is a number', { labels: { app: 5 } }],
  [
    'an undefined value in a list',
    { labels: { matchExpressions: [{ key: 'app', operator: 'In', values: [undefined] }] } },
  ],
  ['an undefined key', { labels: { matchExpressions: [{ key: undefined, operator: 'Exists' }] } }],
  ['a label value with a comma', { labels: { app: 'a,b=c' } }],
  ['a label key with an operator', { labels: { 'app in (a)': '' } }],
  ['an unknown selector field', { labels: { matchLabels: { app: 'a' }, app: 'b' } }],
  ['an undefined field value', { fields: { 'metadata.name': undefined } }],
])('§4.2.3 deleteAllOf with %s is refused', async (_, options) => {
  await refused(() => client.deleteAllOf(Secret, { namespace: 'a', ...options } as DeleteAllOptions));
});

test('§4.2.3 deleteAllOf deletes everything only when it is told to', async () => {
  await client.deleteAllOf(Secret, { namespace: 'a', all: true });
  await client.deleteAllOf(Secret, { namespace: 'a', labels: { app: 'a' } });

  expect(transport.requests.map(({ path }) => path)).toEqual([
    '/api/v1/namespaces/a/secrets',
    '/api/v1/namespaces/a/secrets?labelSelector=app%3Da',
  ]);
});

test.each<[string, unknown]>([
  ['undefined', undefined],
  ['null', null],
  ['empty', {}],
  ['an undefined uid', { uid: undefined }],
  ['a null uid', { uid: null }],
  ['an empty uid', { uid: '' }],
  ['an undefined version', { uid, resourceVersion: undefined }],
  ['a version that is a number', { resourceVersion: 5 }],
  ['a misspelled uid', { UID: uid }],
])('preconditions that are %s are refused, as the delete would be unconditional', async (_, preconditions) => {
  await refused(() => client.delete(place, { preconditions } as DeleteOptions));
});

test.each(['All', 1, 'false', null])('dryRun: %j is refused, as it would write', async (dryRun) => {
  const options = { dryRun } as unknown as DeleteOptions;

  await refused(() => client.delete(place, options));
  await refused(() => client.create(new Secret({ metadata: { namespace: 'a', name: 'b' } }), options));
  await refused(() => client.with(options));
});

test('a client does not lose its namespace, its owner or its dry run to an undefined default', async () => {
  const dry = client.with({ dryRun: true, namespace: 'a' });

  await refused(() => dry.with({ namespace: undefined }));
  await refused(() => dry.with({ namespace: '' }));
  await refused(() => dry.with({ owner: undefined }));
  await dry.with({ dryRun: undefined }).delete({ kind: Secret, name: 'b' });

  expect(transport.requests[0]?.path).toBe('/api/v1/namespaces/a/secrets/b');
  expect(transport.requests[0]?.body).toContain('"dryRun":["All"]');
});

test.each([Number.NaN, -1, '5'])('timeoutMs: %j is refused, as it would be no limit', async (timeoutMs) => {
  await refused(() => client.get(Secret, place, { timeoutMs: timeoutMs as number }));
});

test('a timeout beyond the range of timers is no limit, not an immediate end', async () => {
  await client.get(Secret, place, { timeoutMs: Number.POSITIVE_INFINITY });

  expect(transport.requests).toHaveLength(1);
});

test.each([undefined, null, ['status'], 'a//b', 'a/.', 'a/../b'])('the subresource %j is refused', async (name) => {
  await refused(() => client.subresource(name as string));
});

test.each([{ limit: Number.NaN }, { limit: null }, { continue: {} }, { resourceVersion: [] }])(
  'a list with %j is refused',
  async (options) => {
    await refused(() => client.list(Secret, options as object));
  },
);

test('a refused call leaves no doubt about what the cache shows', async () => {
  await using cache = new InformerCache({ transport, mapper: client.mapper });
  const cached = new CachedClient(client, cache);
  const doubts = () =>
    cache
      .partitionsOf(Secret.gvk, 'a')
      .flatMap(({ ownWrites }) => ownWrites.uncertain.in({ namespace: 'a' }, undefined));
  cache.start();
  await cache.informer(Secret);
  transport.requests.length = 0;

  await expect(cached.update({ ...new Secret({ metadata: { namespace: 'a' } }) })).rejects.toThrow(InvalidCallError);
  await expect(cached.deleteAllOf(Secret, { namespace: 'a' } as never)).rejects.toThrow(InvalidCallError);

  expect(doubts()).toEqual([]);
});

test('types refuse a name, a precondition and a selector that may be undefined', () => {
  type Maybe = string | undefined;
  expectTypeOf<{ kind: typeof Secret; name: Maybe }>().not.toExtend<KindRef<Secret>>();
  expectTypeOf<{ preconditions: { uid: Maybe } }>().not.toExtend<DeleteOptions>();
  expectTypeOf<{ preconditions: { uid: string } }>().toExtend<DeleteOptions>();
  expectTypeOf<{ namespace: string }>().not.toExtend<DeleteAllOptions>();
  expectTypeOf<{ labels: Maybe }>().not.toExtend<DeleteAllOptions>();
  expectTypeOf<{ labels: { app: Maybe } }>().not.toExtend<DeleteAllOptions>();
  expectTypeOf<{ all: boolean }>().not.toExtend<DeleteAllOptions>();
  expectTypeOf<{ all: true; labels: string }>().not.toExtend<DeleteAllOptions>();
});
