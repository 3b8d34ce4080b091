/** Field ownership: what a plain write takes, and server-side apply. */
import type { ApiObject, ManagedFieldsEntry, Metadata } from '../storage/api-object.js';
import { StatusError } from '../api-status.js';
import { compare, fieldsOf } from './apply-compare.js';
import { difference, FieldSet, forEachPath, showPath, union, unionAll } from './apply-field-set.js';
import { lastAppliedFields } from './apply-last-applied.js';
import {
  conflictsWith,
  giveUp,
  managerId,
  readManagers,
  sameManagers,
  stripServerFields,
  withoutManagers,
  writeManagers,
  type Managers,
} from './apply-managers.js';
import { mergeObject, pruneFields } from './apply-merge.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Who writes, and how. */
export interface FieldWriter {
  readonly manager: string;
  readonly apiVersion: string;
  readonly subresource: string;
  readonly time?: string;
  /** Fields that this endpoint never writes: nobody owns them by it. */
  readonly resets?: readonly (readonly string[])[];
}

/** An object after a plain write by `writer`: changed fields belong to it now. */
export function trackUpdate(
  before: ApiObject | JsonObject,
  after: ApiObject,
  schema: SchemaNode | undefined,
  writer: FieldWriter,
): ApiObject {
  const previous = readManagers((before['metadata'] as ApiObject['metadata'] | undefined)?.managedFields);
  const isNew = (before['metadata'] as Metadata | undefined)?.uid === undefined;
  const isReset = !isNew && isResetRequest(after.metadata.managedFields);
  const sent = readManagers(sentManagers(after, before));
  const bare = withoutManagers(after);
  // Objects that nobody owns a field of stay untracked until somebody applies.
  const isUntracked = previous.size === 0 && !isNew;
  if (isReset || (isUntracked && sent.size === 0)) return bare;
  const changed = compare(withoutManagers(before as ApiObject), bare, schema);
  for (const fields of [changed.added, changed.modified, changed.removed]) {
    stripServerFields(fields);
    for (const path of writer.resets ?? []) fields.removeField(path);
  }
  const entry = entryOf('Update', writer);
  const id = managerId(entry);
  const managers = giveUp(sent, conflictsWith(sent, id, changed), changed.removed);
  const touched = union(changed.added, changed.modified);
  const mine = managers.get(id);
  if (!touched.isEmpty) {
    managers.set(id, { entry, fields: mine === undefined ? touched : union(mine.fields, touched) });
  }
  return attach(bare, sameManagers(managers, previous) ? previous : managers);
}

/** The managers that a write starts with: those that the client wrote, if they can be read, or else the known ones. */
export function sentManagers(after: ApiObject, before: ApiObject | JsonObject): ManagedFieldsEntry[] {
  const known = (before['metadata'] as Metadata | undefined)?.managedFields ?? [];
  const entries = after.metadata.managedFields ?? [];
  const isReadable = entries.every(
    ({ operation, fieldsType }) => (operation === 'Apply' || operation === 'Update') && fieldsType === 'FieldsV1',
  );
  return isReadable && readManagers(entries).size > 0 ? entries : known;
}

/** Clients drop all ownership by sending an empty list or a list of one empty entry. */
function isResetRequest(entries: readonly ManagedFieldsEntry[] | undefined): boolean {
  if (entries === undefined) return false;
  return entries.length === 0 || (entries.length === 1 && Object.keys(entries[0] ?? {}).length === 0);
}

