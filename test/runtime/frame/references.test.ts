/** References are judged by a model that knows nothing of indexes: it asks every object what it names. */
import { afterEach, expect, test } from 'vitest';
import { array, assert as check, asyncProperty, constant, constantFrom, oneof, record } from 'fast-check';
import { keyOf } from '../../../src/runtime/cache/store/object-key.js';
import { controller } from '../../../src/runtime/frame/controller-value.js';
import { indexValues, namedKeys, type References } from '../../../src/runtime/frame/references.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { connectTo } from '../../../src/runtime/part.js';
import { Thing } from '../cache/thing.js';
import { FakeHost } from '../controller/fake-host.js';
import { settle } from '../manual-clock.js';
import { randomFrom } from '../../kubernetes/regex/random-patterns.js';
import { seedOf } from '../../lanes/seed.js';

const Secret = defineKind<KubeObject>({
  group: 'example.com',
  version: 'v1',
  kind: 'Secret',
  plural: 'secrets',
  scope: 'Namespaced',
});

const hosts: FakeHost[] = [];
afterEach(async () => {
  await Promise.all(hosts.splice(0).map((host) => host.close()));
});

type Names = (labels: Readonly<Record<string, string>>) => References;

/** A host with a controller of Things that name Secrets; `runs` has what was reconciled and what was observed. */
function connected(namesOf: Names): { host: FakeHost; runs: string[]; observed: Map<string, string> } {
  const host = new FakeHost();
  hosts.push(host);
  const runs: string[] = [];
  const observed = new Map<string, string>();
  const value = controller(Thing)
    .options({ concurrency: 50 })
    .references('secret', Secret, ({ metadata }) => namesOf(metadata.labels ?? {}))
    .reconcile(async ({ metadata: { namespace, name } }, { observed: { secret } }) => {
      runs.push(`${namespace}/${name}`);
      const found: readonly unknown[] = Array.isArray(secret) ? secret : secret === undefined ? [] : [secret];
      const seen = (found as KubeObject[]).map(
        ({ metadata }) => `${metadata.namespace}/${metadata.name}#${metadata.uid}`,
      );
      observed.set(`${namespace}/${name}`, seen.join());
    });
  connectTo(host, value);
  return { host, runs, observed };
}

const secretsOf = (host: FakeHost) => host.transport.of('secrets');

const forms: Record<string, Names> = {
  'a name': ({ a }) => a,
  'a key in any namespace': ({ a, ns }) => ({ name: a, namespace: ns }),
  'a list': ({ a, b, ns }) => [a, b && { name: b, namespace: ns }, false, null, ''],
};

/** What a thing names, without the code under test. */
function named(form: string, namespace: string, labels: Readonly<Record<string, string>>): string[] {
  const { a, b, ns = namespace } = labels;
  if (form === 'a name') return a ? [`${namespace}/${a}`] : [];
  if (form === 'a key in any namespace') return a ? [`${ns}/${a}`] : [];
  return [...new Set([...(a ? [`${namespace}/${a}`] : []), ...(b ? [`${ns}/${b}`] : [])])];
}

const key = constantFrom('x/one', 'x/two', 'y/one', 'y/two');
const labels = record(
  { a: constantFrom('s', 't'), b: constantFrom('s', 't', 'u'), ns: constantFrom('x', 'y') },
  { requiredKeys: [] },
);
const step = oneof(
  record({ type: constant('put thing' as const), key, labels }),
  record({ type: constant('remove thing' as const), key }),
  record({
    type: constantFrom('put secret' as const, 'remove secret' as const),
    key: constantFrom('x/s', 'x/t', 'y/s', 'y/u'),
  }),
);

