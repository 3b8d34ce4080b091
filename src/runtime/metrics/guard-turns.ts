/** Who is asked about first, when many questions to the API server are open at the same time. */

/** A token that was valid before, one that nobody knows yet, and one from a caller that has just been refused. */
export type Rank = 'known' | 'new' | 'suspect';

/** Thrown when too many wait. */
export class TooBusyError extends Error {
  override readonly name = 'TooBusyError';
}

const ranks: readonly Rank[] = ['known', 'new', 'suspect'];
/** Callers that were refused have this part of all turns, so that made-up tokens leave the others free. */
const SUSPECT_PART = 1 / 4;
/** More than a server has connections. */
const MOST_WAITING = 512;

/** Runs at most `most` pieces of work at the same time; the others wait, those that are known first. */
export class Turns {
  readonly #most: number;
  readonly #waiting: Readonly<Record<Rank, (() => void)[]>> = { known: [], new: [], suspect: [] };
  #open = 0;
  #openSuspects = 0;

  constructor(most: number) {
    this.#most = most;
  }

  async run<T>(rank: Rank, work: () => Promise<T>): Promise<T> {
    if (this.#mayRun(rank)) this.#count(rank, 1);
    else await this.#turn(rank);
    try {
      return await work();
    } finally {
      this.#count(rank, -1);
      this.#next();
    }
  }

  #mayRun(rank: Rank): boolean {
    if (this.#open >= this.#most) return false;
    return rank !== 'suspect' || this.#openSuspects < Math.max(1, Math.floor(this.#most * SUSPECT_PART));
  }

  #count(rank: Rank, change: number): void {
    this.#open += change;
    if (rank === 'suspect') this.#openSuspects += change;
  }

  #turn(rank: Rank): Promise<void> {
    const queue = this.#waiting[rank];
    if (queue.length >= MOST_WAITING) throw new TooBusyError('too many access checks at once');
    return new Promise((resolve) => queue.push(resolve));
  }

  #next(): void {
    const rank = ranks.find((one) => this.#waiting[one].length > 0 && this.#mayRun(one));
    if (!rank) return;
    // Counted here, so that no newcomer takes the turn before the one that waited.
    this.#count(rank, 1);
    this.#waiting[rank].shift()?.();
  }
}
