import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { ConnectionError } from '../../../src/runtime/client/connection/connection-error.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import type { CacheOptions } from '../../../src/runtime/cache/cache.js';
import { CachedClient } from '../../../src/runtime/cache/cached-client.js';
import { currentWork, runWork } from '../../../src/runtime/current-work.js';
import { StaleCacheError } from '../../../src/runtime/cache/cache-error.js';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import { defineKind, dynamicKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { ManualClock, settle } from '../manual-clock.js';
import type { FakeResource } from './fake-resource.js';
import { FakeTransport } from './fake-transport.js';
import { Thing } from './thing.js';

const Node = defineKind<KubeObject>({ group: '', version: 'v1', kind: 'Node', plural: 'nodes', scope: 'Cluster' });
const KEY = { namespace: 'ns', name: 'a' };

let transport: FakeTransport;
let things: FakeResource;
let clock: ManualClock;
let cache: InformerCache;
let client: CachedClient;

beforeEach(() => setUp());
afterEach(() => cache[Symbol.asyncDispose]());

function setUp(options: CacheOptions = {}): void {
  transport = new FakeTransport();
  things = transport.of('things');
  clock = new ManualClock();
  cache = new InformerCache({ transport, clock, options, random: () => 0 });
  client = asReconcile(new CachedClient(createClient({ transport, kinds: [Thing] }), cache));
  cache.start();
}

/** The same client as one reconcile uses it. */
function asReconcile<T extends object>(target: T): T {
  return new Proxy(target, {
    get(_target, name) {
      const value: unknown = Reflect.get(target, name, target);
      if (typeof value === 'function')
        return (...args: unknown[]) => {
          const work = currentWork() ?? { writer: 'books ns/me', waitsForOthers: true };
          const result: unknown = runWork(work, () => Reflect.apply(value, target, args));
          return name === 'with' || name === 'subresource' ? asReconcile(result as object) : result;
        };
      return name === 'status' ? asReconcile(value as object) : value;
    },
  });
}

/** The watch is cut, and stays so until `resume`: the cache falls behind. */
function holdWatch(): { resume(): Promise<void> } {
  things.cut();
  const watch = things.watch.bind(things);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  things.watch = async (query, signal) => {
    await held;
    return watch(query, signal);
  };
  return {
    async resume() {
      release();
      await settle();
    },
  };
}

const gets = (): number =>
  transport.requests.filter((request) => /^GET \S+things(\/a)?(\?(?!.*watch)|$)/.test(request)).length;

async function pending<T>(promise: Promise<T>): Promise<boolean> {
  let isPending = true;
  void promise.catch(() => undefined).finally(() => (isPending = false));
  await settle();
  return isPending;
}

test('§1.1.3 reads come from the cache and do not ask the server', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);

  await client.get(Thing, KEY);
  await client.find(Thing, KEY);
  await client.list(Thing, { namespace: 'ns' });

  expect(gets()).toBe(0);
});

test('§4.1.2 a read with source live asks the server', async () => {
  things.put('ns/a');

  await client.get(Thing, KEY, { source: 'live' });
  await client.live.get(Thing, KEY);

  expect(gets()).toBe(2);
});

test.each([
  ['create', () => client.create(new Thing({ metadata: KEY, spec: { value: 2 } }))],
  [
    'create with a name by the server',
    () => client.create(new Thing({ metadata: { namespace: 'ns', generateName: 'a-' }, spec: { value: 2 } })),
  ],
])('§17.3 a list after %s contains it, although the watch is behind', async (_name, write) => {
  await client.list(Thing);
  const watch = holdWatch();

  await write();
  const list = client.list(Thing, { namespace: 'ns' });
  expect(await pending(list)).toBe(true);
  await watch.resume();

  expect((await list).items.map(({ spec }) => spec?.value)).toEqual([2]);
});

test.each([
  ['update', () => client.update(new Thing({ metadata: KEY, spec: { value: 2 } }))],
  ['patch', () => client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } })],
  ['apply', () => client.apply(Thing, { metadata: KEY, spec: { value: 2 } }, { fieldManager: 'test' })],
  [
    'status.patch',
    () => client.status.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { status: { value: 2 } } }),
  ],
  ['subresource update', () => client.subresource('status').update({ kind: Thing, ...KEY }, { status: { value: 2 } })],
])('§17.3 a read after %s sees it, although the watch is behind', async (_name, write) => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();

  await write();
  const read = client.get(Thing, KEY);
  expect(await pending(read)).toBe(true);
  await watch.resume();

  const { spec, status } = await read;
  expect([spec?.value, status?.value]).toContain(2);
});

