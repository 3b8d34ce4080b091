import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { defineKind, is, type KubeObject, type WatchPhase } from '../../../../src/runtime/index.js';
import { createTransport } from '../../../../src/runtime/entry/client.js';
import { openWatch } from '../../../../src/runtime/entry/internals.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../../src/testing/index.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';

interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}
const ConfigMap = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

let plane: ControlPlane;
const patience = { timeoutMs: 45_000 };

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({
    kind: 'envtest',
    isDurable: true,
    apiServerFlags: ['--etcd-compaction-interval=1s'],
  });
});
afterAll(() => plane?.stop());

async function create(name: string): Promise<ConfigMap> {
  return plane.client.create(new ConfigMap({ metadata: { name, namespace: 'default', labels: { test: 'watch' } } }));
}

/** Applies the phases to a set of names, in the background. */
function follow(signal: AbortSignal) {
  const names = new Set<string>();
  const phases: string[] = [];
  const onPhase = (phase: WatchPhase<ConfigMap>): void => {
    phases.push(phase.type);
    if (phase.type === 'init') names.clear();
    if (phase.type === 'initApply' || phase.type === 'apply') names.add(phase.object.metadata.name ?? '');
    if (phase.type === 'delete') names.delete(phase.object.metadata.name ?? '');
  };
  const done = (async () => {
    const watch = plane.client.watch(ConfigMap, { namespace: 'default', labels: { test: 'watch' }, signal });
    for await (const phase of watch) onPhase(phase);
  })().catch((error: unknown) => error);
  return { names, phases, done };
}

describe('5 promises: watches survive restarts', () => {
  test('§20.1.4 of the API server, stopped and killed, without losing an object', async () => {
    const controller = new AbortController();
    const watch = follow(controller.signal);
    await create('before');
    await eventually(() => expect([...watch.names]).toEqual(['before']), patience);

    for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
      await plane.processes?.stop('kube-apiserver', signal);
      await plane.processes?.start('kube-apiserver');
      await create(`after-${signal.toLowerCase()}`);
      await eventually(() => expect(watch.names).toContain(`after-${signal.toLowerCase()}`), patience);
    }
    await plane.client.delete({ kind: ConfigMap, namespace: 'default', name: 'before' });
    await eventually(() => expect([...watch.names].sort()).toEqual(['after-sigkill', 'after-sigterm']), patience);

    controller.abort(new Error('done'));
    expect(await watch.done).toMatchObject({ message: 'done' });
  }, 240_000);

  test('of etcd, killed in the middle of writes: what was confirmed is there', async () => {
    const controller = new AbortController();
    const watch = follow(controller.signal);
    const confirmed: string[] = [];
    const writes = (async () => {
      for (let index = 0; index < 200; index++) {
        await create(`write-${index}`);
        confirmed.push(`write-${index}`);
      }
    })().catch((error: unknown) => error);
    await eventually(() => expect(confirmed.length).toBeGreaterThan(20), patience);

    await plane.processes?.stop('etcd', 'SIGKILL');
    const before = [...confirmed];
    await plane.processes?.start('etcd');
    await writes;

    await eventually(() => expect([...watch.names]).toEqual(expect.arrayContaining(before)), { timeoutMs: 60_000 });
    controller.abort();
    await watch.done;
  }, 180_000);
});

describe('3.1 and 3.2 history that is gone', () => {
  test('§3.2.8 a watch from a version that was compacted away is 410', async () => {
    const transport = createTransport(plane.config);
    const made = await create('old');
    await plane.client.delete(made);
    await plane.processes?.stop('kube-apiserver');
    await plane.processes?.start('kube-apiserver');
    const read = async (): Promise<unknown> => {
      const stream = await openWatch(transport, ConfigMap, {
        resourceVersion: '1',
        namespace: 'default',
        timeoutSeconds: 5,
      });
      for await (const event of stream) if (event.type === 'ERROR') return event.error;
      return undefined;
    };

    const error = await eventually(async () => {
      const found = await read().catch((refusal: unknown) => refusal);
      expect(is.expired(found) || is.gone(found)).toBe(true);
      return found;
    }, patience);

    expect((error as Error).message).toContain('too old resource version');
    await transport[Symbol.asyncDispose]();
  }, 120_000);

  test('§3.1.10 pages whose snapshot is gone go on from the newest state', async () => {
    for (let index = 0; index < 6; index++) await create(`page-${index}`);
    const pages = plane.client.pages(ConfigMap, { namespace: 'default', limit: 2 })[Symbol.asyncIterator]();
    const names: (string | undefined)[] = [];
    const take = async (): Promise<boolean> => {
      const { value, done } = await pages.next();
      for (const item of value?.items ?? []) names.push(item.metadata.name);
      return !done;
    };
    await take();
    const { resourceVersion } = (await plane.client.list(ConfigMap, { namespace: 'default', limit: 1 })).metadata;
    await compactedPast(resourceVersion ?? '');

    while (await take());

    const all = (await plane.client.list(ConfigMap, { namespace: 'default' })).items.map(
      ({ metadata }) => metadata.name,
    );
    expect(names).toEqual(all);
  }, 120_000);
});

/** Writes until the server no longer lists at `resourceVersion`. */
async function compactedPast(resourceVersion: string): Promise<void> {
  await eventually(
    async () => {
      const key = { kind: ConfigMap, namespace: 'default', name: 'page-0' };
      await plane.client.patch(key, { type: 'merge', body: { data: { at: String(performance.now()) } } });
      const options = { namespace: 'default', resourceVersion, resourceVersionMatch: 'Exact' } as const;
      await expect(plane.client.list(ConfigMap, options)).rejects.toSatisfy(is.expired);
    },
    { ...patience, intervalMs: 200 },
  );
}
