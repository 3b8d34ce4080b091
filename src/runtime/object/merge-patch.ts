/** JSON merge patches (RFC 7386). */
import { isEqual } from './equality.js';
import { attachDigits, copyDigitsOf, digitsOf } from '../../kubernetes/json/exact-integers.js';
import { isRecord } from './json.js';
import { mutable } from './readonly.js';

/**
 * What turns `before` into `after`; undefined when nothing does. Lists are replaced whole, removed keys become null.
 * @example
 * ```ts
 * console.log(diffMergePatch({ a: 1, b: 2 }, { a: 1, c: 3 })); // { b: null, c: 3 }
 * ```
 */
export function diffMergePatch(before: object, after: object): object | undefined {
  const root: Diff = { before, after, patch: {} };
  const all: Diff[] = [root];
  // Not by recursion: users may nest what they write deeper than the stack.
  for (let index = 0; index < all.length; index++) diffFields(all[index] ?? root, all);
  // Children come after their parents, so from the end each is complete when its parent asks.
  for (const { parent, key, patch } of all.reverse())
    if (parent && Object.keys(patch).length > 0) define(parent, key ?? '', patch);
  return Object.keys(root.patch).length === 0 ? undefined : root.patch;
}

interface Diff {
  readonly before: object;
  readonly after: object;
  readonly patch: object;
  /** The patch that this one is a part of, under `key`. */
  readonly parent?: object;
  readonly key?: string;
}

/** Compares the fields of one level; records on both sides are left to `all`. */
function diffFields({ before, after, patch }: Diff, all: Diff[]): void {
  const digits = new Map<string, string>();
  for (const key of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const old = field(before, key);
    const next = field(after, key);
    if (isRecord(old) && isRecord(next)) {
      if (old !== next) all.push({ before: old, after: next, patch: {}, parent: patch, key });
      continue;
    }
    const exact = digitsOf(after, key);
    if (isEqual(old, next) && digitsOf(before, key) === exact) continue;
    define(patch, key, next === undefined ? null : next);
    if (exact !== undefined) digits.set(key, exact);
  }
  if (digits.size > 0) attachDigits(patch, digits);
}

/**
 * The result of a merge patch; `target` stays as it is.
 * @example
 * ```ts
 * console.log(applyMergePatch({ a: 1, b: 2 }, { b: null, c: 3 })); // { a: 1, c: 3 }
 * ```
 */
export function applyMergePatch(target: unknown, patch: unknown): unknown {
  if (!isRecord(patch)) return mutable(patch);
  const root: Record<string, unknown> = isRecord(target) ? mutable(target) : {};
  const open: [Record<string, unknown>, Record<string, unknown>][] = [[root, patch]];
  for (let next = open.pop(); next; next = open.pop()) applyFields(next[0], next[1], open);
  return root;
}

/** Changes the fields of one level; `result` is a copy already. Records in the patch are left to `open`. */
function applyFields(
  result: Record<string, unknown>,
  patch: Record<string, unknown>,
  open: [Record<string, unknown>, Record<string, unknown>][],
): void {
  for (const [key, value] of Object.entries(patch)) {
    if (value === null) delete result[key];
    else if (isRecord(value)) {
      const known = field(result, key);
      const inner = isRecord(known) ? known : {};
      if (inner !== known) define(result, key, inner);
      open.push([inner, value]);
    } else if (value !== undefined) {
      define(result, key, mutable(value));
      copyDigitsOf(patch, result, key);
    }
  }
}

function field(value: object, key: string): unknown {
  return Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
}

/** Also for a key called `__proto__`, which is legal in annotations. */
function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, { value, enumerable: true, writable: true, configurable: true });
}
