/** Objects whose state the cache cannot tell to the writer whose write failed: its next read asks the server. */
import type { Writer } from '../../current-work.js';
import { isInScope, type ReadScope } from './read-scope.js';

/**
 * Why the server is asked. `unknown`: no answer came, so the write may or may not have been stored. `outdated`: the write was
 * refused because the server has another state than the cache; lists do not ask, since nothing of the writer's is missing.
 */
export type DoubtReason = 'unknown' | 'outdated';

/** One object in doubt. A later doubt about the same object is another one, which an earlier question does not settle. */
export interface Doubt {
  readonly key: string;
  readonly writer: Writer | undefined;
  readonly reason: DoubtReason;
  /** Position in the order of all writes of the reflector. */
  readonly turn: number;
  /** The question that is being asked; readers share it. */
  question?: { readonly about: unknown; readonly answer: Promise<unknown> };
}

/** Doubts of writers that never read again must not add up. */
const MOST_DOUBTS = 1000;

/** Doubts of one reflector. */
export class UncertainWrites {
  readonly #byWriter = new Map<Writer | undefined, Map<string, Doubt>>();
  #size = 0;

  add(doubt: Doubt): void {
    const { key, writer, reason } = doubt;
    const known = this.of(key, writer);
    // A refusal does not tell what became of an earlier write.
    if (known?.reason === 'unknown' && reason === 'outdated') return;
    if (known) this.settle(known);
    const own = this.#byWriter.get(writer) ?? new Map<string, Doubt>();
    this.#byWriter.set(writer, own.set(key, doubt));
    this.#size++;
    if (this.#size > MOST_DOUBTS) this.#dropOldest();
  }

  /** What the writer has to ask about one object. */
  of(key: string, writer: Writer | undefined): Doubt | undefined {
    return this.#size === 0 ? undefined : this.#byWriter.get(writer)?.get(key);
  }

  /** What the writer has to ask before it reads `scope`. */
  in(scope: ReadScope, writer: Writer | undefined): Doubt[] {
    if (this.#size === 0) return [];
    if ('key' in scope) return [this.of(scope.key, writer)].filter((doubt) => doubt !== undefined);
    const own = this.#byWriter.get(writer)?.values() ?? [];
    return [...own].filter(({ key, reason }) => reason === 'unknown' && isInScope(key, scope));
  }

  /** Whether anybody is in doubt about the object. */
  has(key: string): boolean {
    if (this.#size === 0) return false;
    for (const own of this.#byWriter.values()) if (own.has(key)) return true;
    return false;
  }

  /** The server has answered; a newer doubt about the object stays. */
  settle(doubt: Doubt): void {
    const own = this.#byWriter.get(doubt.writer);
    if (own?.get(doubt.key) !== doubt) return;
    own.delete(doubt.key);
    this.#size--;
    if (own.size === 0) this.#byWriter.delete(doubt.writer);
  }

  #dropOldest(): void {
    for (const own of this.#byWriter.values()) {
      for (const doubt of own.values()) {
        this.settle(doubt);
        return;
      }
    }
  }
}