test('§17.2.6 a read after delete does not see the object', async () => {
  things.put('ns/a');
  await client.list(Thing);
  const watch = holdWatch();

  await client.delete({ kind: Thing, ...KEY });

  expect(await client.find(Thing, KEY)).toBeUndefined();
  expect((await client.list(Thing)).items).toEqual([]);
  await watch.resume();
});

test('an own delete of an object that the cache has not seen is final', async () => {
  await client.list(Thing);
  const watch = holdWatch();
  things.put('ns/a');
  const at = things.version;
  await client.delete({ kind: Thing, ...KEY });
  const seen: unknown[] = [];
  const handle = await cache.informer(Thing);
  handle.on(async (event) => {
    if (event.type === 'create') seen.push(await client.find(Thing, KEY), (await client.list(Thing)).items.length);
  });
  await watch.resume();

  expect(seen).toEqual([undefined, 0]);
  expect(Number(handle.resourceVersion)).toBeGreaterThan(at);
  await handle[Symbol.asyncDispose]();
});

test('an object that was deleted by others is gone for good once an own delete did not find it', async () => {
  things.put('ns/a');
  await client.list(Thing);
  const watch = holdWatch();
  things.remove('ns/a');
  await expect(client.delete({ kind: Thing, ...KEY })).rejects.toThrow('not found');

  expect(await client.find(Thing, KEY)).toBeUndefined();
  await watch.resume();
});

test('§17.3 a delete that a finalizer holds up is seen as the deletion timestamp', async () => {
  things.put('ns/a', { metadata: { finalizers: ['example.com/f'] } });
  await client.list(Thing);
  const watch = holdWatch();

  await client.delete({ kind: Thing, ...KEY });
  const read = client.get(Thing, KEY);
  await watch.resume();

  expect((await read).metadata.deletionTimestamp).toBeDefined();
});

test('a write that removes the last finalizer of a terminating object hides it', async () => {
  const metadata = { finalizers: ['example.com/f'], deletionTimestamp: '2026-01-01T00:00:00Z' };
  things.put('ns/a', { metadata });
  await client.list(Thing);
  const watch = holdWatch();

  await client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { metadata: { finalizers: [] } } });

  expect(await client.find(Thing, KEY)).toBeUndefined();
  await watch.resume();
});

test('§17.2.5 delete and create again: the read sees the new object', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();

  await client.delete({ kind: Thing, ...KEY });
  await client.create(new Thing({ metadata: KEY, spec: { value: 2 } }));
  const read = client.get(Thing, KEY);
  await watch.resume();

  expect((await read).spec?.value).toBe(2);
});

test('§17.3.5 a read waits for a write of the same object that is still in flight', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  let answer: () => void = () => undefined;
  transport.beforeAnswer = () => new Promise((resolve) => (answer = resolve));

  const write = client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } });
  await settle();
  const read = client.get(Thing, KEY);
  expect(await pending(read)).toBe(true);
  answer();
  await write;

  expect((await read).spec?.value).toBe(2);
});

test('§17.1.2 with consistency eventual a read does not wait', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();
  await client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } });

  expect((await client.get(Thing, KEY, { consistency: 'eventual' })).spec?.value).toBe(1);
  await watch.resume();
});

test('§17.1.2 a write with consistency eventual is not waited for', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();
  const body = { spec: { value: 2 } };
  await client.patch({ kind: Thing, ...KEY }, { type: 'merge', body }, { consistency: 'eventual' });

  expect((await client.get(Thing, KEY)).spec?.value).toBe(1);
  await watch.resume();
});

test('§17.3.7 a wait that takes too long is an error with kind, key and version', async () => {
  things.put('ns/a');
  await client.list(Thing);
  const watch = holdWatch();
  await client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } });

  const read = client.get(Thing, KEY).catch((error: unknown) => error);
  await clock.advanceAsync(10_000);

  expect(await read).toBeInstanceOf(StaleCacheError);
  expect(String(await read)).toMatch(/cache of Thing has not seen the write of ns\/a \(version 102\) within 10000 ms/);
  await watch.resume();
});

test('§17.2.1 a write does not start an informer, and a dry run is not waited for', async () => {
  await client.create(new Thing({ metadata: KEY }));
  expect(cache.health).toEqual([]);
  await client.list(Thing);
  const watch = holdWatch();

  await client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } }, { dryRun: true });

  expect((await client.get(Thing, KEY)).spec).toBeUndefined();
  await watch.resume();
});

