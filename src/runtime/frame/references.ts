/** References from one object to others by name, as types and as keys. */
import { keyOf } from '../cache/store/object-key.js';
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
  { kind, metadata }: AnyObject,
  scope: Kind['scope'],
): ObjectKey[] {
  const found = new Map<string, ObjectKey>();
  for (const one of named) {
    const { name, namespace } = typeof one === 'string' ? { name: one } : one || {};
    if (!name) continue;
    const place = scope === 'Cluster' ? undefined : (namespace ?? metadata.namespace);
    if (scope === 'Namespaced' && !place)
      throw new InvalidCallError(
        `the reference "${step.name}" of ${kind} ${metadata.name} names ${step.kind.gvk.kind} "${name}" without a namespace, ` +
          `and ${kind} has none: return { name, namespace }`,
      );
    const key = place ? { name, namespace: place } : { name };
    found.set(keyOf(key), key);
  }
  return [...found.values()];
}

function isList(named: References): named is readonly (RefTo | Nothing)[] {
  return Array.isArray(named);
}
