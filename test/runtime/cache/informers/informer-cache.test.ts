import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError, ignoreNotFound, is } from '../../../../src/runtime/client/requests/api-error.js';
import {
  CacheNotStartedError,
  CacheSyncError,
  NamespaceNotCachedError,
  NotCachedError,
} from '../../../../src/runtime/cache/cache-error.js';
import { createRestMapper } from '../../../../src/runtime/client/requests/rest-mapper.js';
import type { CacheOptions } from '../../../../src/runtime/cache/cache.js';
import { InformerCache } from '../../../../src/runtime/cache/informers/informer-cache.js';
import { InvalidCallError } from '../../../../src/runtime/object/invalid-call.js';
import { defineKind, dynamicKind, metadataOnly } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { ManualClock, settle } from '../../manual-clock.js';
import type { FakeResource } from '../fake-resource.js';
import { FakeTransport } from '../fake-transport.js';
import { Thing } from '../thing.js';

const Node = defineKind<KubeObject>({ group: '', version: 'v1', kind: 'Node', plural: 'nodes', scope: 'Cluster' });

let transport: FakeTransport;
let things: FakeResource;
let clock: ManualClock;
let cache: InformerCache;

beforeEach(() => {
  transport = new FakeTransport();
  things = transport.of('things');
  clock = new ManualClock();
  cache = make();
});

afterEach(() => cache[Symbol.asyncDispose]());

const make = (options: CacheOptions = {}): InformerCache =>
  new InformerCache({ transport, clock, options, random: () => 0 });
const watches = (): string[] => transport.requests.filter((request) => request.includes('watch=1'));
const names = (list: { readonly items: readonly { readonly metadata: { readonly name?: string } }[] }) =>
  list.items.map(({ metadata }) => metadata.name).sort();

test('§3.8.1 a read before the start is an error that says what to do', async () => {
  await expect(cache.find(Thing, { namespace: 'ns', name: 'a' })).rejects.toThrow(CacheNotStartedError);
});

test('§3.8.2 §3.10.1 the first read of a kind starts its informer and waits for it', async () => {
  things.put('ns/a', { spec: { value: 7 } });
  cache.start();

  const found = await cache.get(Thing, { namespace: 'ns', name: 'a' });

  expect(found.spec?.value).toBe(7);
  expect(await cache.find(Thing, { namespace: 'ns', name: 'b' })).toBeUndefined();
  expect(watches().length).toBe(1);
});

test('§3.8.5 an object that is not there is the not-found error of the API', async () => {
  cache.start();

  const error: unknown = await cache.get(Thing, { namespace: 'ns', name: 'b' }).catch((thrown: unknown) => thrown);

  expect(is.notFound(error)).toBe(true);
  expect(String(error)).toContain('things.example.com "b" not found');
});

test('§3.8.3 with onMissing error a kind without informer is refused', async () => {
  cache = make({ onMissing: 'error' });
  cache.start();

  await expect(cache.list(Thing)).rejects.toThrow(NotCachedError);
});

test('§3.8.4 a read without the right to list fails at once and names kind, cause and remedy', async () => {
  things.outage = new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: 'things is forbidden: User "op" cannot watch',
  });
  cache.start();

  const error: unknown = await cache.find(Thing, { namespace: 'ns', name: 'a' }).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(CacheSyncError);
  expect(String(error)).toMatch(
    /cache of Thing \(example.com\/v1\) is not filled: .*cannot watch; allow get, list and watch on Thing/,
  );
  expect(is.forbidden(error)).toBe(true);
});

test('§3.8 a read of a kind that is not installed fails at once and says so', async () => {
  things.outage = new ApiError({
    code: 404,
    reason: 'NotFound',
    message: 'the server could not find the requested resource',
  });
  cache.start();

  const error: unknown = await cache.list(Thing).catch((reason: unknown) => reason);
  expect(String(error)).toMatch(/does not know kind Thing of example.com\/v1.*install its CRD/);
  expect(is.noMatch(error)).toBe(true);
});

test('§3.8.4 a namespaced object without its namespace is an error, not an absence', async () => {
  things.put('ns/a');
  cache.start();

  await expect(cache.find(Thing, { name: 'a' })).rejects.toThrow(/Thing "a" lives in a namespace; give one/);
});

