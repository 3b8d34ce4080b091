/** What changed in an object, in a few words. */
import { isEqual } from '../../../runtime/object/equality.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { shownMetadata } from '../secrets/hidden-values.js';

/** `spec.replicas: 1 → 3`, one line for each field, in the order of the fields. */
export function changesOf(before: KubeObject | undefined, after: KubeObject | undefined): string[] {
  const lines: string[] = [];
  compare('', shown(before), shown(after), lines);
  return lines;
}

/** Field managers whose entries differ: those who wrote. */
export function writersOf(before: KubeObject | undefined, after: KubeObject): string[] {
  const old = before?.metadata.managedFields ?? [];
  const changed = (after.metadata.managedFields ?? []).filter(
    (entry) =>
      !old.some(
        (other) =>
          other.manager === entry.manager &&
          other.operation === entry.operation &&
          other.subresource === entry.subresource &&
          other.time === entry.time &&
          isEqual(other.fieldsV1, entry.fieldsV1),
      ),
  );
  return [...new Set(changed.map(({ manager = '' }) => manager))];
}

/** Fields of metadata that say something to a person. */
const toldMetadata = new Set(['labels', 'annotations', 'finalizers', 'deletionTimestamp']);

function shown(object: KubeObject | undefined): unknown {
  if (!object) return undefined;
  const { apiVersion: _apiVersion, kind, metadata, ...rest } = object;
  const told = Object.fromEntries(
    Object.entries(shownMetadata(kind, metadata)).filter(([name]) => toldMetadata.has(name)),
  );
  const body = kind === 'Secret' ? { ...rest, ...hidden(rest) } : rest;
  return Object.keys(told).length === 0 ? body : { metadata: told, ...body };
}

/** Secrets show their keys only; a changed value shows as a changed length at most. */
function hidden(body: object): object {
  const data: unknown = Reflect.get(body, 'data');
  if (typeof data !== 'object' || data === null) return {};
  return { data: Object.fromEntries(Object.keys(data).map((key) => [key, '***'])) };
}

function compare(path: string, before: unknown, after: unknown, lines: string[]): void {
  if (isEqual(before, after)) return;
  if (isRecord(before) && isRecord(after)) {
    for (const key of new Set([...Object.keys(before), ...Object.keys(after)]))
      compare(path === '' ? key : `${path}.${key}`, before[key], after[key], lines);
    return;
  }
  if (isKeyedList(before) && isKeyedList(after)) {
    const names = new Set([...before, ...after].map(keyOf));
    for (const name of names)
      compare(
        `${path}[${name}]`,
        before.find((one) => keyOf(one) === name),
        after.find((one) => keyOf(one) === name),
        lines,
      );
    return;
  }
  if (path === 'metadata.deletionTimestamp') lines.push('is being deleted');
  else if (before === undefined) addNew(path, after, lines);
  else lines.push(`${path}: ${short(before)} → ${after === undefined ? 'gone' : short(after)}`);
}

/** A new object lists its fields as far as they are values; deeper ones would be long. */
function addNew(path: string, value: unknown, lines: string[]): void {
  if (isRecord(value) && path.split('.').length < 2 && Object.keys(value).length > 0) {
    for (const [key, inner] of Object.entries(value)) addNew(path === '' ? key : `${path}.${key}`, inner, lines);
    return;
  }
  lines.push(`${path}: ${short(value)}`);
}

/** Conditions, containers and ports are identified by their type or name, not by their place. */
function isKeyedList(value: unknown): value is Record<string, unknown>[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => isRecord(one) && keyOf(one) !== '');
}

function keyOf(item: Record<string, unknown>): string {
  const key = item['type'] ?? item['name'];
  return typeof key === 'string' ? key : '';
}

function short(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
