/** What mutating webhooks and policies have made of an object, read as the API server reads it: by the type of the object. */
import type { ApiObject } from '../storage/api-object.js';
import { internalError } from '../api-status.js';
import { decodeBuiltin, decodeMetadata } from '../decode/decode-builtin.js';
import { DecodeFailure } from '../decode/decode-failure.js';
import { isObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { jsonPatch, type PatchOperation } from '../patch/json-patch.js';
import { PatchFailure } from '../patch/patch-place.js';
import { withDefaults } from '../resources/object-rules.js';
import type { ResourceType } from '../resources/resource-type.js';

/** The object after the patch, with defaults; throws 500 when the result is not an object of its kind. */
export function patchedObject(object: ApiObject, patch: readonly PatchOperation[], type: ResourceType): ApiObject {
  try {
    return readPatched(jsonPatch(object, patch), type);
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw internalError(error.message);
  }
}

/** The value as an object of its kind, with defaults; throws 500 when it is none, or strictly, when it has unknown fields. */
export function readPatched(value: JsonValue, type: ResourceType, { isStrict = false } = {}): ApiObject {
  try {
    return withDefaults(withoutEmptyManagers(decoded(value, type, isStrict)), type);
  } catch (error) {
    if (!(error instanceof DecodeFailure)) throw error;
    throw internalError(error.message);
  }
}

/** An empty list resets the managers when a client sends it; after a webhook it is only an empty list. */
function withoutEmptyManagers(object: ApiObject): ApiObject {
  const { managedFields, ...metadata } = object.metadata;
  return managedFields?.length === 0 ? { ...object, metadata } : object;
}

/** Unknown fields of custom resources stay until they are stored. */
function decoded(value: JsonValue, type: ResourceType, isStrict: boolean): ApiObject {
  if (!isObject(value)) throw internalError(`cannot unmarshal ${typeof value} into a ${type.kind}`);
  const metadata = isObject(value['metadata']) ? value['metadata'] : {};
  const object = { ...value, metadata } as ApiObject;
  if (type.custom === undefined) {
    const { decoded: read, unknown } = decodeBuiltin(object, type);
    if (!isStrict || unknown.length === 0) return read;
    throw internalError(`strict decoding error: ${unknown.map((field) => `unknown field "${field}"`).join(', ')}`);
  }
  return { ...object, metadata: decodeMetadata(metadata, type) };
}

/** The same for the view of a subresource, such as a Scale. */
export function patchedView(object: ApiObject, patch: readonly PatchOperation[]): ApiObject {
  try {
    return jsonPatch(object, patch) as ApiObject;
  } catch (error) {
    if (!(error instanceof PatchFailure)) throw error;
    throw internalError(error.message);
  }
}
