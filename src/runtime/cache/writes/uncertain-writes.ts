/** Writes that may or may not have happened: until that is known, reads ask the server. */
import { compareResourceVersions, isComparable } from '../../../kubernetes/version/resource-version.js';

/** One object, or all of a namespace, or all. */
export type ReadScope = { readonly key: string } | { readonly namespace: string | undefined };

/** What a read that asked the server may say afterwards. */
export interface Doubt {
  /** The server was asked about everything in the scope of the read; `version` is that of its answer, when it had one. */
  settle(version?: string): void;
  /** The server was asked about a part only: the next reads ask as well, until the store has reached `version`. */
  settleAt(version: string | undefined): void;
}

interface Mark {
  readonly scope: ReadScope;
  /** Lists do not mind: the state of the object is known to be old, but that is all. */
  readonly isOld?: boolean;
  /** Over when the store has reached this version. */
  until?: string;
}

/** Conflicts of keys that nobody reads again must not add up. */
const MOST_OUTDATED = 1000;

/** Marks of one reflector. */
export class UncertainWrites {
  readonly #version: () => string | undefined;
  readonly #marks = new Set<Mark>();

  constructor(version: () => string | undefined) {
    this.#version = version;
  }

  /** The state of all in `scope` is unknown. */
  add(scope: ReadScope): void {
    for (const mark of this.#marks) if (covers(scope, mark.scope)) this.#marks.delete(mark);
    this.#marks.add({ scope });
  }

  /** The server has a newer state of one object than the store: the next read of it asks, and lists do not. */
  outdated(key: string): void {
    for (const mark of this.#marks) if ('key' in mark.scope && mark.scope.key === key) return;
    const old = [...this.#marks].filter(({ isOld }) => isOld);
    if (old.length >= MOST_OUTDATED && old[0]) this.#marks.delete(old[0]);
    this.#marks.add({ scope: { key }, isOld: true });
  }

  /** Whether a read of `scope` must ask the server. Asking alone changes nothing: the answer may not come. */
  in(scope: ReadScope): Doubt | undefined {
    if (this.#marks.size === 0) return undefined;
    for (const mark of this.#marks) if (this.#isOver(mark)) this.#marks.delete(mark);
    const marks = [...this.#marks].filter((mark) => overlap(mark.scope, scope) && (!mark.isOld || 'key' in scope));
    if (marks.length === 0) return undefined;
    const settleAt = (mark: Mark, version: string | undefined): void => {
      if (isComparable(version)) mark.until ??= version;
      else this.#marks.delete(mark);
    };
    return {
      settle: (version) =>
        marks.forEach((mark) => (covers(scope, mark.scope) ? this.#marks.delete(mark) : settleAt(mark, version))),
      settleAt: (version) => marks.forEach((mark) => settleAt(mark, version)),
    };
  }

  #isOver({ until }: Mark): boolean {
    const reached = this.#version();
    return until !== undefined && isComparable(reached) && compareResourceVersions(reached, until) >= 0;
  }
}

/** Whether a read of `scope` may show what is in doubt. What was done to many is of no concern to the read of one. */
function overlap(doubt: ReadScope, scope: ReadScope): boolean {
  if ('key' in scope) return 'key' in doubt && doubt.key === scope.key;
  return covers(scope, doubt) || (!('key' in doubt) && covers(doubt, scope));
}

/** Whether all of `inner` is part of `outer`. */
function covers(outer: ReadScope, inner: ReadScope): boolean {
  if ('key' in outer) return 'key' in inner && inner.key === outer.key;
  if (outer.namespace === undefined) return true;
  return 'key' in inner ? inner.key.startsWith(`${outer.namespace}/`) : inner.namespace === outer.namespace;
}
