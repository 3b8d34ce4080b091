/**
 * Schemas of Kubernetes' own types as the real controller-gen makes them when a CRD embeds the type.
 *
 * A schema carries the type's own description. As in controller-gen, docs on the field that has the type take its place:
 * `{ ...coreSchema(id), description: fieldDoc || coreSchema(id).description }`; items of lists and values of maps keep it.
 */
import { UserError } from '../errors.js';
import type { JsonSchema } from '../model/schema.js';
import type { CoreTypeId } from './core-names.js';
import { refused } from './data/names.js';
import { packed as packedGroups } from './data/packed-groups.js';
import { packed as packedMeta } from './data/packed-meta.js';
import { once } from './once.js';
import { openSchemaTable, type CoreSchemaOptions } from './schema-table.js';

export { knownNames, resolveCoreType, type CoreTypeId } from './core-names.js';
export type { CoreSchemaOptions } from './schema-table.js';

/** Why no CRD can embed the type, or `undefined` when it can. */
export function whyRefused(id: CoreTypeId): string | undefined {
  return Object.hasOwn(refused, id) ? refused[id] : undefined;
}

/** The schema of a type: frozen, and the same object every time. Throws a UserError for a type that no CRD can embed. */
export function coreSchema(id: CoreTypeId, options: CoreSchemaOptions = {}): JsonSchema {
  const reason = whyRefused(id);
  if (reason !== undefined)
    throw new UserError('manifests-invalid', reason, { fix: 'use Json or RawExtension, or your own type, instead' });
  const dot = id.indexOf('.');
  const subpath = id.slice(0, dot);
  const table = subpath === 'meta/v1' ? metaTable() : groupsTable();
  const schema = table.schema(subpath, id.slice(dot + 1), options);
  if (schema === undefined) throw new Error(`there is no core type ${id}`);
  return schema;
}

const metaTable = once(() => openSchemaTable(packedMeta));
const groupsTable = once(() => openSchemaTable(packedGroups));
