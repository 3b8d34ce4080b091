/** Schemas as the server uses them, for built-in and custom resources alike. */
import type { Structural } from './structural.js';
import type { JsonValue } from '../json/json-value.js';

export type { RuleText as ValidationRule } from './structural.js';

/** One node of a schema. */
export type SchemaNode = Structural<JsonValue, number>;

/** The schema of a member of an object. */
export function memberSchema(schema: SchemaNode | undefined, key: string): SchemaNode | undefined {
  if (schema === undefined) return undefined;
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, key)) return schema.properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}
