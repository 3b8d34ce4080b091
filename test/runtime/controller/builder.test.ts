import { afterEach, beforeEach, expect, test } from 'vitest';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { controller } from '../../../src/runtime/controller/builder.js';
import { enqueueObject } from '../../../src/runtime/controller/event-handler.js';
import { predicates } from '../../../src/runtime/controller/predicate.js';
import type { Reconciler } from '../../../src/runtime/controller/reconcile.js';
import { channel, intervalSource } from '../../../src/runtime/controller/source.js';
import { defineKind, dynamicKind, type Kind } from '../../../src/runtime/object/kind.js';
import type { KubeObject, OwnerReference } from '../../../src/runtime/object/meta.js';
import type { Thing as ThingObject } from '../cache/fake-resource.js';
import { Thing } from '../cache/thing.js';
import { settle } from '../manual-clock.js';
import { FakeHost, trail } from './fake-host.js';

const Child = defineKind<KubeObject>({
  group: '',
  version: 'v1',
  kind: 'Child',
  plural: 'children',
  scope: 'Namespaced',
});
const owner = (name: string, more: Partial<OwnerReference> = {}): OwnerReference => ({
  apiVersion: 'example.com/v1beta9',
  kind: 'Thing',
  name,
  uid: name,
  controller: true,
  ...more,
});

let host: FakeHost;
let runs: string[];
let reconciler: Reconciler;

beforeEach(() => {
  host = new FakeHost();
  runs = [];
  reconciler = {
    reconcile: async ({ namespace, name }, { reasons }) =>
      void runs.push(`${namespace ?? ''}/${name} ${trail(reasons).join(', ')}`),
  };
});

afterEach(() => host.close());

test('§5.1.5 §7.1.2 the default name is the kind in lower case, and it goes to the leader group', () => {
  const built = controller(host).for(Thing).complete(reconciler);

  expect([built.name, built.group]).toEqual(['thing', 'leader']);
  expect(host.added).toEqual([built]);
  expect(controller(host, 'other').for(Thing).options({ leaderElection: false }).complete(reconciler).group).toBe(
    'always',
  );
});

test.each([
  [
    'no name',
    () =>
      controller(host)
        .source(intervalSource('1ms', () => [], host.clock))
        .complete(reconciler),
    /needs a name/,
  ],
  ['no watch', () => controller(host, 'x').complete(reconciler), /watches nothing/],
  [
    'for twice',
    () => controller(host).for(Thing).for(Child),
    /is for one kind, and this one is for Thing; use watches\(\) for Child/,
  ],
  ['owns without for', () => controller(host, 'x').owns(Child).complete(reconciler), /owns\(Child\) needs for/],
  [
    'an object reconciler without for',
    () =>
      controller(host, 'x')
        .source(intervalSource('1ms', () => [], host.clock))
        .complete({ reconcileObject: async () => undefined }),
    /needs for/,
  ],
  [
    'a bad concurrency',
    () => controller(host).for(Thing).options({ concurrency: 0 }).complete(reconciler),
    /concurrency 0 is not a whole number above 0/,
  ],
  [
    'a bad timeout',
    () => controller(host).for(Thing).options({ timeoutMs: Number.NaN }).complete(reconciler),
    /timeoutMs NaN/,
  ],
  [
    'an unknown cluster',
    () => controller(host).for(Thing, { cluster: 'east' }).complete(reconciler),
    /no cluster "east"/,
  ],
])('§7.1.1 %s is an error', (_name, build, message) => {
  expect(build).toThrow(message);
});

test('§7.1.1 a builder can be completed once', () => {
  const builder = controller(host).for(Thing);
  builder.complete(reconciler);

  expect(() => builder.complete(reconciler)).toThrow(/complete already/);
});

test('§7.2.2 owned objects lead to their controlling owner, whatever the version of the reference', async () => {
  controller(host).for(Thing).owns(Child).complete(reconciler);
  await host.start();

  host.transport.of('children').put('ns/c', {
    kind: 'Child',
    metadata: { ownerReferences: [owner('a'), owner('b', { controller: false }), owner('x', { kind: 'Other' })] },
  });
  await settle();

  expect(runs).toEqual(['ns/a create Child ns/c']);
});