test('§3.8.4 a missing kind is never taken for a missing object', async () => {
  things.outage = new ApiError({ code: 404, reason: 'NotFound', message: 'the server could not find it' });
  cache.start();

  await expect(ignoreNotFound(cache.get(Thing, { namespace: 'ns', name: 'a' }))).rejects.toThrow(/does not know kind/);
});

test('§3.8.2 a read while the server is down ends after its time with the cause', async () => {
  things.outage = new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'starting up' });
  cache.start();

  const read = cache.list(Thing).catch((thrown: unknown) => thrown);
  await clock.advanceAsync(10_000);

  expect(String(await read)).toMatch(/is not filled after 10 s: starting up/);
});

test('a read whose signal aborts ends with the reason of the signal', async () => {
  things.outage = new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'starting up' });
  cache.start();
  const abort = new AbortController();

  const read = cache.list(Thing, { signal: abort.signal });
  abort.abort(new Error('stop it'));

  await expect(read).rejects.toThrow('stop it');
});

test('§3.7.3 §3.8.7 lists by namespace, labels and limit', async () => {
  things.put('ns/a', {}, { app: 'web' });
  things.put('ns/b', {}, { app: 'db' });
  things.put('other/c', {}, { app: 'web' });
  cache.start();

  expect(names(await cache.list(Thing))).toEqual(['a', 'b', 'c']);
  expect(names(await cache.list(Thing, { namespace: 'ns' }))).toEqual(['a', 'b']);
  expect(names(await cache.list(Thing, { labels: { app: 'web' } }))).toEqual(['a', 'c']);
  const cut = await cache.list(Thing, { limit: 1 });
  expect([cut.items.length, cut.metadata.remainingItemCount]).toEqual([1, (await cache.list(Thing)).items.length - 1]);
  expect((await cache.list(Thing)).kind).toBe('ThingList');
});

test('§3.8.7 lists by fields that are indexed, several at once', async () => {
  things.put('ns/a', { spec: { value: 1 }, status: { value: 1 } });
  things.put('ns/b', { spec: { value: 1 }, status: { value: 2 } });
  cache.index(Thing, 'spec.value', ({ spec }) => [String(spec?.value)]);
  cache.start();
  cache.index(Thing, 'status.value', ({ status }) => [String(status?.value)]);

  expect(names(await cache.list(Thing, { fields: { 'spec.value': '1' } }))).toEqual(['a', 'b']);
  expect(names(await cache.list(Thing, { fields: 'spec.value=1,status.value=2' }))).toEqual(['b']);
  expect(names(await cache.list(Thing, { index: { name: 'status.value', value: '1' } }))).toEqual(['a']);
  expect(names(await cache.list(Thing, { fields: { 'metadata.name': 'b' } }))).toEqual(['b']);
  expect(names(await cache.list(Thing, { fields: { 'spec.value': '1' }, namespace: 'other' }))).toEqual([]);
});

test('§3.4.4 an index may be added when the informer runs, and keeps up with changes', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  cache.start();
  await cache.list(Thing);

  cache.index(Thing, 'value', ({ spec }) => [String(spec?.value)]);
  things.put('ns/a', { spec: { value: 2 } });
  await settle();

  expect(names(await cache.list(Thing, { index: { name: 'value', value: '1' } }))).toEqual([]);
  expect(names(await cache.list(Thing, { index: { name: 'value', value: '2' } }))).toEqual(['a']);
});

test('§3.8.9 the same index twice is an error', () => {
  cache.index(Thing, 'value', () => []);

  expect(() => cache.index(Thing, 'value', () => [])).toThrow(/registered twice/);
});

test('§3.4.2 an index function that throws leaves the object out of the index and nothing else', async () => {
  things.put('ns/a');
  cache.index(Thing, 'bad', () => {
    throw new Error('oops');
  });
  cache.start();

  expect(names(await cache.list(Thing))).toEqual(['a']);
});

