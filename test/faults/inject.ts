/** Injects faults round by round, and takes the time until all is well again. */
import type { FaultArguments } from './settings/arguments.js';
import { choose, controlPlaneFaults, halfOpen, networkFaults, processFaults, type Fault } from './faults.js';
import { insist, namespace, pause, setSpec } from './load.js';
import { electionOf } from './managers.js';
import type { Random } from './settings/random.js';
import type { Recoveries } from './recoveries.js';
import type { Stage } from './stage.js';
import { ConfigMap } from './widget.js';

const failOverFaults = processFaults.filter(({ name }) => /^leader|clean/.test(name));
const cleanHandOverMs = 3_000;
const pollMs = 20;

/** One fault whose recovery is measured, and a few more of the network at the same time; returns what went wrong. */
export async function injectAll(
  stage: Stage,
  options: FaultArguments,
  { random, recoveries }: { random: Random; recoveries: Recoveries },
): Promise<string[]> {
  const problems: string[] = [];
  for (let round = 0; recoveries.injected < options.faults; round++) {
    const main = chooseMain(random, options, recoveries);
    const sideCount = options.only === 'fail-overs' || main === halfOpen ? 0 : random.between(1, options.atOnce);
    const side = Array.from({ length: sideCount }, () => choose(networkFaults, random));
    if (options.only === 'fail-overs') await untilStandby(stage);
    const before = await stage.holder();
    const start = performance.now();
    console.error(`round ${round}: ${[main, ...side].map(({ name }) => name).join(' + ')}`);
    const injected = [main, ...side].map((fault) => fault.inject(stage, random.pick(stage.replicas)));
    if (failOverFaults.includes(main)) {
      const failOver = await untilNewLeader(stage, before, start);
      recoveries.failOver(main.name, failOver.ms);
      // With other faults at the same time, the successor may be the one that cannot.
      if (sideCount === 0) problems.push(...tooSlow(main, failOver, options.leaseMs));
    }
    await Promise.all(injected);
    const healed = performance.now();
    recoveries.count(main, side);
    await setSpec(stage.plane.client, 'probe', { children: 1, value: `round${round}` });
    await untilProbe(stage, `round${round}`);
    recoveries.recovered(main.name, performance.now() - healed);
  }
  return problems;
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
    const leader = await stage.holder();
    const others = stage.replicas.filter(({ identity }) => identity !== leader);
    if (others.length < stage.replicas.length && others.every(({ isStandingBy }) => isStandingBy)) return;
    if (performance.now() > giveUpAt) throw new Error('no leader with everyone else standing by within 60 s');
    await pause(pollMs);
  }
}

interface FailOver {
  readonly ms: number;
  /** How slow this machine was meanwhile: the longest time that one read and one write took. */
  readonly machineMs: number;
}

/** How long it took until another process held the lease. */
async function untilNewLeader(stage: Stage, before: string, start: number): Promise<FailOver> {
  const giveUpAt = start + 180_000;
  let machineMs = 0;
  while (performance.now() < giveUpAt) {
    const asked = performance.now();
    const holder = await stage.holder();
    if (holder !== '' && holder !== before) return { ms: performance.now() - start, machineMs };
    await insist(() => stage.write());
    machineMs = Math.max(machineMs, performance.now() - asked);
    await pause(pollMs);
  }
  throw new Error(`no new leader within 180 s after ${before}`);
}

/**
 * Lease and retry, and twice a read and a write: the successor needs them after the lease has run out, and we do to see
 * it. A clean stop hands over without waiting for the lease.
 */
function tooSlow({ name }: Fault, { ms, machineMs }: FailOver, leaseMs: number): string[] {
  const { retryMs } = electionOf(leaseMs);
  const limitMs = name.startsWith('clean') ? cleanHandOverMs : leaseMs + retryMs + 2 * machineMs + pollMs;
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
