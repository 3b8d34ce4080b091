/** References from one object to others by name, as types and as keys. */
import { keyOf } from '../cache/store/object-key.js';
import { isSegment } from '../client/requests/names.js';
import { InvalidCallError } from '../object/invalid-call.js';
import type { Kind } from '../object/kind.js';
import type { KubeObject, ObjectKey } from '../object/meta.js';
import type { AnyObject, Stored } from '../object/readonly.js';
import type { WatchSettings } from '../controller/builder.js';

/** Nothing is named. */
export type Nothing = undefined | null | false | '';

/** The name of an object, and its namespace where it is another one than that of the object which names it. */
export type RefTo = string | { readonly name?: string | undefined; readonly namespace?: string | undefined };

/** What the function of a reference may return. */
export type References = RefTo | Nothing | readonly (RefTo | Nothing)[];

/** One `.references` of a controller. */
export interface ReferenceStep {
  readonly name: string;
  readonly kind: Kind;
  readonly of: (object: Stored<KubeObject>) => References;
  readonly settings: WatchSettings<KubeObject>;
}

/** What an object names. */
export interface NamedKeys {
  /** Whether the function returned a list. */
  readonly isList: boolean;
  readonly keys: readonly ObjectKey[];
}

/** The keys that an object names; `scope` is that of the kind it names. Throws when a namespace is missing. */
export function namedKeys(step: ReferenceStep, object: Stored<KubeObject>, scope: Kind['scope']): NamedKeys {
  const named = step.of(object);
  if (!isList(named)) return { isList: false, keys: keysOf([named], step, object, scope) };
  return { isList: true, keys: keysOf(named, step, object, scope) };
}

/** The values of the index of a reference; empty for what cannot be understood, which the reconcile reports. */
export function indexValues(step: ReferenceStep, object: Stored<KubeObject>, scope: Kind['scope']): readonly string[] {
  try {
    return [...new Set(namedKeys(step, object, scope).keys.map((key) => keyOf(key)))];
  } catch {
    return [];
  }
}

function keysOf(
  named: readonly (RefTo | Nothing)[],
  step: ReferenceStep,
  object: AnyObject,
  scope: Kind['scope'],
): ObjectKey[] {
  const { kind, metadata } = object;
  const found = new Map<string, ObjectKey>();
  for (const one of named) {
    const { name, namespace } = refTo(one, step, object);
    if (!name) continue;
    // Go writes an empty namespace where none is given.
    const place = scope === 'Cluster' ? undefined : namespace || metadata.namespace;
    if (scope === 'Namespaced' && !place)
      throw new InvalidCallError(
        `the reference "${step.name}" of ${kind} ${metadata.name} names ${step.kind.gvk.kind} "${name}" without a namespace, ` +
          `and ${kind} has none: return { name, namespace }`,
      );
    // Users write names. One that no object can have is that of a missing object, or their mistake would stop reconciles and deletions.
    if (!isSegment(name) || (place && !isSegment(place))) continue;
    const key = place ? { name, namespace: place } : { name };
    found.set(keyOf(key), key);
  }
  return [...found.values()];
}

/** A name as a key. Functions without types, and those that return `any`, get an error instead of no reference. */
function refTo(
  one: RefTo | Nothing,
  { name: step }: ReferenceStep,
  { kind, metadata }: AnyObject,
): Exclude<RefTo, string> {
  if (!one) return {};
  if (typeof one === 'string') return { name: one };
  if (isKeyLike(one)) return one;
  throw new InvalidCallError(
    `the reference "${step}" of ${kind} ${metadata.name} is ${shapeOf(one)}: return a name, { name, namespace }, a list of those, or nothing`,
  );
}

/** False for a promise, a set, a list in a list, and names that are not text. */
function isKeyLike(one: object): boolean {
  if (typeof one !== 'object' || 'then' in one || Symbol.iterator in one) return false;
  const { name, namespace } = one as { readonly name?: unknown; readonly namespace?: unknown };
  return [name, namespace].every((text) => text === undefined || text === null || typeof text === 'string');
}

/** `a number`, `an object of the type Promise`. */
function shapeOf(value: object): string {
  if (typeof value !== 'object') return `a ${typeof value}`;
  const maker: unknown = value.constructor?.name;
  return maker === 'Object'
    ? 'an object whose name or namespace is not text'
    : `an object of the type ${String(maker)}`;
}

function isList(named: References): named is readonly (RefTo | Nothing)[] {
  return Array.isArray(named);
}
