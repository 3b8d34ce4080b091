/** Failures of reconciles that repeat: one line for each, which counts. */

interface Entry {
  readonly message: string;
  readonly count: number;
}

/** Remembers who fails, and how often. */
export class Failures {
  readonly #entries = new Map<string, Entry>();

  /** One more failure: how many there were in a row. The count begins again when the message is another one. */
  add(object: string, message: string): number {
    const known = this.#entries.get(object);
    const count = known?.message === message ? known.count + 1 : 1;
    this.#entries.set(object, { message, count });
    return count;
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
