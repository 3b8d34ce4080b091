/** Objects that an answered `deleteAllOf` has changed or deleted, although the store shows their old state. */
import type { Writer } from '../../current-work.js';
import { isInScope, type ReadScope } from './read-scope.js';

/** Expectations of one reflector, by the writer who has them. */
export class ExpectedChanges {
  readonly #byWriter = new Map<Writer | undefined, Map<string, string>>();

  get isEmpty(): boolean {
    return this.#byWriter.size === 0;
  }

  /** The object with this key is no longer in the state that has this version. */
  add(key: string, version: string, writer: Writer | undefined): void {
    const expected = this.#byWriter.get(writer) ?? new Map<string, string>();
    this.#byWriter.set(writer, expected.set(key, version));
  }

  /** The store has changed the object. */
  changed(key: string, version: string | undefined): void {
    for (const [writer, expected] of this.#byWriter)
      if (expected.get(key) !== version && expected.delete(key) && expected.size === 0) this.#byWriter.delete(writer);
  }

  /** The first object in `scope` whose change the store has not shown. */
  missing(scope: ReadScope, writer: Writer | undefined): string | undefined {
    for (const key of this.#byWriter.get(writer)?.keys() ?? []) if (isInScope(key, scope)) return key;
    return undefined;
  }

  /** The writer no longer waits: an expectation that is wrong must not fail every read. */
  giveUp(writer: Writer | undefined): void {
    this.#byWriter.delete(writer);
  }

  clear(): void {
    this.#byWriter.clear();
  }
}
