/** Injects faults round by round, and takes the time until all is well again. */
import type { FaultArguments } from './settings/arguments.js';
import { judge, pollMs, watchFailOver, type FailOver } from './fail-over.js';
import {
  choose,
  controlPlaneFaults,
  halfOpen,
  networkFaults,
  processFaults,
  type CutOff,
  type Fault,
} from './faults.js';
import { insist, namespace, pause, setSpec } from './load.js';
import { type Replica, retryMsOf } from './managers.js';
import type { Random } from './settings/random.js';
import type { Recoveries } from './recoveries.js';
import type { Stage } from './stage.js';
import { ConfigMap } from './widget.js';

const failOverFaults = processFaults.filter(({ name }) => /^leader|clean/.test(name));
const cleanHandOverMs = 3_000;

export interface Injection {
  readonly problems: string[];
  /** Rounds in which the leader rightly kept its lease, with evidence. */
  readonly keptLeases: string[];
}

/** Nothing that follows would tell more. */
export class NoNewLeaderError extends Error {
  override readonly name = 'NoNewLeaderError';
}

/** Round by round: one fault whose recovery is measured, and a few more of the network at the same time. */
export async function injectAll(
  stage: Stage,
  options: FaultArguments,
  { random, recoveries }: { random: Random; recoveries: Recoveries },
): Promise<Injection> {
  const found: Injection = { problems: [], keptLeases: [] };
  for (let round = 0; recoveries.injected < options.faults; round++) {
    const main = chooseMain(random, options, recoveries);
    const sideCount = options.only === 'fail-overs' || main === halfOpen ? 0 : random.between(1, options.atOnce);
    const side = Array.from({ length: sideCount }, () => choose(networkFaults, random));
    if (options.only === 'fail-overs') await untilStandby(stage);
    const { holder: before } = await stage.lease();
    const leader = stage.replicas.find(({ identity }) => identity === before);
    const startMs = performance.now();
    const aims = [main, ...side].map((fault) => aim(fault, leader, random.pick(stage.replicas)));
    console.error(`round ${round}: ${aims.map(describe).join(' + ')}`);
    const injected = Promise.all(aims.map((each) => inject(stage, each)));
    if (failOverFaults.includes(main)) {
      const hit = { round, main, sideCount, before, hasHitLeader: leader !== undefined, startMs, injected };
      await checkFailOver(stage, hit, { leaseMs: options.leaseMs, recoveries, found });
    }
    await injected;
    const healed = performance.now();
    recoveries.count(main, side);
    await setSpec(stage.plane.client, 'probe', { children: 1, value: `round${round}` });
    await untilProbe(stage, `round${round}`);
    recoveries.recovered(main.name, performance.now() - healed);
  }
  return found;
}

interface Round {
  readonly round: number;
  readonly main: Fault;
  readonly sideCount: number;
  readonly before: string;
  readonly hasHitLeader: boolean;
  readonly startMs: number;
  /** What each fault measured, that of `main` first. */
  readonly injected: Promise<readonly (CutOff | undefined)[]>;
}

interface Findings {
  readonly leaseMs: number;
  readonly recoveries: Recoveries;
  readonly found: Injection;
}

/** Waits for the next leader, and finds out why when there is none. */
async function checkFailOver(stage: Stage, round: Round, { leaseMs, recoveries, found }: Findings): Promise<void> {
  const { main, before, hasHitLeader, injected } = round;
  const failOver = await watched(stage, round);
  if (failOver.result === 'changed') {
    recoveries.failOver(main.name, failOver.ms);
    // With other faults at the same time, the successor may be the one that cannot.
    if (round.sideCount === 0) found.problems.push(...tooSlow(main, failOver, leaseMs));
    return;
  }
  const [cutOff] = await injected;
  const { verdict, text } = judge({ fault: main.name, before, leaseMs, hasHitLeader, cutOff }, failOver);
  const line = `round ${round.round}: ${text}; ${processes(stage)}`;
  if (failOver.result === 'nobody') throw new NoNewLeaderError(line);
  console.error(line);
  (verdict === 'problem' ? found.problems : found.keptLeases).push(line);
}

