/** Counts faults that are in force at the same place at the same time. */

/** Told when a fault changes state that another fault is still changing. */
export interface SharingCounter {
  shared(state: string): void;
}

export interface OverlapReport {
  /** Faults that were in force together with at least one other fault on the same replica or control plane. */
  readonly faults: number;
  /** The most faults in force at one place. */
  readonly most: number;
  /** How often a fault changed state that another fault was still changing, by state. */
  readonly sharedState: Readonly<Record<string, number>>;
}

export class Overlaps implements SharingCounter {
  readonly #active = new Map<string, Set<object>>();
  readonly #overlapped = new Set<object>();
  readonly #shared = new Map<string, number>();
  #most = 0;

  /** Runs `fault`, which counts as in force at `place` until it settles. */
  async during<T>(place: string, fault: () => Promise<T>): Promise<T> {
    const active = this.#active.get(place) ?? new Set();
    this.#active.set(place, active);
    const mark = {};
    active.add(mark);
    this.#most = Math.max(this.#most, active.size);
    if (active.size > 1) for (const each of active) this.#overlapped.add(each);
    try {
      return await fault();
    } finally {
      active.delete(mark);
    }
  }

  shared(state: string): void {
    this.#shared.set(state, (this.#shared.get(state) ?? 0) + 1);
  }

  report(): OverlapReport {
    const sharedState = Object.fromEntries([...this.#shared].sort(([a], [b]) => (a < b ? -1 : 1)));
    return { faults: this.#overlapped.size, most: this.#most, sharedState };
  }
}
