/** Which events are worth a reconcile. All let through the types of event that they are not about. */
import type { ObjectEvent } from '../object/event.js';
import { labelMatcher, type LabelSelectorInput } from '../object/label-selector.js';
import type { KubeObject } from '../object/meta.js';
import type { DeepReadonly } from '../object/readonly.js';

/** True lets the event through. */
export type Predicate<T extends KubeObject = KubeObject> = (event: ObjectEvent<T>) => boolean;

type Meta = DeepReadonly<KubeObject>['metadata'];

/** A predicate on updates, by what `differs` says of old and new metadata. */
function onUpdate(differs: (old: Meta, now: Meta) => boolean): Predicate {
  return (event) => event.type !== 'update' || differs(event.old.metadata, event.object.metadata);
}

/**
 * Ready-made predicates.
 * @example
 * ```ts
 * const changed = predicates.or(predicates.generationChanged(), predicates.labelsChanged());
 * manager.add(controller(Guestbook).filter(changed).reconcile(async () => undefined));
 * ```
 */
export const predicates = {
  /**
   * Updates that changed `metadata.generation`, which the server raises for changes of the spec and for the
   * start of a deletion. Kinds without a generation, such as ConfigMap and Secret, never pass an update.
   */
  generationChanged: (): Predicate => onUpdate((old, now) => old.generation !== now.generation),
  /** Updates that changed anything; drops resyncs. */
  resourceVersionChanged: (): Predicate => onUpdate((old, now) => old.resourceVersion !== now.resourceVersion),
  labelsChanged: (): Predicate => onUpdate((old, now) => !isSameMap(old.labels, now.labels)),
  annotationsChanged: (): Predicate => onUpdate((old, now) => !isSameMap(old.annotations, now.annotations)),
  finalizersChanged: (): Predicate => onUpdate((old, now) => !isSameList(old.finalizers, now.finalizers)),
  /** Events of objects with these labels, whatever their type. */
  labelSelector(selector: LabelSelectorInput): Predicate {
    const matches = labelMatcher(selector);
    return (event) => matches(event.object.metadata.labels);
  },
  inNamespaces(...namespaces: readonly string[]): Predicate {
    const allowed = new Set(namespaces);
    return (event) => allowed.has(event.object.metadata.namespace ?? '');
  },
  /** Events of objects for which `test` is true. */
  object:
    <T extends KubeObject>(test: (object: DeepReadonly<T>) => boolean): Predicate<T> =>
    (event) =>
      test(event.object),
  /** Events of these types only. */
  on(...types: readonly ObjectEvent['type'][]): Predicate {
    return (event) => types.includes(event.type);
  },
  and:
    <T extends KubeObject>(...all: readonly Predicate<T>[]): Predicate<T> =>
    (event) =>
      all.every((predicate) => predicate(event)),
  or:
    <T extends KubeObject>(...some: readonly Predicate<T>[]): Predicate<T> =>
    (event) =>
      some.some((predicate) => predicate(event)),
  /** Inverts every answer, also for types that the predicate is not about. */
  not:
    <T extends KubeObject>(predicate: Predicate<T>): Predicate<T> =>
    (event) =>
      !predicate(event),
} as const;

function isSameMap(left: Meta['labels'], right: Meta['labels']): boolean {
  const before = Object.entries(left ?? {});
  const now = right ?? {};
  return (
    before.length === Object.keys(now).length &&
    before.every(([name, value]) => Object.hasOwn(now, name) && now[name] === value)
  );
}

function isSameList(left: readonly string[] = [], right: readonly string[] = []): boolean {
  return left.length === right.length && left.every((value, index) => value === right[index]);
}