test('§17.2.2 a write that the informer does not select is not waited for', async () => {
  setUp({ default: { labels: { app: 'web' } } });
  await client.list(Thing);
  const watch = holdWatch();

  await client.create(new Thing({ metadata: { ...KEY, labels: { app: 'db' } } }));

  expect(await client.find(Thing, KEY)).toBeUndefined();
  await watch.resume();
});

test('§17.3.1 a write that the server refused is not waited for', async () => {
  things.put('ns/a');
  await client.list(Thing);

  await expect(client.create(new Thing({ metadata: KEY }))).rejects.toThrow('exists');

  expect((await client.get(Thing, KEY)).metadata.name).toBe('a');
  expect(gets()).toBe(0);
});

test.each([
  ['a lost connection', new ConnectionError('ECONNRESET', 'fake', 'reset')],
  ['an error of etcd', new ApiError({ code: 500, message: 'etcdserver: request timed out' })],
])('§17.3.6 after %s the next read of that object asks the server', async (_name, error) => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();
  transport.beforeAnswer = () => Promise.reject(error);
  await client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } }).catch(() => undefined);

  expect((await client.get(Thing, KEY)).spec?.value).toBe(2);
  const later = client.get(Thing, KEY);
  expect(await pending(later)).toBe(true);
  await watch.resume();

  expect((await later).spec?.value).toBe(2);
});

const TIMEOUT = new ConnectionError('TIMEOUT', 'https://fake', 'too slow');

/** A write that is stored, but whose answer never comes. */
async function uncertain(write: () => Promise<unknown>): Promise<void> {
  transport.beforeAnswer = () => Promise.reject(TIMEOUT);
  await write().catch(() => undefined);
  transport.beforeAnswer = async () => undefined;
}

test('§17.3.6 a read that could not ask the server leaves the question to the next one', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();
  await uncertain(() => client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } }));
  things.outage = new ApiError({ code: 503, reason: 'ServiceUnavailable', message: 'down' });
  await expect(client.get(Thing, KEY)).rejects.toThrow('down');
  await expect(client.list(Thing)).rejects.toThrow('down');
  things.outage = undefined;

  expect((await client.get(Thing, KEY)).spec?.value).toBe(2);
  await watch.resume();
});

test('§17.3.6 an object whose creation was uncertain does not vanish again after it was seen', async () => {
  await client.list(Thing);
  const watch = holdWatch();
  await uncertain(() => client.create(new Thing({ metadata: KEY })));

  expect(await client.find(Thing, KEY)).toBeDefined();
  const later = client.find(Thing, KEY);
  expect(await pending(later)).toBe(true);
  await watch.resume();

  expect(await later).toBeDefined();
});

test('§17.3.6 an object whose deletion was uncertain does not come back after it was seen to be gone', async () => {
  things.put('ns/a');
  await client.list(Thing);
  const watch = holdWatch();
  await uncertain(() => client.delete({ kind: Thing, ...KEY }));

  expect(await client.find(Thing, KEY)).toBeUndefined();
  expect((await client.list(Thing)).items).toEqual([]);
  expect(transport.requests.filter((request) => request.startsWith('GET') && request.endsWith('/a')).length).toBe(1);
  await watch.resume();
});

test('§17.3.6 a list asks about the objects of its namespace that are in doubt, one by one, and never lists', async () => {
  things.put('ns/a');
  things.put('ns/b');
  await client.list(Thing);
  const watch = holdWatch();
  await uncertain(() => client.delete({ kind: Thing, ...KEY }));
  await uncertain(() => client.create(new Thing({ metadata: { ...KEY, name: 'c' } })));
  await uncertain(() => client.create(new Thing({ metadata: { namespace: 'other', name: 'd' } })));
  transport.requests.length = 0;
  const names = async () => (await client.list(Thing, { namespace: 'ns' })).items.map(({ metadata }) => metadata.name);

  const lists = [names(), names()];
  expect(await pending(Promise.race(lists))).toBe(true);
  expect(transport.requests).toEqual([
    'GET /apis/example.com/v1/namespaces/ns/things/a',
    'GET /apis/example.com/v1/namespaces/ns/things/c',
  ]);
  await watch.resume();

  expect(await Promise.all(lists)).toEqual([
    ['b', 'c'],
    ['b', 'c'],
  ]);
});

