/** Failures of reconciles that repeat: one line for each, which counts. */

/** A reconcile that fails again and again. */
export interface RepeatedFailure {
  readonly object: string;
  readonly message: string;
  readonly count: number;
  /** When it probably runs again, judged by the pauses before; undefined when nobody can tell. */
  readonly nextInMs?: number;
}

interface Entry {
  message: string;
  count: number;
  readonly times: number[];
}

/** Remembers who fails, how often, and with which pauses. */
export class Failures {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;

  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  /** One more failure; the count begins again when its message is another one. */
  add(object: string, message: string, isFinal = false): RepeatedFailure {
    let entry = this.#entries.get(object);
    if (entry?.message !== message) entry = { message, count: 0, times: entry?.times ?? [] };
    entry.count++;
    entry.times.push(this.#now());
    if (entry.times.length > 4) entry.times.shift();
    this.#entries.set(object, entry);
    const nextInMs = isFinal ? undefined : nextPause(entry.times);
    return { object, message, count: entry.count, ...(nextInMs === undefined ? {} : { nextInMs }) };
  }

  /** It succeeded. */
  remove(object: string): void {
    this.#entries.delete(object);
  }

  /** How many fail at present. */
  get size(): number {
    return this.#entries.size;
  }
}

/** Pauses that double go on doubling; those that stay the same stay so. Anything else cannot be foretold. */
function nextPause(times: readonly number[]): number | undefined {
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  const [before, last] = pauses.slice(-2);
  // Short pauses are mostly noise, and over before anybody has read the line.
  if (before === undefined || last === undefined || before < 50) return undefined;
  const ratio = last / before;
  if (ratio > 1.6 && ratio < 2.4) return last * 2;
  return ratio > 0.8 && ratio < 1.25 ? last : undefined;
}
