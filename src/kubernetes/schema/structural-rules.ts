/** What makes a schema structural, and the rules for its extensions: what the API server refuses a CRD for. */
import { compilePattern } from '../regex/pattern.js';
import { branchProblems } from './branch-rules.js';
import type { Structural } from './structural.js';

/** What is wrong with a keyword of a node. */
export interface StructuralProblem {
  readonly sort: 'required' | 'invalid' | 'forbidden' | 'unsupported';
  /** The keyword, or a place below the node, as in `items.nullable`. */
  readonly field: string;
  readonly detail: string;
  readonly value?: unknown;
  /** Values that an unsupported one could have. */
  readonly allowed?: readonly string[];
}

/** Where a node is. */
export type Level = 'root' | 'item' | 'field';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];

/** What is wrong with one node, apart from its rules, its default, and the nodes below it. */
export function structuralProblems(schema: Structural, level: Level): StructuralProblem[] {
  return [
    ...typeProblems(schema, level),
    ...openProblems(schema, level),
    ...mapTypeProblems(schema),
    ...listTypeProblems(schema),
    ...listKeyProblems(schema),
    ...patternProblems(schema),
    ...branchProblems(schema, level === 'root'),
  ];
}

const required = (field: string, detail: string): StructuralProblem => ({ sort: 'required', field, detail });
const forbidden = (field: string, detail: string): StructuralProblem => ({ sort: 'forbidden', field, detail });
const invalid = (field: string, value: unknown, detail: string): StructuralProblem => ({
  sort: 'invalid',
  field,
  value,
  detail,
});

/** A keyword that is absent is required, another one invalid. */
const wrongType = (type: string | undefined, detail: string): StructuralProblem =>
  type === undefined ? required('type', detail) : invalid('type', type, detail);

const EMPTY: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

function typeProblems(schema: Structural, level: Level): StructuralProblem[] {
  const { type, items } = schema;
  const found: StructuralProblem[] = [];
  const isFree =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object')
    found.push(wrongType(type, 'must be object if x-kubernetes-embedded-resource is true'));
  else if (type === undefined && !isFree) found.push(required('type', EMPTY[level]));
  else if (type !== undefined && !TYPES.includes(type))
    found.push({ sort: 'unsupported', field: 'type', value: type, detail: '', allowed: TYPES });
  if (level === 'root' && type !== undefined && type !== 'object')
    found.push(invalid('type', type, 'must be object at the root'));
  if (type === 'array' && items === undefined) found.push(required('items', 'must be specified'));
  return found;
}

function openProblems(schema: Structural, level: Level): StructuralProblem[] {
  const { properties, additionalProperties } = schema;
  const found: StructuralProblem[] = [];
  const hasProperties = Object.keys(properties ?? {}).length > 0;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'];
  const isResource = schema['x-kubernetes-embedded-resource'] === true;
  if (hasProperties && additionalProperties !== undefined && additionalProperties !== true)
    found.push(forbidden('additionalProperties', 'additionalProperties and properties are mutual exclusive'));
  if (level === 'root' && additionalProperties !== undefined)
    found.push(forbidden('additionalProperties', 'must not be used at the root'));
  if (schema.uniqueItems === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    found.push(forbidden('uniqueItems', why));
  }
  if (isOpen === false) found.push(invalid('x-kubernetes-preserve-unknown-fields', false, 'must be true or undefined'));
  if (schema['x-kubernetes-int-or-string'] === true) {
    const why = 'must be false if x-kubernetes-int-or-string is true';
    if (isOpen === true) found.push(invalid('x-kubernetes-preserve-unknown-fields', true, why));
    if (isResource) found.push(invalid('x-kubernetes-embedded-resource', true, why));
  }
  if (!isResource) return found;
  if (additionalProperties !== undefined)
    found.push(forbidden('additionalProperties', 'must not be used if x-kubernetes-embedded-resource is set'));
  if (isOpen !== true && !hasProperties) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    found.push(required('properties', why));
  }
  return found;
}

const MAP_TYPES = ['atomic', 'granular'];
const LIST_TYPES = ['atomic', 'set', 'map'];

