/** What an object has before anybody has set anything: Go's non-pointer structs are always there. */
import { isObject, setOwn, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceType } from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** The empty object of a type; fields that it has are owned by nobody until they are set. */
export function emptyObject(type: ResourceType): JsonObject {
  const base: JsonObject = { metadata: {} };
  if (type.custom !== undefined || type.schema === undefined) return base;
  return { ...emptyStructs(type.schema), ...base };
}

function emptyStructs(schema: SchemaNode): JsonObject {
  const result: JsonObject = {};
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(key) === true;
    if (isObject(child.default) && child.type === 'object') setOwn(result, key, emptyStructs(child));
    else if (isRequired && child.type === 'array') setOwn(result, key, null);
    else if (isRequired && child.default !== undefined) setOwn(result, key, child.default);
  }
  return result;
}