test.each([
  [{ fields: { 'spec.unknown': '1' } }, /no index "spec.unknown"; register one with cache.index\(Thing/],
  [{ fields: 'a!=b' }, /only select fields by equality, not by "a!=b"/],
  [{ continue: 'token' }, /comes in one piece/],
])('§3.8.8 a list with %j says why it cannot be answered', async (options, message) => {
  cache.start();

  await expect(cache.list(Thing, options)).rejects.toThrow(message);
});

test('§3.5.11 §3.8.6 what is read is frozen', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  cache.start();
  const found = await cache.get(Thing, { namespace: 'ns', name: 'a' });

  expect(() => Object.assign(found.spec ?? {}, { value: 2 })).toThrow(TypeError);
  expect((await cache.get(Thing, { namespace: 'ns', name: 'a' })).spec?.value).toBe(1);
});

test('§3.6 a kind can be limited to namespaces, labels and by a transform', async () => {
  cache = make({
    kinds: [
      [
        Thing,
        {
          namespaces: ['ns'],
          labels: { app: 'web' },
          transform: (object) => ({ ...object, metadata: { ...object.metadata, managedFields: undefined } }),
        },
      ],
    ],
  });
  things.put('ns/a', {}, { app: 'web' });
  things.put('ns/b', {}, { app: 'db' });
  things.put('other/c', {}, { app: 'web' });
  cache.start();

  expect(names(await cache.list(Thing))).toEqual(['a']);
  expect(watches()[0]).toMatch(/\/namespaces\/ns\/things\?.*labelSelector=app=web/);
});

test('§3.7.1 §3.7.2 several namespaces are several watches and one list', async () => {
  cache = make({ default: { namespaces: ['ns', 'other'] } });
  things.put('ns/a');
  things.put('other/b');
  things.put('third/c');
  cache.start();

  expect(names(await cache.list(Thing))).toEqual(['a', 'b']);
  expect(names(await cache.list(Thing, { namespace: 'other' }))).toEqual(['b']);
  await expect(cache.list(Thing, { namespace: 'third' })).rejects.toThrow(NamespaceNotCachedError);
  await expect(cache.get(Thing, { namespace: 'third', name: 'c' })).rejects.toThrow(
    /namespace "third" is not cached for Thing, only "ns", "other"/,
  );
  expect(watches().length).toBe(2);
});

test('§3.6.5 the empty name stands for all other namespaces', async () => {
  cache = make({ default: { namespaces: { ns: { labels: { app: 'web' } }, '': {} } } });
  things.put('ns/a', {}, { app: 'web' });
  things.put('ns/b');
  things.put('other/c');
  cache.start();

  expect(names(await cache.list(Thing))).toEqual(['a', 'c']);
  expect(names(await cache.list(Thing, { namespace: 'ns' }))).toEqual(['a']);
});

test('§3.7.2 a read in a namespace that the cache leaves out is an error, not an absence', async () => {
  cache = make({ default: { excludeNamespaces: ['kube-system'] } });
  cache.start();

  await expect(cache.find(Thing, { namespace: 'kube-system', name: 'a' })).rejects.toThrow(
    /namespace "kube-system" is not cached for Thing, only others/,
  );
  expect(await cache.find(Thing, { namespace: 'ns', name: 'a' })).toBeUndefined();
});

test('§3.7.4 cluster-scoped kinds ignore the namespaces of the defaults and of keys', async () => {
  cache = make({ default: { namespaces: ['ns'] } });
  transport.of('nodes').put('n1');
  cache.start();

  expect((await cache.get(Node, { name: 'n1', namespace: 'ns' })).metadata.name).toBe('n1');
});

test('§3.5.1 §3.6.10 §3.10.2 the same spec is one watch, and the watch ends with its last holder', async () => {
  cache.start();
  const first = await cache.informer(Thing);
  const second = await cache.informer(Thing);
  const other = await cache.informer(Thing, { labels: { app: 'web' } });
  await settle();
  expect(things.openWatches).toBe(2);

  await first[Symbol.asyncDispose]();
  await first[Symbol.asyncDispose]();
  expect(things.openWatches).toBe(2);
  await second[Symbol.asyncDispose]();
  await other[Symbol.asyncDispose]();
  await settle();

  expect(things.openWatches).toBe(0);
  expect(cache.health).toEqual([]);
});

