/** What the fault suite is asked to do. */

export interface FaultArguments {
  readonly seed: number;
  /** How many faults to inject. */
  readonly faults: number;
  readonly replicas: number;
  /** How many Widgets the load creates. */
  readonly objects: number;
  /** Only faults that make another replica lead. */
  readonly onlyFailOvers: boolean;
  /** Restarts of API server and etcd, as a share of rounds. */
  readonly restarts: number;
}

export const usage = `node test/faults/run.mjs [--seed 1] [--faults 300] [--replicas 2] [--objects 500] [--restarts 0.05] [--only-fail-overs]`;

export function parseArguments(given: readonly string[]): FaultArguments {
  const value = (name: string, fallback: number): number => {
    const at = given.indexOf(`--${name}`);
    if (at < 0) return fallback;
    const number = Number(given[at + 1]);
    if (Number.isNaN(number)) throw new Error(`--${name} needs a number\n${usage}`);
    return number;
  };
  const known = /^--(seed|faults|replicas|objects|restarts|only-fail-overs)$/;
  const unknown = given.find((argument) => argument.startsWith('--') && !known.test(argument));
  if (unknown) throw new Error(`unknown argument ${unknown}\n${usage}`);
  return {
    seed: value('seed', 1),
    faults: value('faults', 300),
    replicas: value('replicas', 2),
    objects: value('objects', 500),
    restarts: value('restarts', 0.05),
    onlyFailOvers: given.includes('--only-fail-overs'),
  };
}
