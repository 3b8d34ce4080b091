import { expectTypeOf, test } from 'vitest';
import { StatefulSet } from '../../../../src/k8s/apps/v1/index.js';
import type { LabelSelector } from '../../../../src/k8s/meta/v1/index.js';
import {
  type Client,
  controller,
  type KubeObject,
  type Manager,
  type StatusReport,
  type ReconcileContext,
  type Stored,
  type Written,
} from '../../../../src/runtime/index.js';
import { keyOf } from '../../../../src/runtime/entry/cache.js';
import { Gadget } from './gadget.js';

/** Never called: that the right lines compile, and the marked ones do not, is the test. */
async function typed(client: Client): Promise<object> {
  const gadget = await client.get(Gadget, { namespace: 'default', name: 'a' });
  const ref = { kind: Gadget, namespace: 'default', name: 'a' };
  const ready = { type: 'Ready', status: 'True', reason: 'AllUp', message: '' } as const;

  // Writes of a status.
  await client.status.apply(gadget, { status: { ready: 1, phase: 'Up' } });
  await client.status.patch(gadget, { type: 'merge', body: { status: { phase: null } } });
  await client.status.setCondition(gadget, ready);
  await client.status.report(gadget, { ready: 1, conditions: [ready] });
  // @ts-expect-error no such part of an object
  await client.status.apply(gadget, { sttus: { ready: 1 } });
  // @ts-expect-error no such field of the status
  await client.status.apply(gadget, { status: { redy: 1 } });
  // @ts-expect-error not a phase
  await client.status.apply(ref, { status: { phase: 'Sideways' } });
  // @ts-expect-error no such field of the status
  await client.status.patch(gadget, { type: 'merge', body: { status: { redy: 1 } } });
  // @ts-expect-error no such part of an object
  await client.status.update(gadget, { sttus: {} });
  // @ts-expect-error no such field of the status
  await client.status.report(gadget, { redy: 1 });

  // Conditions that the kind declares.
  // @ts-expect-error no such type
  await client.status.setCondition(gadget, { ...ready, type: 'Raedy' });
  // @ts-expect-error no such reason
  await client.status.setCondition(gadget, { ...ready, reason: 'Whatever' });
  // @ts-expect-error not a status
  await client.status.setCondition(gadget, { ...ready, status: 'Yes' });
  // @ts-expect-error no such type in a report
  await client.status.report(gadget, { conditions: [{ ...ready, type: 'Raedy' }] });

  // Patches.
  await client.patch(gadget, { type: 'merge', body: { spec: { size: null }, metadata: { labels: { a: null } } } });
  await client.patch(ref, { type: 'merge', body: { spec: { tags: ['a'] } } });
  // @ts-expect-error no such field
  await client.patch(gadget, { type: 'merge', body: { spec: { sze: 1 } } });
  // @ts-expect-error no such field
  await client.patch(ref, { type: 'merge', body: { sepc: {} } });
  // @ts-expect-error not a list
  await client.patch(ref, { type: 'merge', body: { spec: { tags: 'a' } } });
  // What is not known cannot be checked.
  await client.patch<KubeObject>(gadget, { type: 'merge', body: { spec: { anything: 1 } } });

  // As a user writes them.
  const changed = await client.update({ ...gadget, spec: { ...gadget.spec, size: 2 } });
  const copy = await client.create({ ...gadget, metadata: { namespace: 'default', name: 'b' } });
  const selector: LabelSelector = { matchExpressions: [{ key: 'a', operator: 'In', values: ['b'] }] };
  const { items } = await client.list(Gadget, { labels: selector });
  const names = items.map(({ metadata: { name, uid, resourceVersion } }) => [name, uid, resourceVersion]);
  expectTypeOf(names).toEqualTypeOf<string[][]>();
  expectTypeOf(changed.metadata.name).toEqualTypeOf<string>();
  expectTypeOf(copy.metadata.uid).toEqualTypeOf<string>();
  expectTypeOf(await client.update(gadget)).toEqualTypeOf<Written<Gadget>>();
  expectTypeOf(keyOf(gadget)).toEqualTypeOf<string>();
  return new StatefulSet({
    metadata: { namespace: 'default', name: 'a' },
    spec: {
      serviceName: 'a',
      selector: { matchLabels: { app: 'a' } },
      template: { metadata: { labels: { app: 'a' } }, spec: { containers: [{ name: 'a', image: 'a' }] } },
      volumeClaimTemplates: [{ metadata: { name: 'data' }, spec: { accessModes: ['ReadWriteOnce'] } }],
    },
  });
}

class GadgetReconciler {
  async reconcile(gadget: Stored<Gadget>, { client }: ReconcileContext): Promise<StatusOnly> {
    await client.owned(gadget).apply(Gadget, { metadata: { name: `${gadget.metadata.name}-child` } });
    return { status: { ready: 1, conditions: [{ type: 'Ready', status: 'True', reason: 'AllUp', message: '' }] } };
  }
}
type StatusOnly = { status: StatusReport<Gadget> };

/** Not called either. */
function declared(manager: Manager): void {
  const it = new GadgetReconciler();
  manager.add(controller(Gadget).reconcile((gadget, context) => it.reconcile(gadget, context)));
  manager.add(
    controller(Gadget)
      .watches(StatefulSet, async (set, { reader }) => {
        const { items } = await reader.list(Gadget, { index: { name: 'set', value: keyOf(set) } });
        return items;
      })
      .reconcile(async ({ metadata }) => ({ status: { ready: metadata.name.length } })),
  );
}

test('what a kind declares is what may be written', () => {
  expectTypeOf(typed).toBeFunction();
  expectTypeOf(declared).toBeFunction();
});