test('§7.2.2 with everyOwner all owners of the kind are queued, and an update queues old and new ones', async () => {
  controller(host).for(Thing).owns(Child, { everyOwner: true }).complete(reconciler);
  await host.start();
  const children = host.transport.of('children');
  children.put('ns/c', {
    kind: 'Child',
    metadata: { ownerReferences: [owner('a'), owner('b', { controller: false })] },
  });
  await settle();
  runs = [];

  children.put('ns/c', { kind: 'Child', metadata: { ownerReferences: [owner('z')] } });
  await settle();

  expect(runs.sort()).toEqual(['ns/a update Child ns/c', 'ns/b update Child ns/c', 'ns/z update Child ns/c']);
});

test('what a watch tells of was read: its name, uid and version are there', async () => {
  const told: string[] = [];
  controller(host)
    .for(Thing)
    .watches(Child, ({ object: { metadata } }) => {
      // Compiles only where none of them can be missing.
      const parts: readonly string[] = [metadata.name, metadata.uid, metadata.resourceVersion];
      told.push(...parts);
      return [{ name: metadata.name }];
    })
    .complete(reconciler);
  host.transport.of('children').put('ns/child');

  await host.start();

  expect(told[0]).toBe('child');
});

test('§7.2.5 watches maps events to requests, with a reader of the cache, each request once', async () => {
  host.things.put('ns/a');
  controller(host)
    .for(Thing, { predicates: [predicates.on('generic')] })
    .watches(Child, async (_event, reader) => {
      const things = await reader.list(Thing);
      return [...things.items, ...things.items].map(({ metadata }) => ({
        name: metadata.name ?? '',
        namespace: metadata.namespace,
      }));
    })
    .complete(reconciler);
  await host.start();

  host.transport.of('children').put('other/c', { kind: 'Child' });
  await settle();

  expect(runs).toEqual(['ns/a create Child other/c']);
});

test('§7.2.5 a map function that fails is tried again', async () => {
  let failures = 1;
  controller(host, 'x')
    .watches(Child, ({ object }) => {
      if (failures-- > 0) throw new Error('oops');
      return [{ name: object.metadata.name ?? '' }];
    })
    .complete(reconciler);
  await host.start();
  host.transport.of('children').put('ns/c', { kind: 'Child' });
  await settle();
  expect(runs).toEqual([]);

  await host.clock.advanceAsync(1000);

  expect(runs).toEqual(['/c create Child ns/c']);
  expect(host.errors()).toEqual(['event handler failed: Error: oops']);
});

test('§7.1.3 filters apply to all kinds, predicates to their own; both must pass', async () => {
  controller(host)
    .for(Thing, { predicates: [predicates.labelSelector({ app: 'web' })] })
    .owns(Child)
    .filter(predicates.inNamespaces('ns'))
    .complete(reconciler);
  await host.start();

  host.things.put('ns/a', {}, { app: 'web' });
  host.things.put('ns/b', {}, { app: 'db' });
  host.things.put('other/c', {}, { app: 'web' });
  host.transport.of('children').put('other/d', { kind: 'Child', metadata: { ownerReferences: [owner('a')] } });
  await settle();

  expect(runs).toEqual(['ns/a create Thing ns/a']);
});

test('§7.3.5 a predicate that throws lets the event through and is logged', async () => {
  controller(host)
    .for(Thing)
    .filter(() => {
      throw new Error('oops');
    })
    .complete(reconciler);
  await host.start();

  host.things.put('ns/a');
  await settle();

  expect(runs.length).toBe(1);
  expect(host.errors()).toEqual(['predicate failed, the event is let through: Error: oops']);
});

