import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { controller } from '../../../src/runtime/controller/builder.js';
import { adaptObjectReconciler } from '../../../src/runtime/controller/object-reconciler.js';
import type { ObjectReconciler, Result } from '../../../src/runtime/controller/reconcile.js';
import type { Thing as ThingObject } from '../cache/fake-resource.js';
import { Thing } from '../cache/thing.js';
import { settle } from '../manual-clock.js';
import { FakeHost } from './fake-host.js';

const FINALIZER = 'things.example.com/finalizer';
let host: FakeHost;
let calls: string[];

beforeEach(() => {
  host = new FakeHost();
  calls = [];
});

afterEach(() => host.close());

async function run(more: Partial<ObjectReconciler<ThingObject>> = {}): Promise<void> {
  controller(host)
    .for(Thing)
    .complete({
      reconcileObject: async ({ metadata }) =>
        void calls.push(`reconcile ${metadata.name} ${(metadata.finalizers ?? []).join()}`.trim()),
      ...more,
    });
  await host.start();
}

test('§5.3.10 gets the object; objects that are gone never reach it', async () => {
  host.things.put('ns/a');
  await run();
  host.things.remove('ns/a');
  await settle();

  expect(calls).toEqual(['reconcile a']);
});

test('onDeleted is told of objects that are gone', async () => {
  host.things.put('ns/a');
  await run({ onDeleted: async ({ name }) => void calls.push(`deleted ${name}`) });

  host.things.remove('ns/a');
  await settle();

  expect(calls).toEqual(['reconcile a', 'deleted a']);
});

test('§8.3.2 with finalize the finalizer is there before the first reconcile', async () => {
  host.things.put('ns/a', { metadata: { finalizers: ['other/f'] } });

  await run({ finalize: async () => undefined });

  expect(calls[0]).toBe(`reconcile a other/f,${FINALIZER}`);
  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual(['other/f', FINALIZER]);
});

test('§8.3 a deleted object is finalized once, and then let go', async () => {
  host.things.put('ns/a');
  await run({ finalizer: 'mine/f', finalize: async ({ metadata }) => void calls.push(`finalize ${metadata.name}`) });
  calls = [];

  await host.client.delete({ kind: Thing, namespace: 'ns', name: 'a' });
  await settle();
  await settle();

  expect(calls).toEqual(['finalize a']);
  expect(host.things.objects.size).toBe(0);
  expect(host.lines.filter(({ message }) => message === 'finalizing')).toHaveLength(1);
});

