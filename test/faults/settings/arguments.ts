/** What the fault suite is asked to do. */
import { isScenarioName, scenarioNames, type ScenarioName } from './scenario-names.js';

export interface FaultArguments {
  readonly seed: number;
  /** How many faults to inject. */
  readonly faults: number;
  readonly replicas: number;
  /** How many Widgets the load creates. */
  readonly objects: number;
  /** Only faults that make another replica lead, or only those of the network; all sorts without. */
  readonly only?: 'fail-overs' | 'network';
  /** Kills, stops and clock jumps of managers, as a share of rounds. */
  readonly processes: number;
  /** How many faults of the network may come with each fault whose recovery is measured. */
  readonly atOnce: number;
  /** How many times all connections of the leader go silent for good; each takes minutes to be found out. */
  readonly halfOpens: number;
  /** How long others wait for a sign of life of the leader; deadline and retries keep the proportions of the defaults. */
  readonly leaseMs: number;
  /** Restarts of API server and etcd, as a share of rounds. */
  readonly restarts: number;
  /** One long fault instead of many random ones. */
  readonly scenario?: ScenarioName;
  /** How long the fault of a scenario lasts. */
  readonly seconds: number;
}

export const usage = `node test/faults/run.mjs [--seed 1] [--faults 300] [--replicas 2] [--objects 500] [--restarts 0.05] [--processes 0.15] [--at-once 5] [--half-opens 0] [--lease-ms 4000] [--only fail-overs|network]
node test/faults/run.mjs --scenario ${scenarioNames.join('|')} [--seconds 60] [--objects 500] [--seed 1]`;

export function parseArguments(given: readonly string[]): FaultArguments {
  const value = (name: string, fallback: number): number => {
    const at = given.indexOf(`--${name}`);
    if (at < 0) return fallback;
    const number = Number(given[at + 1]);
    if (Number.isNaN(number)) throw new Error(`--${name} needs a number\n${usage}`);
    return number;
  };
  const known =
    /^--(seed|faults|replicas|objects|restarts|processes|at-once|half-opens|lease-ms|only|scenario|seconds)$/;
  const unknown = given.find((argument) => argument.startsWith('--') && !known.test(argument));
  if (unknown) throw new Error(`unknown argument ${unknown}\n${usage}`);
  const only = given.includes('--only') ? given[given.indexOf('--only') + 1] : undefined;
  if (only !== undefined && only !== 'fail-overs' && only !== 'network')
    throw new Error(`--only ${only}: fail-overs or network\n${usage}`);
  const scenario = given.includes('--scenario') ? given[given.indexOf('--scenario') + 1] : undefined;
  if (scenario !== undefined && !isScenarioName(scenario)) throw new Error(`unknown scenario ${scenario}\n${usage}`);
  return {
    seed: value('seed', 1),
    faults: value('faults', 300),
    replicas: value('replicas', 2),
    objects: value('objects', 500),
    restarts: value('restarts', 0.05),
    processes: value('processes', 0.15),
    atOnce: value('at-once', 5),
    halfOpens: value('half-opens', 0),
    leaseMs: value('lease-ms', 4_000),
    seconds: value('seconds', 60),
    ...(only && { only }),
    ...(scenario && { scenario }),
  };
}