interface Aim {
  readonly fault: Fault;
  readonly replica: Replica;
}

/** The replica is drawn even if the leader is hit instead, so that a seed repeats a run. */
function aim(fault: Fault, leader: Replica | undefined, picked: Replica): Aim {
  return { fault, replica: fault.hitsLeader ? (leader ?? picked) : picked };
}

function inject(stage: Stage, { fault, replica }: Aim): Promise<CutOff | undefined> {
  const place = fault.sort === 'control-plane' ? 'control plane' : replica.name;
  return stage.overlaps.during(place, async () => (await fault.inject(stage, replica)) ?? undefined);
}

function describe({ fault, replica }: Aim): string {
  return fault.sort === 'control-plane' ? fault.name : `${fault.name} @${replica.name}`;
}

/** How the lease changed hands, or what was seen instead. */
function watched(stage: Stage, { before, startMs, injected }: Round): Promise<FailOver> {
  let isOver = false;
  const end = (): void => void (isOver = true);
  injected.then(end, end);
  return watchFailOver({
    before,
    startMs,
    readLease: () => stage.lease(),
    write: () => insist(() => stage.write()),
    now: () => performance.now(),
    pause,
    isOver: () => isOver,
  });
}

/** What each replica does now, for messages. */
function processes({ replicas }: Stage): string {
  return replicas
    .map(({ identity, restarts, proxy }) => {
      const { leaseReads, layers, connections } = proxy;
      return `${identity}: ${restarts} restarts, ${connections} connections, ${leaseReads} reads of the lease, weather ${layers.describe()}`;
    })
    .join('; ');
}

function chooseMain(random: Random, options: FaultArguments, recoveries: Recoveries): Fault {
  const { only, restarts, processes, halfOpens } = options;
  if (only === 'fail-overs') return choose(failOverFaults, random);
  if (recoveries.countOf(halfOpen.name) < halfOpens && recoveries.injected > 20) return halfOpen;
  const dice = random.next();
  if (only === 'network') return choose(networkFaults, random);
  if (dice < restarts) return choose(controlPlaneFaults, random);
  return choose(dice < restarts + processes ? processFaults : networkFaults, random);
}

/**
 * Waits until all others stand by: a process that has just begun must wait for a whole lease from then, and one that has
 * lost the lease, but not noticed it yet, is about to end.
 */
async function untilStandby(stage: Stage): Promise<void> {
  const giveUpAt = performance.now() + 60_000;
  for (const { proxy } of stage.replicas) proxy.leaseReads = 0;
  for (;;) {
    const { holder: leader } = await stage.lease();
    const others = stage.replicas.filter(({ identity }) => identity !== leader);
    if (others.length < stage.replicas.length && others.every(({ isStandingBy }) => isStandingBy)) return;
    if (performance.now() > giveUpAt) throw new Error('no leader with everyone else standing by within 60 s');
    await pause(pollMs);
  }
}

/**
 * Lease and retry, and twice a read and a write: the successor needs them after the lease has run out, and we do to see
 * it. A clean stop hands over without waiting for the lease.
 */
function tooSlow({ name }: Fault, { ms, machineMs }: { ms: number; machineMs: number }, leaseMs: number): string[] {
  const limitMs = name.startsWith('clean') ? cleanHandOverMs : leaseMs + retryMsOf(leaseMs) + 2 * machineMs + pollMs;
  if (ms <= limitMs) return [];
  return [`${name}: the next leader came after ${Math.round(ms)} ms, later than ${Math.round(limitMs)} ms`];
}

/** Waits until the managers have brought the probe's child to `value`. */
export async function untilProbe(stage: Stage, value: string): Promise<void> {
  const giveUpAt = performance.now() + 240_000;
  for (;;) {
    const child = await insist(() => stage.plane.client.live.find(ConfigMap, { name: 'probe-0', namespace }));
    if (child?.data?.['value'] === value) return;
    if (performance.now() > giveUpAt) throw new Error(`the managers did not bring the probe to ${value} within 4 min`);
    await pause(pollMs);
  }
}
