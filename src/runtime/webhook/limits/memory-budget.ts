/** Memory that the calls of a webhook server take together once their bodies are complete. */
import { getHeapStatistics } from 'node:v8';

/** Whether a call gets its memory: yes, not now, or never. */
export type Grant = 'granted' | 'busy' | 'too large';

/** The part of the budget that one call has. */
export interface Lease {
  /** Asks for the memory of the whole call, once; waits for it for a moment, or until `signal` is aborted. */
  take(bytes: number, signal?: AbortSignal): Promise<Grant>;
  /** Only the answer is left to send: `hangUp` is called when others need the memory and the caller does not read. */
  answering(hangUp: () => void): void;
  /** Returns everything; further calls do nothing. */
  release(): void;
}

/** Of the budget: large calls leave this much to small ones. */
const RESERVE = 1 / 8;
/** Of the budget: a call is small up to this size. */
const SMALL = 1 / 128;
/** One address gets at most so many times what it leaves to the others. */
const SHARE = 7;
const SMALL_SHARE = 31;
/** How long a call waits for memory before the caller is told to come back. */
const WAIT_MS = 2_000;
/** How long a caller may take to read its answer while others wait for memory. */
const READ_MS = 1_000;

/** Takes the memory that a call waits for, if it fits. */
type Waiter = () => void;

interface Answer {
  readonly sinceMs: number;
  readonly hangUp: () => void;
}

/** Bytes that are lent to calls. */
export class MemoryBudget {
  readonly total: number;
  readonly #now: () => number;
  readonly #taken = new Map<string, number>();
  readonly #waiting = new Set<Waiter>();
  /** The oldest comes first. */
  readonly #answers = new Set<Answer>();
  #free: number;

  constructor(total: number, now = () => performance.now()) {
    this.total = total;
    this.#free = total;
    this.#now = now;
  }

  /** Bytes that no call has. */
  get free(): number {
    return this.#free;
  }

  /** The most that one call can get. */
  get largest(): number {
    return Math.floor(this.total * (1 - RESERVE));
  }

  /** A call from `address`. */
  lease(address = ''): Lease {
    let taken = 0;
    let isOver = false;
    let answer: Answer | undefined;
    const giveBack = (): void => {
      isOver = true;
      if (answer) this.#answers.delete(answer);
      this.#free += taken;
      const left = (this.#taken.get(address) ?? 0) - taken;
      if (left > 0) this.#taken.set(address, left);
      else this.#taken.delete(address);
    };
    return {
      take: async (bytes, signal) => {
        if (bytes > this.largest) return 'too large';
        const take = (): boolean => {
          if (isOver || !this.#take(address, bytes)) return false;
          taken = bytes;
          return true;
        };
        return take() || (await this.#wait(take, signal)) ? 'granted' : 'busy';
      },
      answering: (hangUp) => {
        if (isOver) return;
        answer = {
          sinceMs: this.#now(),
          hangUp: () => {
            giveBack();
            hangUp();
          },
        };
        this.#answers.add(answer);
      },
      release: () => {
        if (isOver) return;
        giveBack();
        this.#grantWaiting();
      },
    };
  }

  #take(address: string, bytes: number): boolean {
    this.#hangUpOnIdleReaders(address, bytes);
    if (!this.#fits(address, bytes)) return false;
    this.#free -= bytes;
    this.#taken.set(address, (this.#taken.get(address) ?? 0) + bytes);
    return true;
  }

  #fits(address: string, bytes: number): boolean {
    const left = this.#free - bytes;
    const isSmall = bytes <= this.total * SMALL;
    if (left < (isSmall ? 0 : this.total - this.largest)) return false;
    // An address that has the budget to itself gets nearly all of it; what is left is for the others.
    const isFirst = !this.#taken.has(address);
    return isFirst || (this.#taken.get(address) ?? 0) + bytes <= left * (isSmall ? SMALL_SHARE : SHARE);
  }

  #hangUpOnIdleReaders(address: string, bytes: number): void {
    for (const answer of this.#answers) {
      if (this.#fits(address, bytes) || this.#now() - answer.sinceMs < READ_MS) return;
      answer.hangUp();
    }
  }

  /** The first that fits goes first. */
  #grantWaiting(): void {
    for (const waiter of this.#waiting) waiter();
  }

  #wait(take: () => boolean, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const end = (isGranted: boolean): void => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', leave);
        this.#waiting.delete(waiter);
        resolve(isGranted);
      };
      const leave = (): void => end(false);
      const waiter: Waiter = () => take() && end(true);
      const timer = setTimeout(() => end(take()), WAIT_MS);
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(waiter);
      if (signal?.aborted) leave();
    });
  }
}

/** Limits that fit the memory of this process. */
export interface MemoryLimits {
  /** For all calls together, without bodies that are still arriving. */
  readonly budgetBytes: number;
  readonly maxBodyBytes: number;
  readonly maxConversionBytes: number;
}

const MEBI = 1024 * 1024;
/** What the API server sends at most: two objects of 3 MiB, and what is around them. */
const MAX_ADMISSION = 7 * MEBI;
/** A list of ten thousand large objects. */
const MAX_CONVERSION = 128 * MEBI;

/**
 * A half of the heap for calls; a sixteenth of it for one body, which takes four to ten times its size. V8 makes the heap
 * fit the container, or `--max-old-space-size` says its size.
 */
export function memoryLimits(heapBytes = getHeapStatistics().heap_size_limit): MemoryLimits {
  const oneBody = Math.floor(heapBytes / 16);
  return {
    budgetBytes: Math.floor(heapBytes / 2),
    maxBodyBytes: Math.min(MAX_ADMISSION, oneBody),
    maxConversionBytes: Math.min(MAX_CONVERSION, oneBody),
  };
}