test.each([0, 1, 2, 3, 4, 5, 6])(
  '§3.5.1 who asks for a watch while its last holder gives it up gets one that works (%s turns later)',
  async (turns) => {
    cache.start();
    const first = await cache.informer(Thing);
    await settle();
    const giveUp = async (): Promise<void> => {
      for (let turn = 0; turn < turns; turn++) await undefined;
      await first[Symbol.asyncDispose]();
    };
    const [second] = await Promise.all([cache.informer(Thing), giveUp()]);
    const seen: string[] = [];
    second.on(({ object }) => void seen.push(object.metadata.name ?? ''));

    things.put('ns/a');
    await settle();

    expect(seen).toEqual(['a']);
  },
);

test('§3.10.2 an informer that reads use ends after its idle time only', async () => {
  cache = make({ idleTimeout: '1s' });
  cache.start();
  await cache.list(Thing);
  clock.advance(900);
  await cache.list(Thing);
  await clock.advanceAsync(900);
  expect(things.openWatches).toBe(1);

  await clock.advanceAsync(200);

  expect(things.openWatches).toBe(0);
});

test('§3.8.10 metadata alone is read from an informer of whole objects when there is one', async () => {
  things.put('ns/a');
  cache.start();
  await cache.list(Thing);

  expect(names(await cache.list(metadataOnly(Thing)))).toEqual(['a']);
  expect(watches().length).toBe(1);
});

test('shards share the objects without overlap', async () => {
  for (let index = 0; index < 30; index++) things.put(`ns/thing-${index}`);
  const shards = [0, 1, 2].map((index) => make({ default: { shard: { index, count: 3 } } }));
  shards.forEach((shard) => shard.start());

  const lists = await Promise.all(shards.map(async (shard) => names(await shard.list(Thing))));

  expect(lists.flat().sort()).toEqual(Array.from({ length: 30 }, (_, index) => `thing-${index}`).sort());
  expect(Math.min(...lists.map((list) => list.length))).toBeGreaterThan(3);
  await Promise.all(shards.map((shard) => shard[Symbol.asyncDispose]()));
});

test('§3.1.13 health tells the state, the cause of a failure and the number of objects', async () => {
  things.put('ns/a');
  await cache.informer(Thing);
  expect(cache.health).toMatchObject([{ kind: 'Thing', state: 'idle', objects: 0, namespaces: [] }]);
  cache.start();
  await cache.synced();
  expect(cache.health).toMatchObject([{ state: 'synced', objects: 1, silentMs: 0 }]);

  things.fail(new ApiError({ code: 500, reason: 'InternalError', message: 'etcd is gone' }));
  await settle();

  expect(cache.health).toMatchObject([
    { state: 'failing', lastError: expect.objectContaining({ message: 'etcd is gone' }) },
  ]);
});

test('§3.5.10 synced rejects with the cause when its time is over', async () => {
  things.outage = new ApiError({ code: 403, reason: 'Forbidden', message: 'not allowed' });
  await cache.informer(Thing);
  cache.start();

  const synced = cache.synced({ timeout: '2m' }).catch((thrown: unknown) => thrown);
  await clock.advanceAsync(120_000);

  expect(await synced).toMatchObject({
    name: 'CacheSyncError',
    message: expect.stringContaining('after 120 s: not allowed'),
  });
});

test('§1.1.3 §3.8.10 one informer serves described and dynamic kinds', async () => {
  const mapper = createRestMapper(transport);
  mapper.learn(Thing);
  cache = new InformerCache({ transport, mapper, clock });
  things.put('ns/a');
  cache.start();

  await cache.list(Thing);
  const dynamic = await cache.list(dynamicKind(Thing.gvk));

  expect(names(dynamic)).toEqual(['a']);
  expect(watches().length).toBe(1);
});

test.each([{ 'metadata.namespace': undefined }, { 'metadata.name': 5 }, { 'metadata.namespace': null }])(
  'a cached list with the field selector %j is refused, as it would return everything',
  async (fields) => {
    things.put('ns/a');
    cache.start();

    await expect(cache.list(Thing, { fields: fields as never })).rejects.toThrow(InvalidCallError);
    expect((await cache.list(Thing, { fields: { 'metadata.namespace': '' } })).items).toEqual([]);
  },
);