function mapTypeProblems({ type, 'x-kubernetes-map-type': mapType }: Structural): StructuralProblem[] {
  if (mapType === undefined) return [];
  const found: StructuralProblem[] = [];
  if (type !== 'object') found.push(wrongType(type, 'must be object if x-kubernetes-map-type is specified'));
  if (!MAP_TYPES.includes(mapType))
    found.push({ sort: 'unsupported', field: 'x-kubernetes-map-type', value: mapType, detail: '', allowed: MAP_TYPES });
  return found;
}

function listTypeProblems(schema: Structural): StructuralProblem[] {
  const { type, items, 'x-kubernetes-list-type': listType } = schema;
  if (listType === undefined) return [];
  const found: StructuralProblem[] = [];
  const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
  const [inner, map] = [items?.['x-kubernetes-list-type'], items?.['x-kubernetes-map-type']];
  if (type !== 'array') found.push(wrongType(type, 'must be array if x-kubernetes-list-type is specified'));
  else if (listType === 'set' && items?.type === 'array' && inner !== undefined && inner !== 'atomic')
    found.push(invalid('items.x-kubernetes-list-type', inner, why));
  else if (listType === 'set' && items?.type === 'object' && map !== 'atomic')
    found.push(invalid('items.x-kubernetes-map-type', inner ?? null, why));
  if (!LIST_TYPES.includes(listType))
    found.push({
      sort: 'unsupported',
      field: 'x-kubernetes-list-type',
      value: listType,
      detail: '',
      allowed: LIST_TYPES,
    });
  if ((listType === 'set' || listType === 'map') && items?.nullable === true)
    found.push(forbidden('items.nullable', `cannot be nullable when x-kubernetes-list-type is ${listType}`));
  return found;
}

function listKeyProblems(schema: Structural): StructuralProblem[] {
  const { items, 'x-kubernetes-list-type': listType, 'x-kubernetes-list-map-keys': keys = [] } = schema;
  const field = 'x-kubernetes-list-map-keys';
  const found: StructuralProblem[] = [];
  if (keys.length > 0 && listType !== 'map') {
    const why = 'must be map if x-kubernetes-list-map-keys is non-empty';
    found.push(
      listType === undefined
        ? required('x-kubernetes-list-type', why)
        : invalid('x-kubernetes-list-type', listType, why),
    );
  }
  if (listType !== 'map') return found;
  if (keys.length === 0) found.push(required(field, 'must not be empty if x-kubernetes-list-type is map'));
  if (items === undefined) return [...found, required('items', 'must have a schema if x-kubernetes-list-type is map')];
  if (items.type !== 'object') {
    const why = "must be object if parent array's x-kubernetes-list-type is map";
    return [...found, invalid('items.type', items.type ?? '', why)];
  }
  if (new Set(keys).size < keys.length) found.push(invalid(field, keys, 'must not contain duplicate entries'));
  return [...found, ...[...new Set(keys)].flatMap((key) => keyProblems(key, keys, items))];
}

function keyProblems(key: string, keys: readonly string[], items: Structural): StructuralProblem[] {
  const property = Object.hasOwn(items.properties ?? {}, key) ? items.properties?.[key] : undefined;
  if (property === undefined)
    return [invalid('x-kubernetes-list-map-keys', keys, 'entries must all be names of item properties')];
  const place = `items.properties[${key}]`;
  const reason = 'this property is in x-kubernetes-list-map-keys, so it';
  const found: StructuralProblem[] = [];
  if (property.type === 'array' || property.type === 'object') {
    const why = "must be a scalar type if parent array's x-kubernetes-list-type is map";
    found.push(invalid(`${place}.type`, items.type, why));
  }
  if (property.default === undefined && !(items.required ?? []).includes(key))
    found.push(required(`${place}.default`, `${reason} must have a default or be a required property`));
  if (property.nullable === true) found.push(forbidden(`${place}.nullable`, `${reason} cannot be nullable`));
  return found;
}

function patternProblems({ pattern }: Structural): StructuralProblem[] {
  const compiled = pattern === undefined ? undefined : compilePattern(pattern);
  if (compiled?.kind !== 'wrong') return [];
  const why = `must be a valid regular expression, but isn't: error parsing regexp: ${compiled.message}`;
  return [invalid('pattern', pattern, why)];
}
