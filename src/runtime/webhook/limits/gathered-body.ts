/** Puts the chunks of a body together. */

const FIRST_BYTES = 4_096;

/**
 * One buffer that doubles when it is full. A list of chunks would take a hundred bytes for each chunk of one byte, and
 * keep the whole block that the socket read it from.
 */
export class GatheredBody {
  readonly #most: number;
  #buffer = Buffer.alloc(0);
  #size = 0;

  /** `most` bytes are never exceeded by the buffer unless a chunk needs it: the announced length, where it is known. */
  constructor(most = Number.POSITIVE_INFINITY) {
    this.#most = most;
  }

  get size(): number {
    return this.#size;
  }

  /** How many bytes the buffer has to grow by to take in a chunk of this length. */
  growth(length: number): number {
    const needed = this.#size + length;
    if (needed <= this.#buffer.length) return 0;
    const doubled = Math.max(FIRST_BYTES, this.#buffer.length * 2);
    return Math.max(needed, Math.min(doubled, this.#most)) - this.#buffer.length;
  }

  add(chunk: Uint8Array): void {
    const growth = this.growth(chunk.length);
    if (growth > 0) {
      const larger = Buffer.allocUnsafeSlow(this.#buffer.length + growth);
      this.#buffer.copy(larger, 0, 0, this.#size);
      this.#buffer = larger;
    }
    this.#buffer.set(chunk, this.#size);
    this.#size += chunk.length;
  }

  /** All bytes, without a copy. */
  bytes(): Buffer {
    return this.#buffer.subarray(0, this.#size);
  }

  /** A copy of the first bytes. */
  head(length: number): Buffer {
    return Buffer.from(this.#buffer.subarray(0, Math.min(length, this.#size)));
  }

  /** Forgets everything. */
  clear(): void {
    this.#buffer = Buffer.alloc(0);
    this.#size = 0;
  }
}
