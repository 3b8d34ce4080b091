/** `metadata.managedFields` as a map of managers, and back. */
import type { ApiObject, ManagedFieldsEntry } from '../storage/api-object.js';
import {
  decodeFields,
  difference,
  encodeFields,
  type FieldSet,
  intersection,
  sameFields,
  union,
  unionAll,
} from './apply-field-set.js';
import type { Comparison } from './apply-compare.js';

/** One manager with its set. */
export interface ManagerFields {
  readonly entry: ManagedFieldsEntry;
  readonly fields: FieldSet;
}

/** Managers by identity. */
export type Managers = Map<string, ManagerFields>;

/** The identity of a manager: for apply the version does not count. */
export function managerId(entry: ManagedFieldsEntry): string {
  const version = entry.operation === 'Apply' ? '' : (entry.apiVersion ?? '');
  return JSON.stringify([entry.manager ?? '', entry.operation ?? '', version, entry.subresource ?? '']);
}

/** Reads the managers of an object. */
export function readManagers(entries: readonly ManagedFieldsEntry[] | undefined): Managers {
  const found = new Map<string, { entry: ManagedFieldsEntry; readonly sets: FieldSet[] }>();
  for (const entry of entries ?? []) {
    if (entry.fieldsV1 === undefined) continue;
    const fields = decodeFields(entry.fieldsV1);
    const known = found.get(managerId(entry));
    if (known === undefined) found.set(managerId(entry), { entry, sets: [fields] });
    else {
      known.entry = entry;
      known.sets.push(fields);
    }
  }
  return new Map([...found].map(([id, { entry, sets }]) => [id, { entry, fields: unionAll(sets) }]));
}

/** Managers as entries in the server's order: appliers first, then by time and name. */
export function writeManagers(managers: Managers): ManagedFieldsEntry[] | undefined {
  const entries: ManagedFieldsEntry[] = [];
  for (const { entry, fields } of managers.values()) {
    if (fields.isEmpty) continue;
    entries.push({ ...entry, fieldsType: 'FieldsV1', fieldsV1: encodeFields(fields) });
  }
  entries.sort(compareEntries);
  return entries.length === 0 ? undefined : entries;
}

function compareEntries(left: ManagedFieldsEntry, right: ManagedFieldsEntry): number {
  return (
    text(left.operation, right.operation) ||
    text(left.time, right.time) ||
    text(left.manager, right.manager) ||
    text(left.apiVersion, right.apiVersion) ||
    text(left.subresource, right.subresource)
  );
}

function text(left = '', right = ''): number {
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

const STRIPPED = [
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata', 'f:name'],
  ['f:metadata', 'f:namespace'],
  ['f:metadata', 'f:creationTimestamp'],
  ['f:metadata', 'f:selfLink'],
  ['f:metadata', 'f:uid'],
  ['f:metadata', 'f:clusterName'],
  ['f:metadata', 'f:generation'],
  ['f:metadata', 'f:managedFields'],
  ['f:metadata', 'f:resourceVersion'],
] as const;

/** Removes what cannot be owned: identity and what the server sets. */
export function stripServerFields(set: FieldSet): FieldSet {
  for (const path of STRIPPED) set.removeBranch(path);
  const metadata = set.children.get('f:metadata');
  if (metadata !== undefined) metadata.isMember = false;
  if (metadata?.isEmpty === true) set.children.delete('f:metadata');
  return set;
}

/** Paths that changing managers must give up, by the identity of who has them. */
export function conflictsWith(managers: Managers, self: string, changed: Comparison): Map<string, FieldSet> {
  const touched = union(changed.modified, changed.added);
  const conflicts = new Map<string, FieldSet>();
  for (const [id, { fields }] of managers) {
    if (id === self) continue;
    const shared = intersection(fields, touched);
    if (!shared.isEmpty) conflicts.set(id, shared);
  }
  return conflicts;
}

/** Managers after others took fields over and fields disappeared. */
export function giveUp(managers: Managers, lost: ReadonlyMap<string, FieldSet>, removed: FieldSet): Managers {
  const result: Managers = new Map();
  for (const [id, { entry, fields }] of managers) {
    const taken = lost.get(id);
    let rest = taken === undefined ? fields : difference(fields, taken);
    if (!removed.isEmpty) rest = difference(rest, removed);
    if (!rest.isEmpty) result.set(id, { entry, fields: rest });
  }
  return result;
}

/** Whether both say the same about everybody, times apart. */
export function sameManagers(left: Managers, right: Managers): boolean {
  if (left.size !== right.size) return false;
  for (const [id, { entry, fields }] of left) {
    const other = right.get(id);
    if (other === undefined || other.entry.apiVersion !== entry.apiVersion) return false;
    if (!sameFields(fields, other.fields)) return false;
  }
  return true;
}

/** The object without managedFields. */
export function withoutManagers(object: ApiObject): ApiObject {
  if (object.metadata.managedFields === undefined) return object;
  const { managedFields: _managedFields, ...metadata } = object.metadata;
  return { ...object, metadata };
}