const terminating = { finalizers: [FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' };
const target = { kind: Thing, namespace: 'ns', name: 'a' };

test('§8.3.2 finalize runs once, even if it writes to its own object', async () => {
  host.things.put('ns/a', { metadata: terminating });
  await run({
    finalize: async ({ metadata }, { client }) => {
      calls.push(`finalize ${metadata.name}`);
      await client.status.patch(target, { type: 'merge', body: { status: { value: calls.length } } });
    },
  });

  expect(calls).toEqual(['finalize a']);
  expect(host.things.objects.size).toBe(0);
});

test('§8.3.2 finalizers that others add and remove while ours is removed are respected', async () => {
  host.things.put('ns/a', { metadata: { ...terminating, finalizers: ['other/f', FINALIZER] } });
  await run({
    finalize: async () => {
      calls.push('finalize');
      host.things.put('ns/a', { metadata: { ...terminating, finalizers: [FINALIZER, 'third/f'] } });
    },
  });

  expect(calls).toEqual(['finalize']);
  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual(['third/f']);
});

test('§8.3.2 when the finalizer cannot be removed, only that is tried again', async () => {
  host.things.put('ns/a', { metadata: terminating });
  let refusals = 2;
  host.transport.beforeAnswer = async ({ method }) => {
    if (method === 'PATCH' && refusals-- > 0)
      throw new ApiError({ code: 403, reason: 'Forbidden', message: 'not now' });
  };
  vi.spyOn(host.things, 'remove').mockReturnValueOnce(undefined).mockReturnValueOnce(undefined);
  await run({ finalize: async () => void calls.push('finalize') });
  await host.clock.advanceAsync(5);
  await host.clock.advanceAsync(10);

  expect(calls).toEqual(['finalize']);
  expect(host.things.objects.size).toBe(0);
});

test('§8.3.2 a new object of the same name is finalized again', async () => {
  host.things.put('ns/a', { metadata: terminating });
  await run({ finalize: async ({ metadata }) => void calls.push(`finalize ${metadata.uid}`) });
  host.things.put('ns/a', { metadata: terminating });
  await settle();

  expect(new Set(calls).size).toBe(2);
  expect(host.things.objects.size).toBe(0);
});

test('the status of a finished clean-up is written when the finalizers of others keep the object', async () => {
  host.things.put('ns/a', { metadata: { ...terminating, finalizers: [FINALIZER, 'other/f'] } });

  await run({ finalize: async () => ({ status: { value: 7 } }) });

  expect(host.things.objects.get('ns/a')).toMatchObject({
    status: { value: 7 },
    metadata: { finalizers: ['other/f'] },
  });
});

test('two controllers of a manager cannot share a finalizer', async () => {
  const reconciler = { reconcileObject: async () => undefined, finalize: async () => undefined };
  const first = controller(host, 'dns').for(Thing).complete(reconciler);

  expect(() => controller(host, 'storage').for(Thing).complete(reconciler)).toThrow(
    /controllers "dns" and "storage" both use the finalizer "things.example.com\/finalizer"/,
  );
  controller(host, 'storage')
    .for(Thing)
    .complete({ ...reconciler, finalizer: 'things.example.com/storage' });
  controller(host, 'reader')
    .for(Thing)
    .complete({ reconcileObject: async () => undefined });
  await first.stop();
  controller(host, 'dns').for(Thing).complete(reconciler);
});

test('§8.3.2 the finalizer stays until finalize is finished', async () => {
  const results: Result[] = [{ requeueAfter: '100ms' }, undefined];
  host.things.put('ns/a', { metadata: { finalizers: [FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' } });
  await run({ finalize: async () => results.shift() });
  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual([FINALIZER]);

  await host.clock.advanceAsync(100);

  expect(host.things.objects.size).toBe(0);
});

test('§8.3.2 the finalizer stays when finalize fails', async () => {
  host.things.put('ns/a', { metadata: { finalizers: [FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' } });

  await run({
    finalize: async () => {
      throw new Error('still there');
    },
  });

  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual([FINALIZER]);
});

test('§8.3 an object that waits for others’ finalizers is left alone', async () => {
  host.things.put('ns/a', { metadata: { finalizers: ['other/f'], deletionTimestamp: '2026-01-01T00:00:00Z' } });

  await run({ finalize: async () => void calls.push('finalize') });

  expect(calls).toEqual([]);
});

test('§8.3.2 an object that is gone when its finalizer is to be removed is not an error', async () => {
  host.things.put('ns/a', { metadata: { finalizers: [FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' } });

  await run({
    finalize: async ({ metadata }) => {
      calls.push(`finalize ${metadata.name}`);
      host.things.remove('ns/a');
    },
  });
  await host.clock.advanceAsync(60_000);

  expect(calls).toEqual(['finalize a']);
  expect(host.errors()).toEqual([]);
});

test('§8.3 a conflict about the finalizer is tried again quietly, one of the reconciler is its error', async () => {
  host.things.put('ns/a', { metadata: { finalizers: [FINALIZER] } });
  const conflict = new ApiError({ code: 409, reason: 'Conflict', message: 'somebody was faster' });

  await run({ finalize: async () => undefined, reconcileObject: () => Promise.reject(conflict) });

  expect(await host.metrics.text()).toContain('controller_runtime_reconcile_errors_total{controller="thing"} 1');
});

test('a clean-up with a wrong result keeps the finalizer', async () => {
  host.things.put('ns/a', { metadata: { finalizers: [FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' } });

  await run({ finalize: async () => ({ requeueAfter: '0s' }) });

  expect(host.errors()[0]).toContain('requeueAfter is wrong, "0s" is not above 0');
  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual([FINALIZER]);
});

test('objects that are being deleted do not reach reconcileObject, except when asked for', async () => {
  host.things.put('ns/a', { metadata: { finalizers: ['other/f'], deletionTimestamp: '2026-01-01T00:00:00Z' } });
  await run();
  expect(calls).toEqual([]);
  await host.close();
  host = new FakeHost();
  host.things.put('ns/a', { metadata: { finalizers: ['other/f'], deletionTimestamp: '2026-01-01T00:00:00Z' } });

  await run({ whileDeleting: true });

  expect(calls).toEqual(['reconcile a other/f']);
});

test('the finalizer of an earlier version without a clean-up any more is removed', async () => {
  host.things.put('ns/a', {
    metadata: { finalizers: ['other/f', FINALIZER], deletionTimestamp: '2026-01-01T00:00:00Z' },
  });

  await run();

  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual(['other/f']);
  expect(calls).toEqual([]);
});

test('nobody asks for the signal of a reconcile that does not wait, as making one costs more than the rest', async () => {
  let asked = 0;
  const context = {
    client: { find: async () => ({ metadata: { name: 'a' } }) },
    get signal() {
      asked++;
      return new AbortController().signal;
    },
  };
  const reconciler = adaptObjectReconciler(Thing, { reconcileObject: async () => void calls.push('reconciled') });

  await reconciler.reconcile({ name: 'a' }, context as never);

  expect([calls, asked]).toEqual([['reconciled'], 0]);
});
