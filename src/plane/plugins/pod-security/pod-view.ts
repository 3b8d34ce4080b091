/** A pod as Pod Security looks at it, and the words of its findings. */
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import { objectsIn } from '../../builtin/resource-list.js';

/** A pod, or the template of one. */
export interface PodView {
  readonly annotations: Readonly<Record<string, JsonValue | undefined>>;
  readonly spec: JsonObject;
  /** Init containers first, then the others. */
  readonly containers: readonly JsonObject[];
}

/** What a check has against a pod. */
export interface Violation {
  readonly reason: string;
  readonly detail: string;
}

/** A check; undefined when it has nothing against the pod. */
export type PodCheck = (pod: PodView) => Violation | undefined;

/** Looks at metadata and spec of a pod or template. */
export function podView(template: JsonObject): PodView {
  const metadata = part(template, 'metadata');
  const spec = part(template, 'spec');
  const containers = ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => objectsIn(spec[list]));
  return { annotations: part(metadata, 'annotations'), spec, containers };
}

/** A field that is an object; empty when it is absent. */
export function part(object: JsonObject, field: string): JsonObject {
  const value = object[field];
  return isObject(value) ? value : {};
}

/** `securityContext` of a pod or container. */
export function security(object: JsonObject): JsonObject {
  return part(object, 'securityContext');
}

/** The names of the containers that a test is true for. */
export function namesOf({ containers }: PodView, test: (container: JsonObject) => boolean): string[] {
  return containers.filter(test).map((container) => String(container['name'] ?? ''));
}

/** `"a", "b"`. */
export function quoted(items: Iterable<string>): string {
  return [...items].map((item) => `"${item}"`).join(', ');
}

/** The singular for one, else the plural. */
export function counted(count: number, singular: string, plural = `${singular}s`): string {
  return count === 1 ? singular : plural;
}

/** `containers "a", "b"`. */
export function containersText(names: readonly string[]): string {
  return `${counted(names.length, 'container')} ${quoted(names)}`;
}

/** `pod and containers "a"`, of those that do something. */
export function settersText(isPod: boolean, names: readonly string[], ...more: string[]): string {
  return [...(isPod ? ['pod'] : []), ...(names.length > 0 ? [containersText(names)] : []), ...more].join(' and ');
}

/** Sorted, each once. */
export function sortedSet(values: Iterable<string>): string[] {
  return [...new Set(values)].toSorted();
}
