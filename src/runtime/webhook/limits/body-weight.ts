/**
 * How much memory a JSON body will take once it is parsed, copied, answered and written: three bytes of `{},` become a
 * hundred times as many. Counted while the body arrives, so that nobody parses what does not fit.
 */

const QUOTE = 34;
const BACKSLASH = 92;
const OPEN_LIST = 91;
const OPEN_OBJECT = 123;
const COMMA = 44;
const COLON = 58;

/** The body, its text, the text of the answer and its bytes. */
const PER_BYTE = 4;
/** An object or list, and those that it is copied to. */
const PER_STRUCTURE = 200;
/** A key that no other object has. */
const PER_FIELD = 200;
/** An item. */
const PER_ITEM = 50;
/** A number whose digits are kept beside it, which are so many at least. */
const PER_LONG_NUMBER = 400;
const LONG_DIGITS = 16;

/** Adds up chunks of one body. */
export class BodyWeight {
  #isInString = false;
  #isEscaped = false;
  #digits = 0;

  /** What a chunk adds, in bytes of memory. */
  add(chunk: Uint8Array): number {
    let weight = chunk.length * PER_BYTE;
    let isInString = this.#isInString;
    let isEscaped = this.#isEscaped;
    let digits = this.#digits;
    for (const byte of chunk) {
      if (byte < 48 || byte > 57 || isInString) digits = 0;
      else if (++digits === LONG_DIGITS) weight += PER_LONG_NUMBER;
      if (isEscaped) isEscaped = false;
      else if (byte === QUOTE) isInString = !isInString;
      else if (isInString) isEscaped = byte === BACKSLASH;
      else if (byte === COMMA) weight += PER_ITEM;
      else if (byte === COLON) weight += PER_FIELD;
      else if (byte === OPEN_LIST || byte === OPEN_OBJECT) weight += PER_STRUCTURE;
    }
    this.#isInString = isInString;
    this.#isEscaped = isEscaped;
    this.#digits = digits;
    return weight;
  }
}
