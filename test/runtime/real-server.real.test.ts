/** What only a real API server can show about caches, controllers and helpers. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { coreSchema, resolveCoreType } from '../../src/core-schemas/core-schemas.js';
import { RoleBinding, Role } from '../../src/k8s/rbac/v1/index.js';
import { apiListWatch } from '../../src/runtime/client/watch/api-list-watch.js';
import { type Cache, type CacheOptions, createCache } from '../../src/runtime/cache/cache.js';
import { Reflector, type ReflectorSink } from '../../src/runtime/cache/informers/reflector.js';
import { is } from '../../src/runtime/client/requests/api-error.js';
import type { ClusterConfig } from '../../src/runtime/client/config/cluster-config.js';
import { createTransport } from '../../src/runtime/client/connection/http-transport.js';
import { createClient } from '../../src/runtime/client/kube-client.js';
import { mergeFrom } from '../../src/runtime/client/writes/merge-from.js';
import type { Transport } from '../../src/runtime/client/connection/transport.js';
import { systemClock } from '../../src/runtime/clock.js';
import { controller } from '../../src/runtime/controller/builder.js';
import { predicates } from '../../src/runtime/controller/predicate.js';
import { silentLogger } from '../../src/runtime/log/silent-logger.js';
import { createManager, type Manager } from '../../src/runtime/manager/manager.js';
import { conditions } from '../../src/runtime/object/conditions.js';
import { int64 } from '../../src/kubernetes/json/exact-integers.js';
import { defineKind, dynamicKind, metadataOnly } from '../../src/runtime/object/kind.js';
import type { Condition, KubeObject } from '../../src/runtime/object/meta.js';
import { mutable } from '../../src/runtime/object/readonly.js';
import { EventRecorder } from '../../src/runtime/recorder/event-recorder.js';
import { Event } from '../../src/runtime/recorder/event.js';
import { type ControlPlane, eventually, startControlPlane } from '../../src/testing/index.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { Book, ConfigMap, Namespace } from './controller/library.js';

let plane: ControlPlane;
const open: AsyncDisposable[] = [];

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
});
afterEach(async () => {
  for (const one of open.splice(0).reverse()) await one[Symbol.asyncDispose]();
});
afterAll(() => plane?.stop());

/** A transport that writes down what is asked for. */
function recorded(config: ClusterConfig = plane.config): Transport & { readonly paths: string[] } {
  const transport = createTransport(config);
  const paths: string[] = [];
  open.push(transport);
  return {
    ...transport,
    server: transport.server,
    paths,
    request(request) {
      paths.push(decodeURIComponent(request.path));
      return transport.request(request);
    },
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
}

function cacheOf(transport: Transport, options: CacheOptions = {}): Cache {
  const cache = createCache({ transport, options });
  open.push(cache);
  cache.start();
  return cache;
}

async function namespace(name: string, ...maps: string[]): Promise<string> {
  await plane.client.create(new Namespace({ metadata: { name } }));
  await Promise.all(maps.map((map) => create(name, map)));
  return name;
}

const create = (place: string, name: string, data: Record<string, string> = {}) =>
  plane.client.create(new ConfigMap({ metadata: { namespace: place, name }, data }));
const names = (objects: readonly { readonly metadata: { readonly name?: string } }[]) =>
  objects.map(({ metadata }) => metadata.name).sort();

test('§3.1.1 streamed and listed states are the same, and the stream goes on as the watch', async () => {
  const ns = await namespace('streamed', 'a', 'b', 'c');
  const [streamed, listed] = [recorded(), recorded()];
  const only = { default: { namespaces: [ns] } };

  const stream = await cacheOf(streamed, only).informer(ConfigMap);
  const list = await cacheOf(listed, { ...only, streaming: false }).informer(ConfigMap);
  await Promise.all([stream.synced(), list.synced()]);
  // A list of version 0 may be older than the last write; the watch then brings the rest.
  await eventually(() => expect(stream.store.list()).toEqual(list.store.list()));
  expect(stream.store.size).toBe(3);
  await create(ns, 'd');

  await eventually(() => expect([stream.store.size, list.store.size]).toEqual([4, 4]));
  expect(streamed.paths).toHaveLength(1);
  expect(streamed.paths[0]).toMatch(/allowWatchBookmarks=true&sendInitialEvents=true&.*NotOlderThan/);
  expect(listed.paths[0]).toContain('resourceVersion=0');
});

test('§3.2.2 bookmarks of the real server move the version without an event', async () => {
  const ns = await namespace('bookmarked');
  const source = apiListWatch(recorded(), ConfigMap, { namespace: ns });
  const told: string[] = [];
  const versions: string[] = [];
  const sink: ReflectorSink = {
    replaced: (_, version) => void versions.push(version),
    changed: () => void told.push('changed'),
    advanced: (version) => void versions.push(version),
    failed: (error) => void told.push(String(error)),
  };
  // A server sends a bookmark about a second before it ends a watch.
  const short = {
    ...source,
    watch: (query: object, signal: AbortSignal) => source.watch({ ...query, timeoutSeconds: 4 }, signal),
  };
  const stop = new AbortController();
  const running = new Reflector({ source: short, sink, log: silentLogger, clock: systemClock }).run(stop.signal);
  await eventually(() => expect(versions).toHaveLength(1));

  await create('default', 'elsewhere');

  await eventually(() => expect(Number(versions.at(-1))).toBeGreaterThan(Number(versions[0])), { timeoutMs: 40_000 });
  stop.abort();
  await running;
  expect(told).toEqual([]);
});

test('§3.6.5 the empty name stands for all other namespaces on a real server', async () => {
  const named = await namespace('others-named', 'web', 'db');
  await namespace('others-rest', 'free');
  await plane.client.patch(
    { kind: ConfigMap, namespace: named, name: 'web' },
    { type: 'merge', body: { metadata: { labels: { app: 'web' } } } },
  );
  const cache = cacheOf(recorded(), { default: { namespaces: { [named]: { labels: { app: 'web' } }, '': {} } } });

  const found = names((await cache.list(ConfigMap)).items);

  expect(found).toContain('web');
  expect(found).toContain('free');
  expect(found).not.toContain('db');
});

test('§3.6.6 §3.7.1 roles in single namespaces are enough for a cache of them', async () => {
  const places = [await namespace('role-a', 'a'), await namespace('role-b', 'b')];
  await namespace('role-c', 'c');
  const subjects = [{ kind: 'User', name: 'local', apiGroup: 'rbac.authorization.k8s.io' }];
  const roleRef = { kind: 'Role', name: 'maps', apiGroup: 'rbac.authorization.k8s.io' };
  for (const place of places) {
    const metadata = { namespace: place, name: 'maps' };
    const rules = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get', 'list', 'watch'] }];
    await plane.client.create(new Role({ metadata, rules }));
    await plane.client.create(new RoleBinding({ metadata, subjects, roleRef }));
  }
  const config = await plane.addUser({ name: 'local' });
  // The server learns of roles by watches; a cache that is refused says so at once.
  await using local = createClient({ config });
  for (const place of places)
    await eventually(() => local.list(ConfigMap, { namespace: place }), { timeoutMs: 40_000 });

  const both = await cacheOf(recorded(config), { default: { namespaces: places } }).list(ConfigMap);
  const narrowed = recorded(config);
  const one = await cacheOf(narrowed, { default: { fields: { 'metadata.namespace': 'role-a' } } }).list(ConfigMap);
  const everywhere = cacheOf(recorded(config)).list(ConfigMap);

  expect(names(both.items)).toEqual(['a', 'b']);
  expect(names(one.items)).toEqual(['a']);
  expect(narrowed.paths[0]).toContain('/namespaces/role-a/configmaps');
  await expect(everywhere).rejects.toThrow(/"local" cannot .* allow get, list and watch on ConfigMap/);
});

test('§21.1.1 shards of several replicas contain every object of the server exactly once', async () => {
  const ns = await namespace('sharded', ...Array.from({ length: 24 }, (_, index) => `m${index}`));
  const shards = [0, 1, 2].map((index) =>
    cacheOf(recorded(), { default: { namespaces: [ns], shard: { index, count: 3 } } }),
  );

  const held = await Promise.all(shards.map(async (shard) => names((await shard.list(ConfigMap)).items)));

  expect(held.flat().sort()).toEqual(names((await plane.client.list(ConfigMap, { namespace: ns })).items));
  expect(held.every((part) => part.length > 0)).toBe(true);
});

test('§21.1.2 informers and listers work alone, without a manager, for dynamic kinds too', async () => {
  const ns = await namespace('alone', 'a');
  const cache = cacheOf(recorded(), { default: { namespaces: [ns] } });
  cache.index(ConfigMap, 'color', ({ data }) => (data?.['color'] ? [data['color']] : []));
  const informer = await cache.informer(dynamicKind({ group: '', version: 'v1', kind: 'ConfigMap' }));
  const seen: string[] = [];
  informer.on(({ type, object }) => void seen.push(`${type} ${object.metadata.name}`));
  await informer.synced();

  await create(ns, 'b', { color: 'red' });

  await eventually(() => expect(seen).toEqual(['create a', 'create b']));
  const red = await cache.list(ConfigMap, { index: { name: 'color', value: 'red' } });
  expect(names(red.items)).toEqual(['b']);
});

test('§17.6.2 an apply that creates cannot choose uid and times', async () => {
  const metadata = { namespace: 'default', name: 'chosen', creationTimestamp: '2001-02-03T04:05:06Z' };

  const made = await plane.client.apply(ConfigMap, { metadata }, { fieldManager: 'test' });
  const refused = plane.client.apply(
    ConfigMap,
    { metadata: { namespace: 'default', name: 'other', uid: '00000000-0000-0000-0000-000000000001' } },
    { fieldManager: 'test' },
  );

  expect(made.metadata.creationTimestamp).not.toBe(metadata.creationTimestamp);
  // A uid is a condition: there is no object that has it.
  await expect(refused).rejects.toSatisfy(is.conflict);
});

/** A manager of its own, for as long as the test runs. */
async function run(build: (manager: Manager) => void, ns: string): Promise<Manager> {
  const manager = await createManager({
    config: plane.config,
    log: silentLogger,
    cache: { default: { namespaces: [ns] } },
  });
  build(manager);
  const running = manager.start();
  open.push({
    async [Symbol.asyncDispose]() {
      await manager[Symbol.asyncDispose]();
      await running;
    },
  });
  await manager.elected;
  return manager;
}

test('§7.1.5 §21.1.3 a kind can be watched by its metadata only', async () => {
  const ns = await namespace('metadata');
  const seen: string[] = [];
  const manager = await run(
    (host) =>
      controller(host, 'metadata')
        .watches(metadataOnly(ConfigMap), ({ object }) => {
          seen.push(JSON.stringify(Object.keys(object).sort()));
          return [{ name: object.metadata.name ?? '' }];
        })
        .complete({ reconcile: async ({ name }) => void seen.push(name) }),
    ns,
  );

  await create(ns, 'a', { secret: 'x' });

  await eventually(() => expect(seen).toContain('a'));
  expect(seen[0]).toBe('["apiVersion","kind","metadata"]');
  expect(manager.cache.health.map(({ kind }) => kind)).toEqual(['ConfigMap']);
});

test('§7.3.2 kinds without a generation never pass generationChanged', async () => {
  const ns = await namespace('generation');
  const seen: string[] = [];
  await run(
    (host) =>
      controller(host, 'generation')
        .for(ConfigMap)
        .filter(predicates.generationChanged())
        .complete({ reconcile: async ({ name }, { reasons }) => void seen.push(`${reasons[0]?.event} ${name}`) }),
    ns,
  );
  await create(ns, 'a');
  await eventually(() => expect(seen).toEqual(['create a']));

  await plane.client.patch(
    { kind: ConfigMap, namespace: ns, name: 'a' },
    { type: 'merge', body: { data: { a: '1' } } },
  );
  await create(ns, 'mark');

  await eventually(() => expect(seen).toEqual(['create a', 'create mark']));
});

test('§18.3.2 whole numbers beyond 2^53 come back from the server digit by digit, read, watched and written again', async () => {
  await plane.install('test/runtime/controller/testdata/books.yaml');
  const metadata = { namespace: 'default', name: 'exact' };
  const draft = new Book({ metadata, spec: { pages: 0 } });
  int64.set(draft.spec ?? {}, 'pages', 9_223_372_036_854_775_807n);
  await plane.client.create(draft);
  const cache = cacheOf(recorded(), { default: { namespaces: ['default'] } });

  const cached = mutable<Book>(await cache.get(Book, metadata));
  const written = await plane.client.update({ ...cached, status: { read: 1 } });
  const patch = mergeFrom(cached, { ...cached, metadata: { ...cached.metadata, labels: { a: 'b' } } });
  const patched = patch && (await plane.client.patch(cached, patch));

  const exact = [draft, cached, written, patched].map((book) => int64.get(book?.spec ?? {}, 'pages'));
  expect(exact).toEqual(Array.from({ length: 4 }, () => 9_223_372_036_854_775_807n));
});

test('§18.3.1 one object that is nested as deep as the server takes it does not keep a cache from being filled', async () => {
  const definition = { group: 'deep.com', version: 'v1', kind: 'Deep', plural: 'deeps', scope: 'Cluster' } as const;
  const Deep = defineKind<KubeObject>(definition);
  const { group, plural, kind, scope } = definition;
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const crd = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope, names: { kind, plural }, versions: [{ name: 'v1', served: true, storage: true, schema }] },
  };
  await plane.client.create<KubeObject>(crd);
  await eventually(async () => expect((await plane.client.list(Deep)).items).toEqual([]), { timeoutMs: 20_000 });
  const transport = recorded();
  const [path, depth] = ['/apis/deep.com/v1/deeps', 9_000];
  const body = (name: string, value: string): string =>
    `{"apiVersion":"deep.com/v1","kind":"Deep","metadata":{"name":"${name}"},"value":${value}}`;
  for (const text of [
    body('deep', `${'{"a":'.repeat(depth)}9007199254740993${'}'.repeat(depth)}`),
    body('flat', '1'),
  ]) {
    const headers = { 'content-type': 'application/json' };
    expect((await transport.request({ method: 'POST', path, headers, body: text })).status).toBe(201);
  }

  const { items } = await cacheOf(transport).list(Deep, { timeoutMs: 30_000 });

  expect(items.map(({ metadata }) => metadata.name).sort()).toEqual(['deep', 'flat']);
}, 120_000);

