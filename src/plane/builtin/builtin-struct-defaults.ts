/** What Go always writes: absent structs appear as `{}`, absent required strings and numbers as `""` and `0`. */
import { isObject, own, setOwn, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { memberSchema, type SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** The value with all structs that its type has. */
export function withStructs<T extends JsonValue>(value: T, schema: SchemaNode | undefined): T {
  return fill(value, schema) as T;
}

function fill(value: JsonValue, schema: SchemaNode | undefined): JsonValue {
  if (schema === undefined) return value;
  if (Array.isArray(value)) return value.map((item) => fill(item, schema.items));
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member !== undefined) setOwn(result, key, fill(member, memberSchema(schema, key)));
  }
  for (const [key, child] of Object.entries(schema.properties ?? {})) {
    const isStruct = child.type === 'object' && isObject(child.default);
    if (own(result, key) !== undefined) continue;
    const isRequired = schema.required?.includes(key) === true;
    if (isStruct) setOwn(result, key, fill({}, child));
    else if (isRequired && (child.default === '' || child.default === 0)) setOwn(result, key, child.default);
  }
  return result;
}
