/** Stored custom objects as they are read: by the schema of the version in which they were written, as it is now. */
import type { ApiObject } from '../storage/api-object.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';
import { applyDefaults } from '../../kubernetes/schema/schema-default.js';
import { pruneUnknown } from '../../kubernetes/schema/schema-prune.js';

/** Results by the schemas of a definition: a changed definition has new ones. Objects in the store never change. */
const known = new WeakMap<object, WeakMap<ApiObject, ApiObject>>();

/** The object with defaults that were added since it was written, and without fields that were removed since. */
export function readStored(object: ApiObject, { group, custom }: ResourceType): ApiObject {
  if (custom === undefined) return object;
  const { schemas } = custom;
  const results = known.get(schemas) ?? new WeakMap<ApiObject, ApiObject>();
  known.set(schemas, results);
  const done = results.get(object);
  if (done !== undefined) return done;
  const [, schema] = [...schemas].find(([version]) => apiVersionOf({ group, version }) === object.apiVersion) ?? [];
  const result = schema === undefined ? object : applyDefaults(withoutUnknown(object, schema), schema);
  results.set(object, result);
  return result;
}

/** The object without unknown fields; the same object when it has none. */
export function withoutUnknown(object: ApiObject, schema: SchemaNode | undefined): ApiObject {
  const { pruned, unknown } = pruneUnknown(object, schema);
  return unknown.length === 0 ? object : pruned;
}
