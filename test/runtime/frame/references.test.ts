/** References are judged by a model that knows nothing of indexes: it asks every object what it names. */
import { afterEach, expect, test } from 'vitest';
import { array, assert as check, asyncProperty, constant, constantFrom, oneof, record } from 'fast-check';
import { controller } from '../../../src/runtime/frame/controller-value.js';
import { indexValues, namedKeys, type References } from '../../../src/runtime/frame/references.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { connectTo } from '../../../src/runtime/part.js';
import { Thing } from '../cache/thing.js';
import { FakeHost } from '../controller/fake-host.js';
import { settle } from '../manual-clock.js';

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

test('10,000 objects name 100 Secrets: a change reconciles exactly its hundred, at the start each runs once', async () => {
  const { host, runs } = connected(({ a }) => a);
  const secrets = secretsOf(host);
  for (let index = 0; index < 100; index++) secrets.put(`ns/s${index}`);
  for (let index = 0; index < 10_000; index++) host.things.put(`ns/t${index}`, {}, { a: `s${index % 100}` });
  await host.start();
  await until(() => runs.length >= 10_000);
  expect(new Set(runs).size).toBe(10_000);
  expect(runs.length).toBe(10_000);

  runs.length = 0;
  secrets.put('ns/s42');
  await until(() => runs.length >= 100);
  await settle();

  const wanted = Array.from({ length: 100 }, (_, index) => `ns/t${index * 100 + 42}`);
  expect(runs.toSorted()).toEqual(wanted.toSorted());
});

test('one Secret that thousands name waits behind single changes', async () => {
  const { host, runs } = connected(({ a }) => a);
  const secrets = secretsOf(host);
  secrets.put('ns/s');
  for (let index = 0; index < 1000; index++) host.things.put(`ns/t${index}`, {}, { a: 's' });
  await host.start();
  await until(() => runs.length >= 1000);
  runs.length = 0;

  secrets.put('ns/s');
  await until(() => runs.length >= 1000);

  expect(new Set(runs).size).toBe(1000);
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
