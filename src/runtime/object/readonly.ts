/** Read-only views of objects: what a cache hands out must not be changed in place. */
import { copyDigits } from '../../kubernetes/json/exact-integers.js';
import { copyMark } from './partial.js';
import type { KubeObject, ObjectMeta, Time } from './meta.js';

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

/** Metadata of a stored object. What a dry run of `create` returns has no `resourceVersion`. */
export interface StoredMeta extends ObjectMeta {
  name: string;
  uid: string;
  resourceVersion: string;
  creationTimestamp: Time;
}

/**
 * An object as it was read: read-only, because others read the same copy, and with the metadata that every stored object
 * has.
 * @example
 * ```ts
 * const labelsFor = (book: Stored<Guestbook>) => ({ book: book.metadata.name, uid: book.metadata.uid });
 * console.log(labelsFor(await client.get(Guestbook, key)).book); // welcome
 * ```
 */
export type Stored<T extends AnyObject> = DeepReadonly<T> & { readonly metadata: ReadonlyFields<StoredMeta> };

/** An object as a write returned it: a copy of your own, with the metadata that every stored object has. */
export type Written<T extends AnyObject> = T & { metadata: StoredMeta };

/** An object of any kind, whether it may be changed or not. */
export type AnyObject = DeepReadonly<KubeObject>;

/** `T` in any of its forms: as it was made, read or written. */
export type AnyForm<T extends AnyObject> = Stored<T> | Written<T> | ReadonlyFields<T> | DeepReadonly<T> | T;

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
export function mutable<T extends KubeObject>(value: AnyForm<T>): T;
export function mutable<T>(value: MaybeReadonly<T>): T;
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
  copyMark(from, to);
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
