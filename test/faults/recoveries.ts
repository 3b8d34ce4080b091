/** How long it took to be well again, for each class of fault. */
import type { Fault } from './faults.js';

export class Recoveries {
  injected = 0;
  readonly #counts = new Map<string, number>();
  readonly #recoveryMs = new Map<string, number[]>();
  readonly #failOverMs = new Map<string, number[]>();

  count(main: Fault, side: readonly Fault[]): void {
    for (const { name } of [main, ...side]) {
      this.injected++;
      this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    }
  }

  /** How often a fault was injected. */
  countOf(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  recovered(name: string, ms: number): void {
    this.#recoveryMs.set(name, [...(this.#recoveryMs.get(name) ?? []), ms]);
  }

  failOver(name: string, ms: number): void {
    this.#failOverMs.set(name, [...(this.#failOverMs.get(name) ?? []), ms]);
  }

  /** Median and worst, in milliseconds, from the end of a fault until a change made then was carried out. */
  table(): Record<string, object> {
    const rows = [...this.#counts].map(([name, injected]) => {
      const recovery = summary(this.#recoveryMs.get(name));
      const failOver = summary(this.#failOverMs.get(name));
      return [name, { injected, ...(recovery && { recovery }), ...(failOver && { failOver }) }] as const;
    });
    return Object.fromEntries(rows.sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

function summary(values: readonly number[] | undefined): { median: number; worst: number } | undefined {
  if (!values) return undefined;
  const sorted = [...values].sort((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  return { median: Math.round(median), worst: Math.round(sorted.at(-1) ?? 0) };
}
