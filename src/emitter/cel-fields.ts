/** Which field of a value a CEL rule means. */
import { escapeCelName } from '../model/cel-name.js';
import type { JsonSchema } from '../model/schema.js';

/** The schema of a field, `undefined` when nothing is known of it; or why there is no such field. */
export type FieldLookup =
  | { readonly kind: 'field'; readonly schema?: JsonSchema }
  | { readonly kind: 'missing'; readonly message: string; readonly fix: string };

/** Parts of metadata that rules of a kind can see. */
const METADATA: JsonSchema = {
  type: 'object',
  properties: { name: { type: 'string' }, generateName: { type: 'string' } },
};
const IDENTITY = new Set(['metadata', 'kind', 'apiVersion']);
const WITHOUT_FIELDS: Readonly<Record<string, string>> = {
  string: 'a text',
  integer: 'an integer',
  number: 'a number',
  boolean: 'a boolean',
  array: 'a list',
};

/** Looks up the field of a value with this schema; `isRoot` when the value is a whole object of the kind. */
export function lookUpField(schema: JsonSchema | undefined, field: string, isRoot: boolean): FieldLookup {
  if (schema === undefined) return { kind: 'field' };
  const without = WITHOUT_FIELDS[schema.type ?? ''];
  // Times and durations have methods, not fields; so has an int-or-string, which has no type.
  if (without !== undefined)
    return { kind: 'missing', message: `${without} has no field "${field}"`, fix: 'compare the value itself' };
  if (schema.type !== 'object') return { kind: 'field' };
  if (isRoot && field === 'metadata') return { kind: 'field', schema: METADATA };
  if (typeof schema.additionalProperties === 'object') return { kind: 'field', schema: schema.additionalProperties };
  if (schema['x-kubernetes-embedded-resource'] === true && IDENTITY.has(field)) return { kind: 'field' };
  const properties = Object.entries(schema.properties ?? {});
  const found = properties.find(([name]) => escapeCelName(name) === field || name === field);
  if (found !== undefined && isDeclared(found[1])) return { kind: 'field', schema: found[1] };
  if (found !== undefined) {
    const message = `rules cannot see the field "${field}", because nothing is known of its type`;
    return { kind: 'missing', message, fix: 'give it a type; in a union, tell the branches apart by another property' };
  }
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  const note = isOpen ? '; rules cannot see fields that the schema does not name' : '';
  const fix =
    properties.length === 0 ? 'name the field in the type' : `there are ${properties.map(([name]) => name).join(', ')}`;
  return { kind: 'missing', message: `there is no field "${field}"${note}`, fix };
}

/** The API server declares only fields whose type it knows, down to the items of lists and maps. */
function isDeclared(schema: JsonSchema): boolean {
  if (schema['x-kubernetes-int-or-string'] === true) return true;
  if (schema.type === 'array') return schema.items !== undefined && isDeclared(schema.items);
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') return isDeclared(additionalProperties);
  return schema.type !== undefined;
}
