import { afterEach, beforeEach, expect, test } from 'vitest';
import { controller } from '../../../src/runtime/controller/builder.js';
import { LeadershipLostError } from '../../../src/runtime/leader/elector.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { createManager, type Manager } from '../../../src/runtime/manager/manager.js';
import type { ManagerOptions } from '../../../src/runtime/manager/manager-options.js';
import { FakeTransport } from '../cache/fake-transport.js';
import { Thing } from '../cache/thing.js';

let transport: FakeTransport;
let manager: Manager;

beforeEach(async () => {
  transport = new FakeTransport();
  manager = await make();
});

afterEach(() => manager[Symbol.asyncDispose]());

const make = (more: ManagerOptions = {}) => createManager({ transport, log: silentLogger, ...more });

test('§1.1.19 without a config or a transport one is loaded, and a missing kubeconfig is named', async () => {
  await expect(createManager({ kubeconfig: '/does/not/exist' })).rejects.toThrow(/\/does\/not\/exist/);
});

test('§1.3.5 runs a controller from start to stop', async () => {
  transport.of('things').put('ns/a');
  const stop = new AbortController();
  const seen: string[] = [];
  controller(manager)
    .for(Thing)
    .complete({
      async reconcile({ name }) {
        seen.push(name);
        stop.abort();
      },
    });

  await manager.start(stop.signal);

  expect(seen).toEqual(['a']);
  expect(transport.of('things').openWatches).toBe(0);
});

test('§5.1.1 two controllers of one name are refused', () => {
  controller(manager)
    .for(Thing)
    .complete({ reconcile: async () => undefined });

  expect(() =>
    controller(manager)
      .for(Thing)
      .complete({ reconcile: async () => undefined }),
  ).toThrow(/two controllers named "thing"/);
});

test('§1.2.5 a function is run by the leader, unless it is told otherwise; its failure ends the manager', async () => {
  const order: string[] = [];
  manager.add(async () => void order.push('leader'));
  manager.add(async () => void order.push('always'), { group: 'always' });
  manager.add(() => Promise.reject(new Error('broken')));

  await expect(manager.start()).rejects.toThrow('broken');
  expect(order).toEqual(['always', 'leader']);
});

test('§1.2.7 checks and a second start come too late after the start', async () => {
  const stop = new AbortController();
  const running = manager.start(stop.signal);

  expect(() => manager.addHealthCheck('x', () => undefined)).toThrow(/too late for health checks/);
  expect(() => manager.addReadyCheck('x', () => undefined)).toThrow(/too late for ready checks/);
  await expect(manager.start()).rejects.toThrow(/too late for a second start/);
  stop.abort();
  await running;
});

test('§1.2.6 a runnable added after the start starts at once', async () => {
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  await manager.elected;

  await new Promise<void>((resolve) => manager.add(async () => resolve()));

  stop.abort();
  await running;
});

test('clusters have names of their own, and unknown ones are told from known ones', () => {
  manager.addCluster('east', { transport });

  expect(manager.cluster('east').client).toBeDefined();
  expect(() => manager.cluster('west')).toThrow(/no cluster "west", only "east"/);
  expect(() => manager.addCluster('east', { transport })).toThrow(/two clusters named "east"/);
  expect(() => manager.addCluster('Ost#1', { transport })).toThrow(/cannot be the name of a cluster/);
});

test('disposing stops a manager that runs, and is harmless for one that does not', async () => {
  const running = manager.start();
  await manager.elected;

  await manager[Symbol.asyncDispose]();

  await expect(running).resolves.toBeUndefined();
  await (await make())[Symbol.asyncDispose]();
});

test('without leader election this replica leads', () => {
  expect(manager.isLeader()).toBe(true);
  expect(manager.asLeader?.(() => 7)).toBe(7);
});

test('§1.1.18 an address that cannot be read ends the start before anything runs', async () => {
  const broken = await make({ health: { bind: 'not-an-address' } });

  await expect(broken.start()).rejects.toThrow(/"not-an-address" is not an address/);
});

test('§18.1.3 a cluster that nobody answers for ends the start with controller, source and address', async () => {
  const config = { server: 'https://127.0.0.1:1' };
  const lost = await createManager({ config, log: silentLogger, controllers: { cacheSyncTimeout: '300ms' } });
  controller(lost)
    .for(Thing)
    .complete({ reconcile: async () => undefined });

  const error: unknown = await lost.start().catch((reason: unknown) => reason);

  expect(String(error)).toMatch(
    /controller "thing": source "kind Thing" was not in sync within 0.3 s; Thing: cannot talk to https:\/\/127.0.0.1:1: nothing listens there/,
  );
});

test('§1.6.3 work of a leader that does not lead can write to no cluster, other work to all', async () => {
  const leading = await make({ leaderElection: { id: 'op', namespace: 'ns' } });
  const other = leading.addCluster('other', { transport: new FakeTransport() });
  const write = (name: string) => other.client.create(new Thing({ metadata: { namespace: 'ns', name } }));

  await expect(leading.asLeader?.(() => write('a'))).rejects.toThrow(LeadershipLostError);
  expect((await write('b')).metadata.name).toBe('b');
  await leading[Symbol.asyncDispose]();
});