test('§17.3.6 a list by labels or by an index sees a write whose outcome was uncertain', async () => {
  cache.index(Thing, 'value', ({ spec }) => [String(spec?.value)]);
  things.put('ns/a', { spec: { value: 1 } }, { app: 'web' });
  await client.list(Thing);
  const watch = holdWatch();
  const body = { metadata: { labels: { app: 'db' } }, spec: { value: 2 } };
  await uncertain(() => client.patch({ kind: Thing, ...KEY }, { type: 'merge', body }));

  const lists = [
    client.list(Thing, { index: { name: 'value', value: '2' } }),
    client.list(Thing, { labels: { app: 'web' } }),
  ];
  expect(await pending(Promise.race(lists))).toBe(true);
  await watch.resume();

  expect((await Promise.all(lists)).map(({ items }) => items.length)).toEqual([1, 0]);
});

test('after writes that the server refused with an error, reads ask nothing, whoever reads', async () => {
  await client.list(Thing);
  things.outage = new ApiError({ code: 500, reason: 'InternalError', message: 'failed calling webhook' });
  for (const name of ['a', 'b', 'c'])
    await expect(client.create(new Thing({ metadata: { namespace: 'ns', name } }))).rejects.toThrow('webhook');
  transport.requests.length = 0;

  await client.list(Thing, { namespace: 'ns' });
  await client.find(Thing, KEY);

  expect(transport.requests).toEqual([]);
});

test('a write without an answer costs nothing to other reconciles', async () => {
  things.put('ns/a');
  await client.list(Thing);
  await uncertain(() => client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } }));
  transport.requests.length = 0;

  await runWork({ writer: 'books ns/other', waitsForOthers: true }, async () => {
    await client.list(Thing, { namespace: 'ns' });
    await client.find(Thing, KEY);
  });

  expect(transport.requests).toEqual([]);
});

test('a reader that ends does not end the question that others share', async () => {
  things.put('ns/a');
  await client.list(Thing);
  await uncertain(() => client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: { spec: { value: 2 } } }));
  const abort = new AbortController();
  const first = client.find(Thing, KEY, { signal: abort.signal });
  const second = client.find(Thing, KEY);
  abort.abort(new Error('ended'));

  await expect(first).rejects.toThrow('ended');
  expect((await second)?.spec?.value).toBe(2);
});

test('§17.3.8 after deleteAllOf the selected objects are gone for find and list, and no list is sent', async () => {
  things.put('ns/a', {}, { app: 'web' });
  things.put('ns/b', {}, { app: 'web' });
  things.put('ns/c', {}, { app: 'db' });
  things.put('ns/d', { metadata: { finalizers: ['example.com/f'] } }, { app: 'web' });
  await client.list(Thing);
  const watch = holdWatch();
  await client.deleteAllOf(Thing, { namespace: 'ns', labels: { app: 'web' } });
  transport.requests.length = 0;

  const reads = Promise.all([client.find(Thing, KEY), client.list(Thing, { namespace: 'ns' })]);
  expect((await client.get(Thing, { namespace: 'ns', name: 'c' })).metadata.name).toBe('c');
  expect(await pending(reads)).toBe(true);
  await watch.resume();

  const [found, { items }] = await reads;
  expect(found).toBeUndefined();
  expect(items.map(({ metadata }) => [metadata.name, metadata.deletionTimestamp !== undefined])).toEqual([
    ['c', false],
    ['d', true],
  ]);
  expect(transport.requests.filter((request) => !request.includes('watch'))).toEqual([]);
});

test('deleteAllOf waits until the cache has the objects that its writer created before', async () => {
  await client.list(Thing);
  const watch = holdWatch();
  await client.create(new Thing({ metadata: KEY }));
  transport.requests.length = 0;

  const deletion = client.deleteAllOf(Thing, { namespace: 'ns', all: true });
  expect(await pending(deletion)).toBe(true);
  expect(transport.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  await watch.resume();
  await deletion;

  expect(await client.find(Thing, KEY)).toBeUndefined();
});

test('§4.3.4 a client with a default namespace shares the cache and its promises', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  const bound = client.with({ namespace: 'ns' });
  await bound.list(Thing);
  const watch = holdWatch();

  await bound.patch({ kind: Thing, name: 'a' }, { type: 'merge', body: { spec: { value: 2 } } });
  const read = client.get(Thing, KEY);
  expect(await pending(read)).toBe(true);
  await watch.resume();

  expect((await read).spec?.value).toBe(2);
  expect((await bound.get(Thing, { name: 'a' })).spec?.value).toBe(2);
});

