/** Everything that is done to managers, network and control plane. */
import type { FaultProxy } from './fault-proxy.js';
import type { Release, SharedState } from './overlap/shared-state.js';
import type { Weather } from './overlap/weather.js';
import type { Random } from './settings/random.js';

type Program = 'etcd' | 'kube-apiserver';

export interface World {
  readonly random: Random;
  pause(ms: number): Promise<void>;
  /** Milliseconds of a monotonic clock. */
  now(): number;
  /** Ends a program of the control plane, and starts it again when the last hold ends. */
  stopProgram(program: Program, signal: NodeJS.Signals): ReturnType<SharedState['hold']>;
}

/** What faults do to a replica. Whatever lasts is undone by the fault that did it, and by no other. */
export interface Target {
  readonly name: string;
  readonly leaseMs: number;
  readonly proxy: Pick<FaultProxy, 'cut' | 'passed' | 'stallWatches' | 'truncateWatches' | 'vanish'> & {
    readonly layers: Pick<FaultProxy['layers'], 'add'>;
  };
  kill(): void;
  suspend(): Promise<Release>;
  restart(): Promise<void>;
  shiftClock(ms: number): () => void;
  expireToken(): Promise<Release>;
  rotateCa(lateMs: number): Promise<void>;
}

/** What is known of a replica that a fault kept from renewing its lease. */
export interface CutOff {
  readonly ms: number;
  /** Requests that it got through to the API server in this time. */
  readonly passed: number;
}

export interface Fault {
  readonly name: string;
  readonly sort: 'network' | 'process' | 'control-plane';
  readonly weight: number;
  /** Whether the replica to break is the one that leads. */
  readonly hitsLeader?: boolean;
  /** Resolves when everything that the fault changed is undone, apart from what must recover by itself. */
  inject(world: World, replica: Target): Promise<CutOff | void>;
}

function network(name: string, act: (replica: Target, world: World) => Promise<void> | void, weight = 4): Fault {
  return { name, sort: 'network', weight, inject: async (world, replica) => act(replica, world) };
}

/** Adds a layer of weather for a while. */
async function during({ proxy }: Target, weather: Weather, { ms, pause }: Span): Promise<void> {
  const remove = proxy.layers.add(weather);
  try {
    await pause(ms);
  } finally {
    remove();
  }
}

interface Span {
  readonly ms: number;
  readonly pause: World['pause'];
}

/** For a random time, both ends included. */
function span({ random, pause }: World, low: number, high: number): Span {
  return { ms: random.between(low, high), pause };
}

/** Does `act`, and measures for how long and how much the replica got through. */
async function cutOff({ now }: World, { proxy }: Target, act: () => Promise<void>): Promise<CutOff> {
  const [start, passed] = [now(), proxy.passed];
  await act();
  return { ms: now() - start, passed: proxy.passed - passed };
}

const storm = (name: string, code: number, retryAfterSeconds?: number): Fault =>
  network(name, (replica, world) =>
    during(replica, { status: { code, retryAfterSeconds, share: 0.9 } }, span(world, 200, 1_200)),
  );