test.each(Object.keys(forms))('%s: exactly the objects that name a changed one are reconciled', async (form) => {
  const history = array(step, { minLength: 1, maxLength: 25 });
  await check(
    asyncProperty(history, async (steps) => {
      const { host, runs, observed } = connected(forms[form] ?? (() => undefined));
      const secrets = secretsOf(host);
      const things = new Map<string, Record<string, string>>();
      await host.start();
      for (const action of steps) {
        runs.length = 0;
        let expected: string[] = [];
        if (action.type === 'put thing') {
          host.things.put(action.key, {}, action.labels);
          things.set(action.key, action.labels);
          expected = [action.key];
        } else if (action.type === 'remove thing') {
          host.things.remove(action.key);
          things.delete(action.key);
        } else {
          const existed = secrets.objects.has(action.key);
          if (action.type === 'put secret') secrets.put(action.key);
          else secrets.remove(action.key);
          const namesIt = ([thing, given]: [string, Record<string, string>]): boolean =>
            named(form, thing.split('/')[0] ?? '', given).includes(action.key);
          if (existed || action.type === 'put secret') expected = [...things].filter(namesIt).map(([thing]) => thing);
        }
        await settle();
        expect(runs.toSorted()).toEqual(expected.toSorted());
        for (const [thing, given] of things) {
          const keys = named(form, thing.split('/')[0] ?? '', given).filter((name) => secrets.objects.has(name));
          const seen = keys.map((name) => `${name}#${secrets.objects.get(name)?.metadata.uid}`);
          expect(observed.get(thing)).toBe(seen.join());
        }
      }
      await host.close();
    }),
    { numRuns: 60 },
  );
});

/** How a batch of changes reaches the caches: each as an event, later by a resumed watch, or only its end by a new list. */
const batch = record({
  seen: constantFrom('as events', 'after a cut', 'by a new list'),
  actions: array(step, { minLength: 1, maxLength: 8 }),
});

test.each(Object.keys(forms))('%s: several changes at once, also when watches miss them', async (form) => {
  await check(
    asyncProperty(array(batch, { minLength: 1, maxLength: 6 }), async (batches) => {
      const { host, runs, observed } = connected(forms[form] ?? (() => undefined));
      const secrets = secretsOf(host);
      await host.start();
      for (const { seen, actions } of batches) {
        const before = { things: versions(host.things), secrets: versions(secrets) };
        runs.length = 0;
        const lost = seen === 'as events' ? undefined : new Error('the network is down');
        for (const resource of [host.things, secrets]) {
          resource.outage = lost;
          if (lost) resource.cut();
        }
        const touched = { things: new Set<string>(), secrets: new Set<string>() };
        for (const action of actions) change(host, action, touched);
        if (seen === 'by a new list') for (const resource of [host.things, secrets]) resource.compact();
        for (const resource of [host.things, secrets]) resource.outage = undefined;
        await host.clock.advanceAsync(120_000);

        // A new list shows only what is different in the end.
        const isList = seen === 'by a new list';
        const changedThings = isList ? different(before.things, versions(host.things)) : touched.things;
        const changedSecrets = isList ? different(before.secrets, versions(secrets)) : touched.secrets;
        const must = [...host.things.objects].filter(([thing, { metadata }]) => {
          const names = named(form, thing.split('/')[0] ?? '', metadata.labels ?? {});
          return changedThings.has(thing) || names.some((name) => changedSecrets.has(name));
        });
        const ran = new Set(runs);
        // What was created and is gone again may have run in between.
        const left = [...ran].filter((thing) => host.things.objects.has(thing));
        expect(left.toSorted()).toEqual(must.map(([thing]) => thing).toSorted());
        for (const [thing, { metadata }] of host.things.objects) {
          const names = named(form, thing.split('/')[0] ?? '', metadata.labels ?? {});
          const found = names.flatMap((name) => secrets.objects.get(name)?.metadata.uid ?? []);
          expect(observed.get(thing)?.split(',').map(uidOf).filter(Boolean)).toEqual(found);
        }
      }
      await host.close();
    }),
    { numRuns: 60 },
  );
});

function change(
  host: FakeHost,
  { type, key: place, ...rest }: { type: string; key: string; labels?: Record<string, string> },
  touched: { things: Set<string>; secrets: Set<string> },
): void {
  const isThing = type.endsWith('thing');
  const resource = isThing ? host.things : secretsOf(host);
  if (type.startsWith('put')) resource.put(place, {}, isThing ? rest.labels : undefined);
  else if (!resource.remove(place)) return;
  touched[isThing ? 'things' : 'secrets'].add(place);
}

function versions(resource: FakeHost['things']): Map<string, string | undefined> {
  return new Map([...resource.objects].map(([place, { metadata }]) => [place, metadata.resourceVersion]));
}