test('§4.3.4 §17.2.4 a client that only dry-runs leaves nothing to wait for, not even its deletions', async () => {
  things.put('ns/a');
  await client.list(Thing);
  const dry = client.with({ dryRun: true });
  const before = gets();

  await dry.delete({ kind: Thing, ...KEY });
  await dry.deleteAllOf(Thing, { namespace: 'ns', all: true }).catch(() => undefined);

  expect((await client.list(Thing)).items.length).toBe(1);
  expect(gets()).toBe(before);
});

test('§4.3.2 §4.3.3 defaults add up, and a bound client refuses other namespaces, cached as live', async () => {
  things.put('ns/a');
  const bound = client.with({ namespace: 'ns' }).with({ fieldManager: 'me' });

  expect((await bound.get(Thing, { name: 'a' })).metadata.namespace).toBe('ns');
  await expect(bound.find(Thing, { name: 'a', namespace: 'other' })).rejects.toThrow(/works in namespace "ns"/);
  await expect(bound.list(Thing, { namespace: 'other' })).rejects.toThrow(/works in namespace "ns"/);
});

test('§17.2.3 with excluded namespaces, writes to the others are waited for', async () => {
  setUp({ default: { excludeNamespaces: ['kube-system'] } });
  await client.list(Thing);
  const watch = holdWatch();

  await client.create(new Thing({ metadata: KEY }));
  const read = client.get(Thing, KEY);
  expect(await pending(read)).toBe(true);
  await watch.resume();

  expect((await read).metadata.name).toBe('a');
});

test('§17.3 a list of a cluster-scoped kind through a bound client waits for own writes', async () => {
  const nodes = transport.of('nodes');
  const bound = client.with({ namespace: 'ns' });
  await bound.list(Node);
  const opened = nodes.watch.bind(nodes);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  nodes.cut();
  nodes.watch = async (query, signal) => {
    await held;
    return opened(query, signal);
  };

  await bound.create(new Node({ metadata: { name: 'n1' } }));
  const list = bound.list(Node);
  expect(await pending(list)).toBe(true);
  release();
  await settle();

  expect((await list).items.map(({ metadata }) => metadata.name)).toEqual(['n1']);
});

test('§17.2.7 a write of a dynamic kind is waited for by a described read', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();

  await client.patch({ kind: dynamicKind(Thing.gvk), ...KEY }, { type: 'merge', body: { spec: { value: 2 } } });
  const read = client.get(Thing, KEY);
  expect(await pending(read)).toBe(true);
  await watch.resume();

  expect((await read).spec?.value).toBe(2);
});

test('the next reconcile of a key waits for what the last one wrote, and the call of a webhook does not', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();
  const work = { writer: 'books ns/a', waitsForOthers: true };
  await runWork(work, () => client.create(new Thing({ metadata: { namespace: 'ns', name: 'child' } })));

  const next = runWork(work, () => client.list(Thing, { namespace: 'ns' }));
  const call = runWork({ writer: Symbol('call') }, () => client.list(Thing, { namespace: 'ns' }));

  expect((await call).items.length).toBe(1);
  expect(await pending(next)).toBe(true);
  await watch.resume();
  expect((await next).items.length).toBe(2);
});

test('after a conflict the next read of the object asks the server, and lists do not', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  await client.list(Thing);
  const watch = holdWatch();
  things.put('ns/a', { spec: { value: 2 } });
  transport.beforeAnswer = async () => {
    throw new ApiError({ code: 409, reason: 'Conflict', message: 'somebody else was faster' });
  };
  await expect(client.patch({ kind: Thing, ...KEY }, { type: 'merge', body: {} })).rejects.toThrow('faster');
  transport.requests.length = 0;

  expect((await client.list(Thing, { namespace: 'ns' })).items[0]?.spec?.value).toBe(1);
  expect(transport.requests).toEqual([]);
  expect((await client.get(Thing, KEY)).metadata.resourceVersion).toBe(String(things.version));
  expect(transport.requests.length).toBe(1);
  await watch.resume();
});

test('after a create that found an object of that name, unknown to the cache, the next read asks the server', async () => {
  await client.list(Thing);
  const watch = holdWatch();
  things.put('ns/a', { spec: { value: 2 } });
  await expect(client.create(new Thing({ metadata: KEY }))).rejects.toThrow('exists');

  expect((await client.get(Thing, KEY)).spec?.value).toBe(2);
  await watch.resume();
});
