/** What cells of tables are made from: fields with Go's zero values, labels, selectors and times. */
import type { ApiObject } from '../storage/api-object.js';
import { ageOf } from './duration-text.js';
import { getPath, isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { selectorOf, type LabelRequirement } from '../selectors/label-selector.js';

/** The cells of one object, in the order of the columns of its kind. */
export type Cells = (object: ApiObject, now: number) => JsonValue[];

/** Where a field is: `spec.replicas`. */
function valueAt(object: JsonValue | undefined, path: string): JsonValue | undefined {
  return getPath(object, path.split('.'));
}

/** A number, 0 when there is none. */
export function numberAt(object: JsonValue | undefined, path: string): number {
  const value = valueAt(object, path);
  return typeof value === 'number' ? value : 0;
}

/** A string or number as text; `otherwise` when there is none. */
export function textAt(object: JsonValue | undefined, path: string, otherwise = ''): string {
  const value = valueAt(object, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : otherwise;
}

/** A string; `otherwise` also when it is empty. */
export function filledAt(object: JsonValue | undefined, path: string, otherwise: string): string {
  return textAt(object, path) || otherwise;
}

/** A boolean, `otherwise` when there is none. */
export function flagAt(object: JsonValue | undefined, path: string, otherwise = false): boolean {
  const value = valueAt(object, path);
  return typeof value === 'boolean' ? value : otherwise;
}

/** The objects of a list. */
export function objectsAt(object: JsonValue | undefined, path: string): JsonObject[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The strings of a list. */
export function textsAt(object: JsonValue | undefined, path: string): string[] {
  const value = valueAt(object, path);
  return Array.isArray(value) ? value.map(String) : [];
}

/** A map; empty when there is none. */
export function mapAt(object: JsonValue | undefined, path: string): JsonObject {
  const value = valueAt(object, path);
  return isObject(value) ? value : {};
}

/** Whether a field is there and not null. */
export function isSet(object: JsonValue | undefined, path: string): boolean {
  return (valueAt(object, path) ?? null) !== null;
}

/** How long ago a time was. */
export function since(timestamp: string, now: number): string {
  return timestamp === '' ? '<unknown>' : ageOf(timestamp, now);
}

/** How long ago an object was created. */
export function age({ metadata }: ApiObject, now: number): string {
  return since(metadata.creationTimestamp ?? '', now);
}

/** The name of an object. */
export function nameOf({ metadata }: ApiObject): string {
  return metadata.name ?? '';
}

/** The condition of a type. */
export function conditionOf(object: JsonValue | undefined, type: string): JsonObject | undefined {
  return objectsAt(object, 'status.conditions').find((condition) => condition['type'] === type);
}

/** Whether the condition of a type is `True`. */
export function isConditionTrue(object: JsonValue | undefined, type: string): boolean {
  return conditionOf(object, type)?.['status'] === 'True';
}

/** `a=b,c=d`, or `<none>`. */
export function labelText(labels: JsonObject): string {
  const pairs = Object.entries(labels).map(([key, value]) => `${key}=${String(value)}`);
  return pairs.length === 0 ? '<none>' : pairs.sort().join(',');
}

/** A selector as people write it; empty when it selects everything. */
export function selectorText(selector: JsonValue | undefined): string {
  const labels = mapAt(selector, 'matchLabels');
  return [...selectorOf(selector)]
    .sort((left, right) => (left.key < right.key ? -1 : left.key > right.key ? 1 : 0))
    .map((requirement) => requirementText(requirement, Object.hasOwn(labels, requirement.key)))
    .join(',');
}

function requirementText({ key, operator, values = [] }: LabelRequirement, isLabel: boolean): string {
  const list = `(${[...values].sort().join(',')})`;
  if (operator === 'Exists') return key;
  if (operator === 'DoesNotExist') return `!${key}`;
  if (operator === 'In' && isLabel && values.length === 1) return `${key}=${values[0] ?? ''}`;
  return `${key} ${operator === 'In' ? 'in' : 'notin'} ${list}`;
}

/** Names and images of containers, and the selector if the kind has one. */
export function containerCells(object: JsonValue | undefined, path: string): [string, string] {
  const containers = objectsAt(object, path);
  return [containers.map((it) => textAt(it, 'name')).join(','), containers.map((it) => textAt(it, 'image')).join(',')];
}

/** The first few strings, and how many more there are. */
export function shortList(texts: readonly string[], most: number, separator = ','): string {
  const shown = texts.slice(0, most).join(separator);
  return texts.length > most ? `${shown} + ${texts.length - most} more...` : shown;
}