function different(before: Map<string, unknown>, after: Map<string, unknown>): Set<string> {
  return new Set([...before.keys(), ...after.keys()].filter((place) => before.get(place) !== after.get(place)));
}

function uidOf(shown: string): string {
  return shown.split('#')[1] ?? '';
}

test('10,000 objects name 100 Secrets: changes reconcile exactly those that name a changed one', async () => {
  const { host, runs } = connected(forms['a list'] ?? (() => undefined));
  const secrets = secretsOf(host);
  const random = randomFrom(seedOf());
  const secretName = (): string => `s${Math.floor(random() * 50)}`;
  const secretKey = (): string => `${random() < 0.5 ? 'x' : 'y'}/${secretName()}`;
  const randomLabels = (): Record<string, string> => ({
    a: secretName(),
    ...(random() < 0.5 ? { b: secretName(), ns: random() < 0.5 ? 'x' : 'y' } : {}),
  });
  for (const ns of ['x', 'y']) for (let index = 0; index < 50; index++) secrets.put(`${ns}/s${index}`);
  for (let index = 0; index < 10_000; index++)
    host.things.put(`${index % 2 ? 'x' : 'y'}/t${index}`, {}, randomLabels());
  await host.start();
  await until(() => runs.length >= 10_000);
  expect([runs.length, new Set(runs).size]).toEqual([10_000, 10_000]);

  for (let round = 0; round < 20; round++) {
    runs.length = 0;
    const changed = new Set<string>();
    for (let index = 0; index <= round % 4; index++) {
      const place = secretKey();
      // Missing ones come back as new objects.
      if (random() < 0.4 && secrets.remove(place)) changed.add(place);
      if (random() < 0.6) changed.add(keyOf(secrets.put(place)));
    }
    const thing = `x/t${Math.floor(random() * 5000) * 2 + 1}`;
    host.things.put(thing, {}, randomLabels());
    const expected = [...host.things.objects].filter(
      ([place, { metadata }]) =>
        place === thing ||
        named('a list', place.split('/')[0] ?? '', metadata.labels ?? {}).some((name) => changed.has(name)),
    );
    await until(() => new Set(runs).size >= expected.length);
    await settle();

    expect([...new Set(runs)].toSorted()).toEqual(expected.map(([place]) => place).toSorted());
  }
});

test('objects that one Secret queues wait behind single changes when they are many', async () => {
  const host = new FakeHost();
  hosts.push(host);
  const priorities = new Map<string, number>();
  const value = controller(Thing)
    .references('secret', Secret, ({ metadata }) => metadata.labels?.['a'])
    .reconcile(async ({ metadata: { name } }, { priority }) => void priorities.set(name, priority));
  connectTo(host, value);
  const secrets = secretsOf(host);
  for (let index = 0; index < 101; index++) host.things.put(`ns/many-${index}`, {}, { a: 's' });
  for (let index = 0; index < 100; index++) host.things.put(`ns/few-${index}`, {}, { a: 't' });
  await host.start();
  await until(() => priorities.size === 201);
  priorities.clear();

  secrets.put('ns/s');
  secrets.put('ns/t');
  await until(() => priorities.size === 201);

  const of = (start: string): number[] => [...priorities].flatMap(([name, of]) => (name.startsWith(start) ? of : []));
  expect([new Set(of('many')), new Set(of('few'))]).toEqual([new Set([-100]), new Set([0])]);
});

test('a cluster-scoped object must give the namespace of what it names; that of a cluster-scoped kind is ignored', () => {
  const step = { name: 'secret', kind: Secret, settings: {}, of: () => ['s', { name: 't', namespace: 'x' }] };
  const node = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name: 'a', uid: 'u', resourceVersion: '1', creationTimestamp: '' },
  };

  expect(() => namedKeys(step, node, 'Namespaced')).toThrow(
    'the reference "secret" of Node a names Secret "s" without a namespace, and Node has none: return { name, namespace }',
  );
  expect(indexValues(step, node, 'Namespaced')).toEqual([]);
  expect(namedKeys(step, node, 'Cluster')).toEqual({ isList: true, keys: [{ name: 's' }, { name: 't' }] });
});

async function until(isTrue: () => boolean): Promise<void> {
  for (let tries = 0; tries < 10_000 && !isTrue(); tries++) await settle();
}
