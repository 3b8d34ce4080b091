/** Objects after the patches of mutating policies, read and defaulted as the API server does. */
import { CelFailure } from '../../kubernetes/cel/run/values.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';
import { readPatched } from '../admission/patched-object.js';
import { internalError } from '../api-status.js';
import { applyProblem } from '../apply/apply-check.js';
import { mergeObject } from '../apply/apply-merge.js';
import { fieldSchema, isAtomic } from '../apply/apply-types.js';
import { jsonPatch, TestFailed, type PatchOperation } from '../patch/json-patch.js';
import { PatchFailure } from '../patch/patch-place.js';
import type { Configuration } from './patch-json.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { ApiObject } from '../storage/api-object.js';

/** The kind of the objects; undefined for the view of a subresource, which has no schema here. */
type PatchedType = ResourceType | undefined;

/** The object after a JSON patch; a test that fails leaves it as it is. Throws `CelFailure` when the patch does not fit. */
export function withOperations(object: ApiObject, operations: readonly PatchOperation[], type: PatchedType): ApiObject {
  let patched: JsonValue;
  try {
    patched = jsonPatch(object, operations);
  } catch (error) {
    if (error instanceof TestFailed) return object;
    if (!(error instanceof PatchFailure)) throw error;
    throw new CelFailure(`JSON Patch: ${error.message}`);
  }
  if (!isObject(patched)) throw internalError(`cannot unmarshal ${typeof patched} into ${object.kind}`);
  return type === undefined ? (patched as ApiObject) : readPatched(patched, type, { isStrict: true });
}

/** The object with everything that an apply configuration says; nobody owns those fields. Throws `CelFailure` as well. */
export function withConfiguration(
  object: ApiObject,
  { config, unreadable }: Configuration,
  type: PatchedType,
): ApiObject {
  const schema = type?.schema;
  const patch: JsonObject = { ...config, apiVersion: object.apiVersion, kind: object.kind };
  const [unread] = unreadable;
  const unreadProblem = unread && `${unread[0]}: expected map, got &{${unread[1]}}`;
  const problem = applyProblem(patch, schema) ?? unreadProblem;
  if (problem !== undefined) throw unfit(`failed to convert patch object to typed object: ${problem}`);
  const atomic = atomicPaths(patch, schema, '');
  if (atomic.length > 0)
    throw unfit(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`);
  const live = applyProblem(object, schema, { mayRepeat: true });
  if (live !== undefined) throw unfit(`failed to convert original object to typed object: ${live}`);
  const merged = mergeObject(object, patch, schema);
  return type === undefined ? (merged as ApiObject) : readPatched(merged, type, { isStrict: false });
}

function unfit(why: string): CelFailure {
  return new CelFailure(`error applying patch: ${why}`);
}

/** Atomic values would be replaced whole. Entries of maps are not looked into. */
function atomicPaths(value: JsonValue, schema: SchemaNode | undefined, path: string): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = isAtomic(schema, value) ? [path] : [];
  const inner = Array.isArray(value)
    ? value.map((item, index) => atomicPaths(item, schema?.items, `${path}[${index}]`))
    : Object.entries(value)
        .filter(([key]) => Object.hasOwn(schema?.properties ?? {}, key))
        .map(([key, member]) => atomicPaths(member ?? null, fieldSchema(schema, key), `${path}.${key}`));
  return [...own, ...inner.flat()];
}
