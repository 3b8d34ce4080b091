/** Everything that is done to managers, network and control plane. */
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { pause } from './load.js';
import type { Replica } from './managers.js';
import type { Random } from './random.js';

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
  network('half-open connections', async (replica, random) => {
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
  network('410 gone', async (replica, random) => {
    const gone = during(replica, { isExpired: true }, random.between(200, 700));
    replica.proxy.cut();
    await gone;
  }),
  storm('429 storm', 429, 1),
  storm('500 storm', 500),
  storm('503 storm', 503),
  storm('expired token', 401),
  network('rotated CA', (replica) => replica.rotateCa(), 2),
];

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
      await pause(world.random.between(4_500, 7_000));
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
      const isolation = during(leader, { isRefusing: true, isFrozen: true }, world.random.between(4_500, 6_000));
      await isolation;
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
