import { afterAll, beforeAll, expect, test } from 'vitest';
import { conditions, controller, createManager, type Manager } from '../../../src/runtime/index.js';
import { type ControlPlane, startControlPlane, waitFor } from '../../../src/testing/index.js';
import { crds, Gadget } from '../client/status/gadget.js';

const stop = new AbortController();
const options = { health: false, leaderElection: false, metrics: false, logging: { level: 'error' } } as const;
const ready = { type: 'Ready', status: 'True', reason: 'AllUp', message: '' } as const;
let plane: ControlPlane;
let manager: Manager;
let running: Promise<void>;
let runs = 0;
let finalized = 0;

beforeAll(async () => {
  plane = await startControlPlane({ crds });
  manager = await createManager({ config: plane.config, ...options });
  manager.add(
    controller(Gadget)
      .reconcile(async ({ spec }) => {
        runs++;
        const requeueAfter = runs === 1 ? ('1ms' as const) : undefined;
        // What is undefined is not reported, and does not look like a change the second time.
        return { status: { ready: spec.size ?? 0, phase: undefined, conditions: [ready] }, requeueAfter };
      })
      .finalize(async () => {
        finalized++;
        if (finalized === 1) return { status: { phase: 'Down' }, requeueAfter: '1ms' };
        return { status: { phase: 'Up' } };
      }),
  );
  running = manager.start(stop.signal);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

test('the status that a reconciler returns is written, once, and the delay beside it counts', async () => {
  const key = { namespace: 'default', name: 'a' };
  const ref = { kind: Gadget, ...key };
  await plane.client.create(new Gadget({ metadata: key, spec: { size: 2 } }));

  const written = await waitFor(plane.client, ref, (gadget) => gadget?.status?.ready === 2 && runs > 1);

  expect(conditions.get(written?.status?.conditions, 'Ready')).toMatchObject({ ...ready, observedGeneration: 1 });
  expect(await manager.metrics.text()).toContain('kbts_client_apply_total{kind="Gadget",result="sent"} 1');

  // What finalize says while it is not finished is written; afterwards nobody is left to read it.
  const watched: unknown[] = [];
  const seen = waitFor(plane.client, ref, (gadget) => gadget?.status?.phase !== undefined && watched.push(gadget) > 0);
  await plane.client.delete(ref);
  await seen;
  await waitFor(plane.client, ref, (gadget) => gadget === undefined);
  expect(watched).toMatchObject([{ status: { phase: 'Down' } }]);
});