test('§8.4.4 conditions are refused where the real server refuses them', async () => {
  const id = resolveCoreType('kbts/runtime', 'Condition');
  if (id === undefined) throw new Error('the schema of Condition is missing');
  await installJudge({ type: 'object', properties: { condition: coreSchema(id) } });
  const base = { type: 'Ready', status: 'True', reason: 'Up', message: '', lastTransitionTime: '2026-01-01T00:00:00Z' };
  const candidates: Record<string, unknown>[] = [
    {},
    { type: 'my.domain/Ready' },
    { type: 'a b' },
    { type: '' },
    { type: 'My.Domain/Ready' },
    { type: 'a..b/Ready' },
    { type: 'x'.repeat(316) },
    { type: 'x'.repeat(317) },
    { status: 'Maybe' },
    { reason: '' },
    { reason: 'not one word' },
    { reason: 'A,b:c_d' },
    { reason: 'Ends:' },
    { reason: '1st' },
    { reason: 'R'.repeat(1024) },
    { reason: 'R'.repeat(1025) },
    { message: 'm'.repeat(32_768) },
    { message: 'm'.repeat(32_769) },
    { message: '𝄞'.repeat(32_768) },
  ];

  const verdicts = await Promise.all(
    candidates.map(async (candidate, index) => {
      const condition = { ...base, ...candidate } as Condition;
      const spec = { condition };
      const isTaken = await plane.client.create(new Judge({ metadata: { name: `c${index}` }, spec })).then(
        () => true,
        (error: unknown) => {
          if (!is.invalid(error)) throw error;
          return false;
        },
      );
      return { index, isTaken, isTakenHere: isTakenHere(condition) };
    }),
  );

  expect(verdicts.filter(({ isTaken, isTakenHere: here }) => isTaken !== here)).toEqual([]);
});

