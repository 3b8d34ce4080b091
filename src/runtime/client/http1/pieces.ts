/** Puts together bytes that arrive in pieces. */

/** Each piece takes some hundred bytes besides its own: smaller ones are copied into blocks. */
const SMALL = 2048;
/** Blocks double, so that one small piece between large ones does not take a large block. */
const [SMALLEST_BLOCK, LARGEST_BLOCK] = [256, 16_384];

const nothing = Buffer.alloc(0);

/** Pieces in order. One piece alone, as most are, is not copied. */
export class Pieces {
  #list: Buffer[] = [];
  #bytes = 0;
  #block: Buffer | undefined;
  #used = 0;
  #blockBytes = SMALLEST_BLOCK;

  /** How many bytes there are. */
  get bytes(): number {
    return this.#bytes;
  }

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    const isFirst = this.#bytes === 0;
    this.#bytes += piece.length;
    if (isFirst || piece.length >= SMALL) {
      this.#seal();
      this.#blockBytes = SMALLEST_BLOCK;
      this.#list.push(piece);
      return;
    }
    if (this.#block === undefined || this.#used + piece.length > this.#block.length) {
      this.#seal();
      this.#block = Buffer.allocUnsafeSlow(Math.max(this.#blockBytes, piece.length));
      this.#blockBytes = Math.min(2 * this.#blockBytes, LARGEST_BLOCK);
    }
    this.#used += piece.copy(this.#block, this.#used);
  }

  /** All bytes; nothing is left. */
  take(): Buffer {
    this.#seal();
    const list = this.#list;
    this.clear();
    const [first = nothing] = list;
    return list.length <= 1 ? first : Buffer.concat(list);
  }

  clear(): void {
    this.#list = [];
    this.#bytes = 0;
    this.#block = undefined;
    this.#used = 0;
    this.#blockBytes = SMALLEST_BLOCK;
  }

  #seal(): void {
    if (this.#block) this.#list.push(this.#block.subarray(0, this.#used));
    this.#block = undefined;
    this.#used = 0;
  }
}
