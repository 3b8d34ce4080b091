/** How lists and maps merge: `x-kubernetes-list-type`, `x-kubernetes-list-map-keys`, `x-kubernetes-map-type`. */
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue, type Finding } from '../finding.js';
import { hasDefault, isGiven, itemListOf, itemsOf, propertyOf, type SchemaProps } from './schema-props.js';
import type { SchemaStrictness } from './strictness.js';

const MAP_TYPES = ['atomic', 'granular'];
const LIST_TYPES = ['atomic', 'set', 'map'];

/** Findings of one node. */
export function listFindings(schema: SchemaProps, place: string, strictness: SchemaStrictness): Finding[] {
  return [
    ...mapTypeFindings(schema, place),
    ...listTypeFindings(schema, place, strictness),
    ...keyFindings(schema, place),
    ...(strictness.requiresListKeys ? listKeyFindings(schema, place) : []),
  ];
}

/** Whether the items of a set may be merged, which they must not. */
export function isWrongSet(schema: SchemaProps): boolean {
  return setFindings(schema, '').length > 0;
}

/** Whether keys of a list are optional, or items nullable. */
export function hasWrongListKeys(schema: SchemaProps): boolean {
  return listKeyFindings(schema, '').length > 0;
}

/** A type that is missing is required, another one invalid. */
function wrongType({ type = '' }: SchemaProps, place: string, why: string): Finding {
  return type === '' ? requiredValue(`${place}.type`, why) : invalidValue(`${place}.type`, type, why);
}

function mapTypeFindings(schema: SchemaProps, place: string): Finding[] {
  const mapType = schema['x-kubernetes-map-type'];
  if (!isGiven(mapType) || mapType === undefined) return [];
  const found: Finding[] = [];
  if (schema.type !== 'object')
    found.push(wrongType(schema, place, 'must be object if x-kubernetes-map-type is specified'));
  if (!MAP_TYPES.includes(mapType)) found.push(unsupportedValue(`${place}.x-kubernetes-map-type`, mapType, MAP_TYPES));
  return found;
}

function listTypeFindings(schema: SchemaProps, place: string, strictness: SchemaStrictness): Finding[] {
  const listType = schema['x-kubernetes-list-type'];
  const found: Finding[] = [];
  if (isGiven(listType) && schema.type !== 'array')
    found.push(wrongType(schema, place, 'must be array if x-kubernetes-list-type is specified'));
  else if (strictness.requiresAtomicSets) found.push(...setFindings(schema, place));
  if (listType !== undefined && listType !== null && !LIST_TYPES.includes(listType))
    found.push(unsupportedValue(`${place}.x-kubernetes-list-type`, listType, LIST_TYPES));
  return found;
}

function setFindings(schema: SchemaProps, place: string): Finding[] {
  const items = itemsOf(schema);
  if (schema['x-kubernetes-list-type'] !== 'set' || !items) return [];
  const [listType, mapType] = [items['x-kubernetes-list-type'], items['x-kubernetes-map-type']];
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  if (items.type === 'array' && isGiven(listType) && listType !== 'atomic')
    return [invalidValue(`${place}.items.x-kubernetes-list-type`, listType, why)];
  if (items.type === 'object' && mapType !== 'atomic')
    // The server shows the other type here.
    return [invalidValue(`${place}.items.x-kubernetes-map-type`, listType ?? null, why)];
  return [];
}

function keyFindings(schema: SchemaProps, place: string): Finding[] {
  const { 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': keys = [] } = schema;
  const field = `${place}.x-kubernetes-list-map-keys`;
  const found: Finding[] = [];
  if (keys.length > 0 && listType !== 'map') {
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    const at = `${place}.x-kubernetes-list-type`;
    found.push(isGiven(listType) ? invalidValue(at, listType, why) : requiredValue(at, why));
  }
  if (listType !== 'map') return found;
  if (keys.length === 0) found.push(requiredValue(field, 'must not be empty if x-kubernetes-list-type is map'));
  const items = itemsOf(schema);
  if (!isGiven(schema.items))
    found.push(requiredValue(`${place}.items`, 'must have a schema if x-kubernetes-list-type is map'));
  else if (!items) {
    const why = 'must only have a single schema if x-kubernetes-list-type is map';
    found.push(invalidValue(`${place}.items`, `${itemListOf(schema).length} schemas`, why));
  } else if (items.type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    found.push(invalidValue(`${place}.items.type`, items.type ?? '', why));
  } else found.push(...keyNameFindings(keys, items, place));
  return found;
}

function keyNameFindings(keys: readonly string[], items: SchemaProps, place: string): Finding[] {
  const field = `${place}.x-kubernetes-list-map-keys`;
  // The same finding for each key, so that many keys do not cost their square.
  const unknown = invalidValue(field, [...keys], 'entries must all be names of item properties');
  const repeated = invalidValue(field, [...keys], 'must not contain duplicate entries');
  const scalar = "must be a scalar type if parent array's x-kubernetes-list-type is map";
  const seen = new Set<string>();
  return keys.flatMap((key) => {
    const found: Finding[] = [];
    const property = propertyOf(items, key);
    if (!property) found.push(unknown);
    else if (property.type === 'array' || property.type === 'object')
      found.push(invalidValue(`${place}.items.properties[${key}].type`, items.type, scalar));
    if (seen.has(key)) found.push(repeated);
    seen.add(key);
    return found;
  });
}

function listKeyFindings(schema: SchemaProps, place: string): Finding[] {
  const items = itemsOf(schema);
  const listType = schema['x-kubernetes-list-type'];
  if (!items || (listType !== 'set' && listType !== 'map')) return [];
  const found: Finding[] = [];
  if (items.nullable === true)
    found.push(
      forbiddenValue(`${place}.items.nullable`, `cannot be nullable when x-kubernetes-list-type is ${listType}`),
    );
  if (listType === 'set') return found;
  const reason = 'this property is in x-kubernetes-list-map-keys, so it';
  for (const key of schema['x-kubernetes-list-map-keys'] ?? []) {
    const property = propertyOf(items, key);
    if (!property) continue;
    const at = `${place}.items.properties[${key}]`;
    if (!(items.required ?? []).includes(key) && !hasDefault(property))
      found.push(requiredValue(`${at}.default`, `${reason} must have a default or be a required property`));
    if (property.nullable === true) found.push(forbiddenValue(`${at}.nullable`, `${reason} cannot be nullable`));
  }
  return found;
}
