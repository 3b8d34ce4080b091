/** Objects that an answered `deleteAllOf` has deleted, although the store still shows them. */
import type { Writer } from '../../current-work.js';
import type { KubeObject } from '../../object/meta.js';
import { isInScope, type ReadScope } from './read-scope.js';

/** Whether the store shows the effect of the deletion; undefined for an object that it does not have. */
export type IsOver = (object: KubeObject | undefined) => boolean;

/** Expectations of one reflector, by the writer who has them. */
export class ExpectedDeletions {
  readonly #byWriter = new Map<Writer | undefined, Map<string, IsOver>>();

  get isEmpty(): boolean {
    return this.#byWriter.size === 0;
  }

  add(key: string, isOver: IsOver, writer: Writer | undefined): void {
    const expected = this.#byWriter.get(writer) ?? new Map<string, IsOver>();
    this.#byWriter.set(writer, expected.set(key, isOver));
  }

  /** The store has changed the object. */
  changed(key: string, object: KubeObject | undefined): void {
    for (const [writer, expected] of this.#byWriter) {
      if (expected.get(key)?.(object)) expected.delete(key);
      if (expected.size === 0) this.#byWriter.delete(writer);
    }
  }

  /** The first object in `scope` that the store shows although it is deleted. */
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