test('§21.1.8 an optional kind that is not installed does not delay the start, and is watched when it appears', async () => {
  host.things.put('ns/a');
  host.transport.of('children').outage = new ApiError({ code: 404, reason: 'NotFound', message: 'no such resource' });
  controller(host).for(Thing).owns(Child, { optional: true }).complete(reconciler);
  await host.start();
  expect(runs).toEqual(['ns/a create Thing ns/a']);

  host.transport.of('children').outage = undefined;
  host.transport.of('children').put('ns/c', { kind: 'Child', metadata: { ownerReferences: [owner('a')] } });
  await host.clock.advanceAsync(10_000);

  expect(runs[1]).toBe('ns/a create Child ns/c');
});

test('every queues its requests at once and at each interval', async () => {
  controller(host, 'x')
    .source(intervalSource('1s', () => [{ name: 'tick' }], host.clock))
    .complete(reconciler);
  await host.start();
  expect(runs).toEqual(['/tick source every 1s']);

  await host.clock.advanceAsync(1000);

  expect(runs.length).toBe(2);
});

test('§1.1.17 §5.1.2 concurrency by kind comes before the general one, and the controller’s own before both', async () => {
  host.controllerDefaults = { concurrency: 2, kindConcurrency: { 'Thing.example.com': 5 } };
  controller(host).for(Thing).complete(reconciler);
  controller(host, 'own').for(Thing).options({ concurrency: 9 }).complete(reconciler);
  controller(host, 'same-as-default').for(Thing).options({ concurrency: 2 }).complete(reconciler);
  controller(host).for(Child).complete(reconciler);

  const text = await host.metrics.text();
  for (const [name, workers] of [
    ['thing', 5],
    ['own', 9],
    ['same-as-default', 2],
    ['child', 2],
  ])
    expect(text).toContain(`controller_runtime_max_concurrent_reconciles{controller="${name}"} ${workers}`);
});

test('§7.1.3 filters do not touch sources of the user’s own', async () => {
  const outside = channel<ThingObject>('outside', enqueueObject());
  controller(host)
    .for(Thing)
    .source(outside)
    .filter(() => false)
    .complete(reconciler);
  await host.start();

  host.things.put('ns/a');
  outside.emit(new Thing({ metadata: { namespace: 'ns', name: 'b' } }));
  await settle();

  expect(runs).toEqual(['ns/b generic Thing ns/b']);
});

test('§7.1.4 options given twice add up', async () => {
  host.controllerDefaults = { timeoutMs: 1 };
  controller(host).for(Thing).options({ concurrency: 3 }).options({ leaderElection: false }).complete(reconciler);

  expect(await host.metrics.text()).toContain('max_concurrent_reconciles{controller="thing"} 3');
  expect(host.added[0]?.group).toBe('always');
});

test('§7.2.4 an owner whose scope the server has yet to tell is queued under one name only', async () => {
  const Big = defineKind<KubeObject>({
    group: 'big.com',
    version: 'v1',
    kind: 'Big',
    plural: 'bigs',
    scope: 'Cluster',
  });
  const Dynamic = dynamicKind(Big.gvk);
  const { mapper } = host.client;
  let tell: () => void = () => undefined;
  const told = new Promise<void>((resolve) => (tell = resolve));
  const resolve = mapper.resolve.bind(mapper);
  Object.assign(mapper, {
    resolve: async (kind: Kind) => {
      if (kind.gvk.kind === 'Big') await told;
      return kind.gvk.kind === 'Big' ? resolve(Big) : resolve(kind);
    },
  });
  Object.assign(host, { cache: new InformerCache({ transport: host.transport, clock: host.clock, mapper }) });
  const ownerReferences = [owner('big', { apiVersion: 'big.com/v1', kind: 'Big' })];
  host.transport.of('bigs').put('big', { kind: 'Big', apiVersion: 'big.com/v1' });
  host.things.put('ns/child', { metadata: { ownerReferences } });
  controller(host).for(Dynamic).owns(Thing).complete(reconciler);

  await host.start();
  tell();
  await settle();

  expect(runs.map((run) => run.split(' ')[0])).toEqual(['/big']);
});