export const networkFaults: readonly Fault[] = [
  network('connections reset', (replica) => replica.proxy.cut(), 6),
  network('connections refused', async (replica, world) => {
    replica.proxy.cut();
    await during(replica, { isRefusing: true }, span(world, 200, 1_500));
  }),
  network('frozen connections', async (replica, world) => {
    await during(replica, { isFrozen: true }, span(world, 300, 1_800));
    replica.proxy.cut();
  }),
  network('slow network', (replica, world) =>
    during(replica, { delayMs: world.random.between(50, 700) }, span(world, 500, 1_500)),
  ),
  network('truncated watch', (replica) => replica.proxy.truncateWatches(), 6),
  network('stalled watch', async (replica, { random, pause }) => {
    const resume = replica.proxy.stallWatches();
    await pause(random.between(300, 1_500));
    resume();
  }),
  network('truncated responses', (replica, world) =>
    during(replica, { truncateAfter: world.random.between(0, 600) }, span(world, 200, 800)),
  ),
  network(
    'compacted history',
    async (replica, world) => {
      // Away for longer than the API server keeps history, but not so long that a leader loses its lease.
      const away = during(replica, { isRefusing: true }, span(world, 2_100, 2_500));
      replica.proxy.cut();
      await away;
    },
    3,
  ),
  storm('429 storm', 429, 1),
  storm('500 storm', 500),
  storm('503 storm', 503),
  network('expired token', async (replica, { random, pause }) => {
    const renew = await replica.expireToken();
    // As when the old token ends: clients read the file again, and find one that the API server rejects.
    await during(replica, { status: { code: 401, share: 1 } }, { ms: 200, pause });
    await pause(random.between(300, 1_500));
    await renew();
  }),
  network('rotated CA', (replica, { random }) => replica.rotateCa(random.pick([0, 200, 1_000])), 2),
];

/** Found out by silence only, after a minute and a half for calls and three for watches: too slow to be mixed in. */
export const halfOpen: Fault = {
  name: 'half-open connections',
  sort: 'network',
  weight: 0,
  hitsLeader: true,
  inject: async (_, leader) => leader.proxy.vanish(),
};

export const processFaults: readonly Fault[] = [
  {
    name: 'leader SIGKILL',
    sort: 'process',
    weight: 2,
    hitsLeader: true,
    inject: async (_, leader) => leader.kill(),
  },
  { name: 'replica SIGKILL', sort: 'process', weight: 1, inject: async (_, replica) => replica.kill() },
  {
    name: 'leader SIGSTOP beyond its lease',
    sort: 'process',
    weight: 2,
    hitsLeader: true,
    inject: (world, leader) =>
      cutOff(world, leader, async () => {
        const resume = await leader.suspend();
        await world.pause(world.random.between(1.2 * leader.leaseMs, 1.8 * leader.leaseMs));
        await resume();
      }),
  },
  {
    name: 'replica SIGSTOP for a moment',
    sort: 'process',
    weight: 1,
    async inject({ random, pause }, replica) {
      const resume = await replica.suspend();
      await pause(random.between(200, 1_500));
      await resume();
    },
  },
  {
    name: 'leader cut off',
    sort: 'process',
    weight: 2,
    hitsLeader: true,
    async inject(world, leader) {
      const time = span(world, 1.2 * leader.leaseMs, 1.6 * leader.leaseMs);
      const measured = await cutOff(world, leader, () => during(leader, { isRefusing: true, isFrozen: true }, time));
      leader.proxy.cut();
      return measured;
    },
  },
  { name: 'clean hand-over', sort: 'process', weight: 2, hitsLeader: true, inject: (_, leader) => leader.restart() },
  {
    name: 'clock jump',
    sort: 'process',
    weight: 2,
    async inject({ random, pause }, replica) {
      const undo = replica.shiftClock(random.pick([-3_600_000, 3_600_000, 86_400_000]));
      await pause(random.between(300, 1_000));
      undo();
    },
  },
];

export const controlPlaneFaults: readonly Fault[] = [
  restart('kube-apiserver SIGKILL', 'kube-apiserver', 'SIGKILL'),
  restart('kube-apiserver restart', 'kube-apiserver', 'SIGTERM'),
  restart('etcd SIGKILL', 'etcd', 'SIGKILL'),
  restart('etcd restart', 'etcd', 'SIGTERM'),
];

function restart(name: string, program: Program, signal: NodeJS.Signals): Fault {
  return {
    name,
    sort: 'control-plane',
    weight: 1,
    async inject({ stopProgram, random, pause }) {
      const start = await stopProgram(program, signal);
      await pause(random.between(0, 1_000));
      await start();
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
