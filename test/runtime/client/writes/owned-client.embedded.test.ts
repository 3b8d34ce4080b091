/** Children are never taken from others, on the API server of this process and with the cache of a manager. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ConfigMap, Namespace } from '../../../../src/k8s/index.js';
import { createManager, type Manager } from '../../../../src/runtime/manager/manager.js';
import { NotOwnedError, owners } from '../../../../src/runtime/object/owners.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../../src/testing/index.js';

const namespace = 'default';
const stop = new AbortController();
let plane: ControlPlane;
let manager: Manager;
let running: Promise<void>;

beforeAll(async () => {
  plane = await startControlPlane();
  const options = { metrics: false, health: false, leaderElection: false, log: silentLogger } as const;
  manager = await createManager({ config: plane.config, client: { fieldManager: 'owner' }, ...options });
  running = manager.start(stop.signal);
  await manager.cache.informer(ConfigMap);
});

afterAll(async () => {
  stop.abort();
  await running;
  await plane.stop();
});

const map = (name: string, data: Record<string, string> = {}) => new ConfigMap({ metadata: { name, namespace }, data });
const owner = async (name: string) => plane.client.create(map(name));
const stored = async (name: string) => plane.client.live.find(ConfigMap, { name, namespace });

test.each(['the client of a manager', 'a client without a cache'])(
  '%s creates, changes and lists children',
  async (which) => {
    const client = which.endsWith('cache') ? plane.client.with({ fieldManager: 'owner' }) : manager.client;
    const parent = await owner(`parent-${which.length}`);
    const own = client.owned(parent);
    const name = `child-${which.length}`;

    await own.apply(ConfigMap, { metadata: { name }, data: { a: '1', b: '1' } });
    const changed = await own.apply(map(name, { a: '2' }));
    await own.create(map(`${name}-more`));

    expect(changed.data).toEqual({ a: '2' });
    expect(owners.controllerOf(changed)?.uid).toBe(parent.metadata.uid);
    await eventually(async () =>
      expect((await own.list(ConfigMap)).map(({ metadata }) => metadata.name).toSorted()).toEqual([
        name,
        `${name}-more`,
      ]),
    );
  },
);

test('an apply that changes nothing is not sent, though it has a uid', async () => {
  const own = manager.client.owned(await owner('quiet'));
  const first = await own.apply(map('quiet-child', { a: '1' }));

  await eventually(async () => {
    const again = await own.apply(map('quiet-child', { a: '1' }));
    expect(again.metadata.resourceVersion).toBe(first.metadata.resourceVersion);
  });
});

test('an object of someone else is named, and left as it is', async () => {
  const parent = await owner('polite');
  const before = await plane.client.create(map('foreign', { theirs: '1' }));

  const attempt = manager.client.owned(parent).apply(map('foreign', { ours: '1' }));

  await expect(attempt).rejects.toThrow(NotOwnedError);
  await expect(attempt).rejects.toThrow(
    'ConfigMap default/foreign exists and has no controller, so ConfigMap default/polite does not change it',
  );
  expect((await stored('foreign'))?.metadata.resourceVersion).toBe(before.metadata.resourceVersion);
});

test('adopt takes over an object without a controller, and never one that has another', async () => {
  const parent = await owner('adopter');
  const other = await owner('other');
  await plane.client.create(map('orphan', { a: 'theirs' }));
  await plane.client.with({ owner: other }).create(map('taken'));
  const own = manager.client.owned(parent);

  const adopted = await own.apply(map('orphan', { a: 'ours' }), { adopt: true });

  expect(adopted.data).toEqual({ a: 'ours' });
  expect(owners.controllerOf(adopted)?.uid).toBe(parent.metadata.uid);
  await expect(own.apply(map('taken'), { adopt: true })).rejects.toThrow('is controlled by ConfigMap other');
});

test('an owner that was created again does not take the children of its predecessor', async () => {
  const first = await owner('phoenix');
  await manager.client.owned(first).apply(map('phoenix-child'));
  // As if it had been deleted and created again before the garbage collector came.
  const second = { ...first, metadata: { ...first.metadata, uid: 'another' } };

  await expect(manager.client.owned(second).apply(map('phoenix-child', { a: '1' }))).rejects.toThrow(NotOwnedError);
});

test('fields that others changed are taken back, and a child that was replaced behind the cache is not', async () => {
  const parent = await owner('firm');
  const own = manager.client.owned(parent);
  await own.apply(map('firm-child', { a: 'ours' }));
  const theirs = { type: 'merge', body: { data: { a: 'theirs' } } } as const;
  const changed = await plane.client.patch({ kind: ConfigMap, name: 'firm-child', namespace }, theirs);
  await eventually(async () => {
    const seen = await manager.client.get(ConfigMap, { name: 'firm-child', namespace });
    expect(seen.metadata.resourceVersion).toBe(changed.metadata.resourceVersion);
  });
  expect((await own.apply(map('firm-child', { a: 'ours' }))).data).toEqual({ a: 'ours' });

  await plane.client.delete({ kind: ConfigMap, name: 'firm-child', namespace });
  await plane.client.create(map('firm-child', { a: 'new' }));

  // Whether the cache knows it already or not.
  await expect(own.apply(map('firm-child', { a: 'again' }))).rejects.toThrow(NotOwnedError);
  expect((await stored('firm-child'))?.data).toEqual({ a: 'new' });
});

test('a cluster-scoped child of an object in a namespace is refused, and so is an owner that was not read', async () => {
  const parent = await owner('small');
  const space = new Namespace({ metadata: { name: 'too-big' } });

  await expect(manager.client.owned(parent).apply(space)).rejects.toThrow('cannot own');
  expect(() => manager.client.owned(map('never-read'))).toThrow('the owner has no uid');
});
