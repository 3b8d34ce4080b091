/** Children of kinds that their controller does not watch. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { functionSource } from '../../../../src/runtime/controller/source.js';
import { controller } from '../../../../src/runtime/frame/controller-value.js';
import { keyedController } from '../../../../src/runtime/frame/keyed.js';
import { defineKind, metadataOnly } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { connectTo } from '../../../../src/runtime/part.js';
import { Thing } from '../../cache/thing.js';
import { FakeHost } from '../../controller/fake-host.js';

const Child = defineKind<KubeObject & { kind: 'Child'; apiVersion: 'example.com/v1' }>({
  group: 'example.com',
  version: 'v1',
  kind: 'Child',
  plural: 'children',
  scope: 'Namespaced',
});

let host: FakeHost;
beforeEach(() => {
  host = new FakeHost();
});
afterEach(() => host.close());

/** What was reported when two objects have had two children each. */
async function reported(make: (draft: typeof base) => typeof base): Promise<unknown[]> {
  const done: string[] = [];
  connectTo(
    host,
    make(base).reconcile(async (thing, { client }) => {
      const own = client.owned(thing);
      for (const name of ['a', 'b'].map((one) => `${thing.metadata.name}-${one}`)) {
        await own.create(new Child({ metadata: { name } }));
        await own.apply(Child, { metadata: { name } });
      }
      done.push(thing.metadata.name);
    }),
  );
  host.things.put('ns/one');
  host.things.put('ns/two');
  await host.start();
  await host.clock.advanceAsync(1000);
  expect(new Set(done)).toEqual(new Set(['one', 'two']));
  return host.lines.filter(({ message }) => message.includes('does not watch')).map(({ fields }) => fields);
}
const base = controller(Thing).options({ concurrency: 2 });

test('are reported once per kind, with the step that is missing', async () => {
  const found = await reported((draft) => draft);

  expect(found).toEqual([
    expect.objectContaining({ controller: 'thing', apiVersion: 'example.com/v1', kind: 'Child' }),
  ]);
  expect(host.lines.map(({ message }) => message)).toContain(
    'writes children of a kind that it does not watch, so their changes reconcile nothing; add .owns(Child) or .watches(Child, …)',
  );
});

test.each<[string, (draft: typeof base) => typeof base]>([
  ['owned', (draft) => draft.owns(Child)],
  ['owned as metadata', (draft) => draft.owns(metadataOnly(Child))],
  ['watched by a function', (draft) => draft.watches(Child, () => undefined)],
  ['named by a reference', (draft) => draft.references('child', Child, () => 'a')],
  ['perhaps watched by a source of its own', (draft) => draft.source(functionSource('mine', () => undefined))],
])('are not reported when their kind is %s', async (_, make) => {
  expect(await reported(make)).toEqual([]);
});

test('of keyed controllers are reported as well', async () => {
  host.things.put('ns/one');
  const keyed = keyedController<string>('keys')
    .watches(Thing, ({ metadata }) => metadata.name)
    .reconcile(async (name, { client }) => {
      const thing = await client.get(Thing, { namespace: 'ns', name });
      await client.owned(thing).create(new Child({ metadata: { name } }));
    });
  connectTo(host, keyed);
  await host.start();

  expect(host.lines.map(({ message }) => message).join()).toContain('add .owns(Child) or .watches(Child, …)');
});
