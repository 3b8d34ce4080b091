/** Everything that is done to managers, network and control plane. */
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { pause } from './load.js';
import type { Replica } from './managers.js';
import type { Random } from './settings/random.js';

export interface World {
  readonly plane: ControlPlane;
  readonly replicas: readonly Replica[];
  readonly random: Random;
  /** The replica that leads now; any one when nobody does. */
  leader(): Promise<Replica>;
}

export interface Fault {
  readonly name: string;
  readonly sort: 'network' | 'process' | 'control-plane';
  readonly weight: number;
  /** Does it and undoes it; resolves when everything is as before, apart from what must recover by itself. */
  inject(world: World, replica: Replica): Promise<void>;
}

function network(name: string, act: (replica: Replica, random: Random) => Promise<void> | void, weight = 4): Fault {
  return { name, sort: 'network', weight, inject: async ({ random }, replica) => act(replica, random) };
}

/** Changes the weather for a while. */
async function during(replica: Replica, weather: Replica['proxy']['weather'], ms: number): Promise<void> {
  const { proxy } = replica;
  proxy.weather = { ...proxy.weather, ...weather };
  await pause(ms);
  const rest = { ...proxy.weather };
  for (const key of Object.keys(weather)) Reflect.deleteProperty(rest, key);
  proxy.weather = rest;
}

const storm = (name: string, code: number, retryAfterSeconds?: number): Fault =>
  network(name, (replica, random) =>
    during(replica, { status: { code, retryAfterSeconds, share: 0.9 } }, random.between(200, 1_200)),
  );

export const networkFaults: readonly Fault[] = [
  network('connections reset', (replica) => replica.proxy.cut(), 6),
  network('connections refused', async (replica, random) => {
    replica.proxy.cut();
    await during(replica, { isRefusing: true }, random.between(200, 1_500));
  }),
  network('frozen connections', async (replica, random) => {
    await during(replica, { isFrozen: true }, random.between(300, 1_800));
    replica.proxy.cut();
  }),
  network('slow network', (replica, random) =>
    during(replica, { delayMs: random.between(50, 700) }, random.between(500, 1_500)),
  ),
  network('truncated watch', (replica) => replica.proxy.truncateWatches(), 6),
  network('stalled watch', async (replica, random) => {
    replica.proxy.stallWatches();
    await pause(random.between(300, 1_500));
    replica.proxy.resumeWatches();
  }),
  network('truncated responses', (replica, random) =>
    during(replica, { truncateAfter: random.between(0, 600) }, random.between(200, 800)),
  ),
  network(
    'compacted history',
    async (replica, random) => {
      // Away for longer than the API server keeps history, but not so long that a leader loses its lease.
      const away = during(replica, { isRefusing: true }, random.between(2_100, 2_500));
      replica.proxy.cut();
      await away;
    },
    3,
  ),
  storm('429 storm', 429, 1),
  storm('500 storm', 500),
  storm('503 storm', 503),
  network('expired token', async (replica, random) => {
    await replica.expireToken();
    // As when the old token ends: clients read the file again, and find one that the API server refuses.
    await during(replica, { status: { code: 401, share: 1 } }, 200);
    await pause(random.between(300, 1_500));
    await replica.renewToken();
  }),
  network('rotated CA', (replica, random) => replica.rotateCa(random.pick([0, 200, 1_000])), 2),
];

/** Found out by silence only, after a minute and a half for calls and three for watches: too slow to be mixed in. */
export const halfOpen: Fault = {
  name: 'half-open connections',
  sort: 'network',
  weight: 0,
  inject: async (world) => (await world.leader()).proxy.vanish(),
};

export const processFaults: readonly Fault[] = [
  {
    name: 'leader SIGKILL',
    sort: 'process',
    weight: 2,
    inject: async (world) => (await world.leader()).signal('SIGKILL'),
  },
  { name: 'replica SIGKILL', sort: 'process', weight: 1, inject: async (_, replica) => replica.signal('SIGKILL') },
  {
    name: 'leader SIGSTOP beyond its lease',
    sort: 'process',
    weight: 2,
    async inject(world) {
      const leader = await world.leader();
      leader.signal('SIGSTOP');
      await pause(world.random.between(1.2 * leader.leaseMs, 1.8 * leader.leaseMs));
      leader.signal('SIGCONT');
    },
  },
  {
    name: 'replica SIGSTOP for a moment',
    sort: 'process',
    weight: 1,
    async inject({ random }, replica) {
      replica.signal('SIGSTOP');
      await pause(random.between(200, 1_500));
      replica.signal('SIGCONT');
    },
  },
  {
    name: 'leader cut off',
    sort: 'process',
    weight: 2,
    async inject(world) {
      const leader = await world.leader();
      const ms = world.random.between(1.2 * leader.leaseMs, 1.6 * leader.leaseMs);
      await during(leader, { isRefusing: true, isFrozen: true }, ms);
      leader.proxy.cut();
    },
  },
  { name: 'clean hand-over', sort: 'process', weight: 2, inject: async (world) => (await world.leader()).restart() },
  {
    name: 'clock jump',
    sort: 'process',
    weight: 2,
    async inject({ random }, replica) {
      replica.shiftClock(random.pick([-3_600_000, 3_600_000, 86_400_000]));
      await pause(random.between(300, 1_000));
      replica.shiftClock(0);
    },
  },
];

export const controlPlaneFaults: readonly Fault[] = [
  restart('kube-apiserver SIGKILL', 'kube-apiserver', 'SIGKILL'),
  restart('kube-apiserver restart', 'kube-apiserver', 'SIGTERM'),
  restart('etcd SIGKILL', 'etcd', 'SIGKILL'),
  restart('etcd restart', 'etcd', 'SIGTERM'),
];

function restart(name: string, program: 'etcd' | 'kube-apiserver', signal: NodeJS.Signals): Fault {
  return {
    name,
    sort: 'control-plane',
    weight: 1,
    async inject({ plane, random }) {
      await plane.processes?.stop(program, signal);
      await pause(random.between(0, 1_000));
      await plane.processes?.start(program);
    },
  };
}

/** One fault, by weight. */
export function choose(faults: readonly Fault[], random: Random): Fault {
  const total = faults.reduce((sum, { weight }) => sum + weight, 0);
  let left = random.next() * total;
  for (const fault of faults) {
    left -= fault.weight;
    if (left < 0) return fault;
  }
  return random.pick(faults);
}
