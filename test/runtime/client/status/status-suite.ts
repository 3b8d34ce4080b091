/** Writes of a status, on whichever control plane. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, conditions, type Stored } from '../../../../src/runtime/index.js';
import { AtomicConditionsError } from '../../../../src/runtime/entry/errors.js';
import { type ControlPlane, type ControlPlaneKind, startControlPlane } from '../../../../src/testing/index.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { Atomic, crds, Gadget } from './gadget.js';

const foreign = { type: 'Foreign', status: 'True', reason: 'Seen', message: 'by another controller' } as const;
const ready = { type: 'Ready', status: 'True', reason: 'AllUp', message: '3 of 3' } as const;

/** The suite of one control plane. */
export function statusSuite(kind: ControlPlaneKind): void {
  let plane: ControlPlane;
  let client: Client;
  let other: Client;
  let count = 0;

  beforeAll(async () => {
    if (kind === 'envtest') await ensureBinaries();
    plane = await startControlPlane({ kind, crds });
    client = plane.client.with({ fieldManager: 'gadget' });
    other = plane.client.with({ fieldManager: 'other' });
  });
  afterAll(() => plane.stop());

  /** A new object of the kind. */
  async function made(of = Gadget): Promise<Stored<Gadget>> {
    const name = `it-${count++}`;
    await client.create(new of({ metadata: { namespace: 'default', name }, spec: { size: 1 } }));
    return client.get(of, { namespace: 'default', name });
  }
  const again = (object: Stored<Gadget>, of = Gadget): Promise<Stored<Gadget>> => client.get(of, object.metadata);

  test('setting a condition leaves those of others to them, and those that were set before', async () => {
    const gadget = await made();
    await other.status.setCondition(gadget, foreign);
    await client.status.setCondition(await again(gadget), { ...ready, type: 'Degraded', status: 'False' });

    expect(await client.status.setCondition(await again(gadget), ready)).toBe(true);

    const { status } = await again(gadget);
    expect(status?.conditions?.map(({ type }) => type).toSorted()).toEqual(['Degraded', 'Foreign', 'Ready']);
    expect(conditions.get(status?.conditions, 'Ready')).toMatchObject({ ...ready, observedGeneration: 1 });
  });

  test('a condition that says nothing new is not sent', async () => {
    const gadget = await made();
    await client.status.setCondition(gadget, ready);
    const before = await again(gadget);

    expect(await client.status.setCondition(before, ready)).toBe(false);

    expect((await again(gadget)).metadata.resourceVersion).toBe(before.metadata.resourceVersion);
  });

  test('the time of a transition is kept while the status of a condition is the same', async () => {
    const gadget = await made();
    const lastTransitionTime = '2020-01-01T00:00:00Z';
    await client.status.setCondition(gadget, { ...ready, lastTransitionTime });

    await client.status.setCondition(await again(gadget), { ...ready, message: '4 of 4' });
    const kept = conditions.get((await again(gadget)).status?.conditions, 'Ready');
    await client.status.setCondition(await again(gadget), { ...ready, status: 'False' });
    const moved = conditions.get((await again(gadget)).status?.conditions, 'Ready');

    expect(kept).toMatchObject({ message: '4 of 4', lastTransitionTime });
    expect(moved?.lastTransitionTime).not.toBe(lastTransitionTime);
  });

  test('a report says all that its manager says, and nothing of others goes away', async () => {
    const gadget = await made();
    await other.status.setCondition(gadget, foreign);
    const degraded = { ...ready, type: 'Degraded', status: 'False' } as const;
    await client.status.report(await again(gadget), { ready: 1, phase: 'Down', conditions: [degraded] });

    await client.status.report(await again(gadget), { ready: 3, conditions: [ready] });

    const { status } = await again(gadget);
    expect(status).toMatchObject({ ready: 3 });
    expect(status).not.toHaveProperty('phase');
    expect(status?.conditions?.map(({ type }) => type).toSorted()).toEqual(['Foreign', 'Ready']);
  });

  test('conditions that are replaced as a whole are not taken from others', async () => {
    const gadget = await made(Atomic);
    await other.status.setCondition(gadget, foreign);
    const before = await again(gadget, Atomic);

    const refused = client.status.setCondition(before, ready);
    const bare = { ...before, metadata: { ...before.metadata, managedFields: undefined } };
    const rehearsed = client.status.report(bare, { conditions: [ready] });

    await expect(refused).rejects.toThrow(AtomicConditionsError);
    await expect(rehearsed).rejects.toThrow(/\+listType=map/);
    expect((await again(gadget, Atomic)).status).toEqual(before.status);
  });

  test('the name of a manager that is too long for a condition is cut', async () => {
    const gadget = await made();
    const long = plane.client.with({ fieldManager: 'm'.repeat(128) });

    await long.status.setCondition(gadget, ready);
    await long.status.setCondition(await again(gadget), { ...ready, type: 'Degraded' });

    expect((await again(gadget)).status?.conditions).toHaveLength(2);
  });
}