interface Judge extends KubeObject {
  spec: { condition: Condition };
}
const Judge = defineKind<Judge>({
  group: 'example.com',
  version: 'v1',
  kind: 'Judge',
  plural: 'judges',
  scope: 'Cluster',
});

async function installJudge(spec: object): Promise<void> {
  const Definition = dynamicKind({ group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' });
  const names = { kind: 'Judge', plural: 'judges', listKind: 'JudgeList', singular: 'judge' };
  const openAPIV3Schema = { type: 'object', properties: { spec } };
  const versions = [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema } }];
  await plane.client.create({
    ...new Definition({ metadata: { name: 'judges.example.com' } }),
    spec: { group: 'example.com', names, scope: 'Cluster', versions },
  } as KubeObject);
  await eventually(() => plane.client.list(Judge), { timeoutMs: 40_000 });
}

function isTakenHere(condition: Condition): boolean {
  try {
    const list: Condition[] = [];
    return conditions.set(list, condition);
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

test('§10.1.2 events at the limits of every text are taken by the real server', async () => {
  const lines: string[] = [];
  const log = {
    ...silentLogger,
    error: (message: string, fields?: object) => void lines.push(`${message} ${JSON.stringify(fields)}`),
  };
  const recorder = new EventRecorder({ client: plane.client, controller: 'c'.repeat(63), host: 'h'.repeat(200), log });
  const regarding = await create('default', `long-${'n'.repeat(248)}`);

  recorder.event(regarding, { reason: 'R'.repeat(300), action: 'A'.repeat(300), note: 'ü'.repeat(2000) });
  await recorder.close();

  const events = await plane.client.list(Event, { namespace: 'default' });
  expect(lines).toEqual([]);
  expect(events.items.filter(({ reportingController }) => reportingController === 'c'.repeat(63))).toHaveLength(1);
});

test('§3.1.5 a real server that does not stream lists is listed in pages', async () => {
  await using old = await startControlPlane({ kind: 'envtest', apiServerFlags: ['--feature-gates=WatchList=false'] });
  const metadata = { namespace: 'default', name: 'a' };
  await old.client.create(new ConfigMap({ metadata }));
  const transport = recorded(old.config);
  const only = { default: { namespaces: ['default'] } };
  const informer = await cacheOf(transport, only).informer(ConfigMap);
  await informer.synced();

  await using client = createClient({ config: old.config });
  await client.create(new ConfigMap({ metadata: { ...metadata, name: 'b' } }));

  await eventually(() => expect(informer.store.keys()).toContain('default/b'));
  const [streaming, listing, watching] = transport.paths;
  expect(streaming).toContain('sendInitialEvents=true');
  expect(listing).toMatch(/limit=500/);
  expect(watching).toMatch(/watch=1/);
  expect(watching).not.toContain('sendInitialEvents');
});