/** Merges an apply configuration. Throws 409 with all conflicts unless `force`. */
export function applyConfiguration(
  live: ApiObject,
  config: ApiObject,
  schema: SchemaNode | undefined,
  writer: FieldWriter & { readonly force: boolean },
): ApiObject {
  const previous = readManagers(live.metadata.managedFields);
  const entry = entryOf('Apply', writer);
  const id = managerId(entry);
  const applied = stripServerFields(fieldsOf(config, schema));
  for (const path of writer.resets ?? []) applied.removeField(path);
  // Other tools write entries that own the name. Nobody gives it up by not applying it.
  const lastApplied = stripServerFields(union(previous.get(id)?.fields ?? new FieldSet(), new FieldSet()));
  const managers: Managers = new Map(previous);
  managers.set(id, { entry, fields: applied });

  const bareLive = withoutManagers(live);
  if (previous.size === 0 && live.metadata.uid !== undefined) {
    const first = entryOf('Update', { ...writer, manager: 'before-first-apply', subresource: '' });
    const owned = stripServerFields(compare({ metadata: {} }, bareLive, schema).added);
    if (!owned.isEmpty) managers.set(managerId(first), { entry: first, fields: owned });
  }
  const merged = mergeObject(bareLive, config, schema);
  const kept = unionAll([...managers.values()].map(({ fields }) => fields));
  const result = pruneFields(merged, schema, difference(lastApplied, applied), kept, true) as ApiObject;

  const changed = compare(bareLive, result, schema);
  const conflicts = conflictsWith(managers, id, changed);
  if (!writer.force) {
    const allowed = writer.manager === 'kubectl' ? lastAppliedFields(bareLive, schema) : new FieldSet();
    const refused = withoutFields(conflicts, allowed);
    if (refused.size > 0) throw conflictError(refused, managers);
  }
  const settled = giveUp(managers, conflicts, changed.removed);
  // Applying what is there already changes ownership, but not its time.
  const isUnchanged = changed.added.isEmpty && changed.modified.isEmpty && changed.removed.isEmpty;
  const mine = isUnchanged ? { ...entry, time: previous.get(id)?.entry.time } : entry;
  if (applied.isEmpty) settled.delete(id);
  else settled.set(id, { entry: mine, fields: applied });
  return attach(result, isUnchanged && sameManagers(settled, previous) ? previous : settled);
}

function withoutFields(conflicts: ReadonlyMap<string, FieldSet>, allowed: FieldSet): Map<string, FieldSet> {
  const rest = [...conflicts].map(([id, fields]) => [id, difference(fields, allowed)] as const);
  return new Map(rest.filter(([, fields]) => !fields.isEmpty));
}

function entryOf(operation: 'Apply' | 'Update', writer: FieldWriter): ManagedFieldsEntry {
  return {
    manager: writer.manager,
    operation,
    apiVersion: writer.apiVersion,
    ...(writer.time === undefined ? {} : { time: writer.time }),
    ...(writer.subresource === '' ? {} : { subresource: writer.subresource }),
  };
}

function attach(object: ApiObject, managers: Managers): ApiObject {
  const managedFields = writeManagers(managers);
  if (managedFields === undefined) return withoutManagers(object);
  return { ...object, metadata: { ...object.metadata, managedFields } };
}

interface Conflict {
  readonly who: string;
  readonly path: string;
}

function conflictError(conflicts: ReadonlyMap<string, FieldSet>, managers: Managers): StatusError {
  const all: Conflict[] = [];
  for (const [id, fields] of conflicts) {
    const who = describe(managers.get(id)?.entry ?? {});
    forEachPath(fields, (path) => all.push({ who, path: showPath(path) }));
  }
  const plural = all.length === 1 ? 'conflict' : 'conflicts';
  const message = `Apply failed with ${all.length} ${plural}: ${conflictText(all)}`;
  const causes = all.map(({ who, path }) => ({
    reason: 'FieldManagerConflict',
    message: `conflict with ${who}`,
    field: path,
  }));
  return new StatusError(409, 'Conflict', message, { causes });
}

function describe(entry: ManagedFieldsEntry): string {
  const subresource = entry.subresource === undefined ? '' : ` with subresource "${entry.subresource}"`;
  const isApply = entry.operation === 'Apply';
  return `${JSON.stringify(entry.manager ?? '')}${subresource}${isApply ? '' : ` using ${entry.apiVersion ?? ''}`}`;
}

function conflictText(all: readonly Conflict[]): string {
  const byWho = new Map<string, string[]>();
  for (const { who, path } of all) {
    const known = byWho.get(who);
    if (known === undefined) byWho.set(who, [path]);
    else known.push(path);
  }
  const parts: string[] = [];
  for (const who of [...byWho.keys()].sort()) {
    const paths = byWho.get(who) ?? [];
    if (all.length === 1) parts.push(`conflict with ${who}: ${paths[0]}`);
    else parts.push(`conflicts with ${who}:\n${paths.map((path) => `- ${path}`).join('\n')}`);
  }
  return parts.join('\n');
}

/** For messages about a missing field manager. */
export function missingManager(): StatusError {
  const message = 'PatchOptions.meta.k8s.io "" is invalid: fieldManager: Required value: is required for apply patch';
  const cause = {
    reason: 'FieldValueRequired',
    message: 'Required value: is required for apply patch',
    field: 'fieldManager',
  };
  return new StatusError(422, 'Invalid', message, { group: 'meta.k8s.io', kind: 'PatchOptions', causes: [cause] });
}
