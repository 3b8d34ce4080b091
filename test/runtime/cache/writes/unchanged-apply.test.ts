import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { type Client, createManager, type Manager } from '../../../../src/runtime/index.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../../src/testing/index.js';
import { crds, Gadget } from '../../client/status/gadget.js';

const stop = new AbortController();
let plane: ControlPlane;
let manager: Manager;
let client: Client;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane({ crds });
  manager = await createManager({ config: plane.config, health: false, leaderElection: false, metrics: false });
  client = manager.client.with({ fieldManager: 'me', namespace: 'default' });
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

/** How many applies of a kind were sent, and how many were not. */
async function counts(kind: string): Promise<{ sent: number; unchanged: number }> {
  const text = await manager.metrics.text();
  const of = (result: string): number =>
    Number(new RegExp(`kbts_client_apply_total\\{kind="${kind}",result="${result}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  return { sent: of('sent'), unchanged: of('unchanged') };
}

test('what the cache shows as applied is not sent again; what somebody changed is', async () => {
  const owner = await client.create(new ConfigMap({ metadata: { name: 'owner', namespace: 'default' } }));
  const own = manager.client.with({ owner, fieldManager: 'me' });
  const child = { metadata: { name: 'child' }, data: { a: '1' } };
  const before = await counts('ConfigMap');

  const first = await own.apply(ConfigMap, child);
  await client.get(ConfigMap, { name: 'child' });
  const second = await own.apply(ConfigMap, child);
  await own.apply(ConfigMap, child, { unchanged: 'send' });
  const changed = await plane.client.patch(first, { type: 'merge', body: { data: { a: '2' } } });
  await eventually(async () =>
    expect((await client.get(ConfigMap, { name: 'child' })).metadata.resourceVersion).toBe(
      changed.metadata.resourceVersion,
    ),
  );
  const restored = await own.apply(ConfigMap, child, { force: true });

  expect(second).toEqual(first);
  expect(second.metadata.ownerReferences?.[0]?.uid).toBe(owner.metadata.uid);
  expect(Object.isFrozen(second.data)).toBe(false);
  expect(restored.data).toEqual({ a: '1' });
  const after = await counts('ConfigMap');
  expect([after.sent - before.sent, after.unchanged - before.unchanged]).toEqual([3, 1]);
});

test('without a cache of the kind, and as a dry run, everything is sent', async () => {
  const { ServiceAccount } = await import('../../../../src/k8s/core/v1/index.js');
  const account = { metadata: { name: 'one' } };
  await client.apply(ServiceAccount, account);
  await client.apply(ServiceAccount, account);
  await client.with({ dryRun: true }).apply(ServiceAccount, account);

  expect(await counts('ServiceAccount')).toEqual({ sent: 2, unchanged: 0 });
});

test('a status that says the same is not sent, by name or by object', async () => {
  await client.create(new Gadget({ metadata: { name: 'a', namespace: 'default' }, spec: {} }));
  const gadget = await client.get(Gadget, { name: 'a' });
  const ready = { type: 'Ready', status: 'True', reason: 'AllUp', message: '' } as const;

  await client.status.report(gadget, { ready: 1, conditions: [ready] });
  await client.status.report(await client.get(Gadget, { name: 'a' }), { ready: 1, conditions: [ready] });
  const { status } = await client.get(Gadget, { name: 'a' });
  await client.status.apply({ kind: Gadget, name: 'a' }, { status });
  await client.status.report(await client.get(Gadget, { name: 'a' }), { ready: 1 });

  expect((await client.get(Gadget, { name: 'a' })).status).toEqual({ ready: 1 });
  expect(await counts('Gadget')).toEqual({ sent: 2, unchanged: 2 });
});
