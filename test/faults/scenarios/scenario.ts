/** What scenarios have in common: a stage, a load that can be counted, and limits that do not depend on the machine. */
import type { Client } from '../../../src/runtime/client/client.js';
import { insist, namespace, pause } from '../load.js';
import type { Replica } from '../managers.js';
import type { Random } from '../settings/random.js';
import type { Stage } from '../stage.js';
import { differences } from '../verify.js';
import { Widget } from '../widget.js';

export interface ScenarioOptions {
  readonly seconds: number;
  readonly objects: number;
  readonly random: Random;
}

/** What was measured, for the report, and everything that is wrong. */
export interface ScenarioReport {
  readonly measures: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

export interface Scenario {
  /** The operator under test: `manager-program` has children, `scenarios/keys-program` counts keys. */
  readonly program: 'manager-program' | 'scenarios/keys-program';
  /** When the leader is away for longer than the lease of the other scenarios allows. */
  readonly leaseMs?: number;
  run(stage: Stage, options: ScenarioOptions): Promise<ScenarioReport>;
}

/** The only manager of a scenario. */
export function onlyReplica({ replicas }: Stage): Replica {
  const [replica] = replicas;
  if (!replica) throw new Error('a scenario needs one manager');
  return replica;
}

/** Creates Widgets, ten at a time. */
export async function createWidgets(client: Client, names: readonly string[], spec: Widget['spec']): Promise<void> {
  const left = [...names];
  const work = async (): Promise<void> => {
    for (let name = left.pop(); name !== undefined; name = left.pop())
      await client.create(new Widget({ metadata: { name, namespace }, spec }));
  };
  await Promise.all(Array.from({ length: 10 }, work));
}

export function namesOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, i) => `${prefix}${i}`);
}

/** Waits until nothing differs from the desired state; returns what does after `limitMs`, and how long that took. */
export async function untilSettled(stage: Stage, limitMs: number): Promise<{ ms: number; problems: string[] }> {
  const start = performance.now();
  for (;;) {
    const problems = await insist(() => differences(stage.plane.client));
    const ms = performance.now() - start;
    if (problems.length === 0 || ms > limitMs) return { ms, problems };
    await pause(100);
  }
}

/** Waits for something that the process under test reports; gives up after ten minutes. */
export async function until(isTrue: () => boolean, what: string, limitMs = 600_000): Promise<void> {
  const giveUpAt = performance.now() + limitMs;
  while (!isTrue()) {
    if (performance.now() > giveUpAt) throw new Error(`${what}: not within ${limitMs / 1000} s`);
    await pause(20);
  }
}

/** A problem when `value` is above `most`. */
export function atMost(what: string, value: number, most: number): string[] {
  return value <= most ? [] : [`${what}: ${Math.round(value * 10) / 10}, not at most ${Math.round(most * 10) / 10}`];
}
