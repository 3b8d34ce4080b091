/** Read-only views of objects: what a cache hands out must not be changed in place. */
import { copyDigits } from './exact-integers.js';

/** `T` with every property read-only, all the way down. */
export type DeepReadonly<T> = T extends string | number | boolean | null | undefined | ((...args: never[]) => unknown)
  ? T
  : T extends readonly (infer Item)[]
    ? readonly DeepReadonly<Item>[]
    : T extends object
      ? ReadonlyFields<T>
      : T;

/** Has a name of its own, by which TypeScript finds `T` again in an object from a cache. */
export type ReadonlyFields<T> = { readonly [Key in keyof T]: DeepReadonly<T[Key]> };

/** `T`, or `T` as a cache hands it out. */
export type MaybeReadonly<T> = ReadonlyFields<T> | DeepReadonly<T> | T;

/**
 * A deep copy that may be changed.
 * @example
 * ```ts
 * const draft = mutable<Guestbook>(await client.get(Guestbook, key));
 * draft.spec.replicas = 3;
 * const stored = await client.update(draft);
 * console.log(stored.spec.replicas); // 3
 * ```
 */
export function mutable<T>(value: MaybeReadonly<T>): T {
  const later: Later[] = [];
  const result = copy(value, 0, later);
  for (let next = later.pop(); next; next = later.pop()) fill(next.from, next.to, 0, later);
  return result as T;
}

/** What is nested deeper is copied later: users may nest what they write deeper than the stack. */
const MAX_DEPTH = 200;

interface Later {
  readonly from: object;
  readonly to: object;
}

/** Copies JSON data; much faster than `structuredClone`, which must cope with everything else. */
function copy(value: unknown, depth: number, later: Later[]): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const result = Array.isArray(value) ? [] : {};
  if (depth < MAX_DEPTH) fill(value, result, depth, later);
  else later.push({ from: value, to: result });
  return result;
}

function fill(from: object, to: object, depth: number, later: Later[]): void {
  copyDigits(from, to);
  if (Array.isArray(from)) {
    for (const item of from) (to as unknown[]).push(copy(item, depth + 1, later));
    return;
  }
  for (const key of Object.keys(from)) {
    const value = copy((from as Record<string, unknown>)[key], depth + 1, later);
    // Assigning to "__proto__" would change the prototype instead of adding a property.
    if (key === '__proto__')
      Object.defineProperty(to, key, { value, enumerable: true, writable: true, configurable: true });
    else (to as Record<string, unknown>)[key] = value;
  }
}
