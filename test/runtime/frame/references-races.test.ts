/** References while reconciles are running: nothing that changed in the meantime may be missed. */
import { expect, test } from 'vitest';
import { array, assert as check, asyncProperty, boolean, constantFrom, oneof, record, constant } from 'fast-check';
import { controller } from '../../../src/runtime/frame/controller-value.js';
import type { References } from '../../../src/runtime/frame/references.js';
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

/** What a label makes of the function: a name, several, nothing, an error, or what is no reference. */
const SHAPES: Readonly<Record<string, (name: string) => unknown>> = {
  name: (name) => name,
  key: (name) => ({ name, namespace: 'y' }),
  list: (name) => [name, { name, namespace: 'y' }, name, undefined],
  empty: () => [],
  nothing: () => undefined,
  text: () => '',
  throws: () => {
    throw new Error('no reference today');
  },
  promise: (name) => Promise.resolve(name),
};

/** The keys that a thing names, or undefined where reconciling it must fail. */
function named(shape: string, name: string, namespace: string): string[] | undefined {
  if (shape === 'throws' || shape === 'promise') return undefined;
  if (shape === 'name') return [`${namespace}/${name}`];
  if (shape === 'key') return [`y/${name}`];
  return shape === 'list' ? [...new Set([`${namespace}/${name}`, `y/${name}`])] : [];
}

const thing = constantFrom('x/one', 'x/two', 'y/one');
const shape = constantFrom(...Object.keys(SHAPES));
const action = oneof(
  record({ type: constant('put thing' as const), key: thing, shape, name: constantFrom('s', 't') }),
  record({ type: constant('remove thing' as const), key: thing }),
  record({
    type: constantFrom('put secret' as const, 'remove secret' as const),
    key: constantFrom('x/s', 'x/t', 'y/s'),
  }),
);
/** Whether running reconciles may end after the action, and whether the caches may see it. */
const step = record({ action, ends: boolean(), settles: boolean() });

test('the last reconcile of every object has seen what it names', async () => {
  await check(
    asyncProperty(array(step, { minLength: 1, maxLength: 20 }), constantFrom(1, 10), async (steps, concurrency) => {
      const host = new FakeHost();
      const secrets = host.transport.of('secrets');
      const seen = new Map<string, string>();
      const failed = new Set<string>();
      let gates: (() => void)[] = [];
      connectTo(
        host,
        controller(Thing)
          .options({ concurrency })
          .references('secret', Secret, ({ metadata }) => {
            const { shape: kind = 'nothing', name = 's' } = metadata.labels ?? {};
            return SHAPES[kind]?.(name) as References;
          })
          .onError((_, { namespace, name }) => void failed.add(`${namespace}/${name}`))
          .reconcile(async ({ metadata: { namespace, name } }, { observed: { secret } }) => {
            const all = (Array.isArray(secret) ? secret : [secret]) as readonly (KubeObject | undefined)[];
            await new Promise<void>((resolve) => gates.push(resolve));
            failed.delete(`${namespace}/${name}`);
            seen.set(`${namespace}/${name}`, all.map((one) => one?.metadata.resourceVersion ?? '').join());
          }),
      );
      await host.start();
      const labels = new Map<string, Record<string, string>>();
      const open = async (): Promise<void> => {
        for (const pass of gates.splice(0)) pass();
        await settle();
      };
      for (const { action: one, ends, settles } of steps) {
        if (one.type === 'put thing') {
          labels.set(one.key, { shape: one.shape, name: one.name });
          host.things.put(one.key, {}, labels.get(one.key));
        } else if (one.type === 'remove thing') {
          host.things.remove(one.key);
          labels.delete(one.key);
        } else if (one.type === 'put secret') secrets.put(one.key);
        else secrets.remove(one.key);
        if (settles) await settle();
        if (ends) await open();
      }
      for (let turn = 0; turn < 8; turn++) await settle().then(open);
      expect(gates).toEqual([]);
      gates = [];

      for (const [key, { shape: kind = '', name = '' }] of labels) {
        const keys = named(kind, name, key.split('/')[0] ?? '');
        expect([key, kind, failed.has(key)]).toEqual([key, kind, keys === undefined]);
        if (!keys) continue;
        const versions = keys.flatMap((one) => secrets.objects.get(one)?.metadata.resourceVersion ?? []);
        expect([key, kind, seen.get(key)]).toEqual([key, kind, versions.join()]);
      }
      await host.close();
    }),
    { numRuns: 100 },
  );
});
