/** Memory that all calls of a webhook server may take together. */
import { getHeapStatistics } from 'node:v8';

/** Whether more memory is there: not for this call, not now, or yes. */
export type Grant = 'granted' | 'busy' | 'too large';

/** What one call has of the budget. */
export interface Lease {
  /** Asks for more. What was refused is not taken. */
  grow(bytes: number): Grant;
  /** Gives everything back; further calls do nothing. */
  release(): void;
}

/** Bytes that are lent to calls. */
export class MemoryBudget {
  readonly total: number;
  #free: number;

  constructor(total: number) {
    this.total = total;
    this.#free = total;
  }

  /** Bytes that nobody has. */
  get free(): number {
    return this.#free;
  }

  lease(): Lease {
    let taken = 0;
    let isOver = false;
    return {
      grow: (bytes) => {
        if (taken + bytes > this.total) return 'too large';
        if (bytes > this.#free) return 'busy';
        taken += bytes;
        this.#free -= bytes;
        return 'granted';
      },
      release: () => {
        if (isOver) return;
        isOver = true;
        this.#free += taken;
      },
    };
  }
}

/** Limits that fit the memory of this process. */
export interface MemoryLimits {
  /** What calls may take together. */
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
