/** What makes a schema structural: every value has a declared shape, outside of branches that only judge values. */
import { forbiddenValue, invalidValue, requiredValue, type Finding } from '../finding.js';
import type { JsonValue } from '../json/json-value.js';
import { type Branch, branchesOf, branchFindings, isIntOrString, patternFindings } from './branch-form.js';
import { metadataFindings } from './metadata-form.js';
import { isGiven, itemsOf, propertyOf, type SchemaProps, valuesOf } from './schema-props.js';
import { unsupportedKeyword } from './unsupported-keywords.js';

type Level = 'root' | 'item' | 'field';

const EMPTY: Readonly<Record<Level, string>> = {
  root: 'must not be empty at the root',
  item: 'must not be empty for specified array items',
  field: 'must not be empty for specified object fields',
};

/** All findings, in the API server's order. */
export function structuralFindings(schema: SchemaProps, place: string): Finding[] {
  const found = [
    ...invariants(schema, 'root', place),
    ...branchesOf(schema, place).flatMap((branch) => missingShape(branch, schema, place)),
  ];
  const text = ({ field, message }: Finding): string => `${field}: ${message}`;
  return found.sort((left, right) => (text(left) < text(right) ? -1 : Number(text(left) > text(right))));
}

/** Whether the API server would find a schema structural. */
export function isStructural(schema: SchemaProps): boolean {
  return unsupportedKeyword(schema) === undefined && structuralFindings(schema, '').length === 0;
}

function invariants(schema: SchemaProps, level: Level, place: string): Finding[] {
  const { type = '', properties = {} } = schema;
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  const found: Finding[] = [];
  if (type === 'array' && !items) found.push(requiredValue(`${place}.items`, 'must be specified'));
  if (items) found.push(...invariants(items, 'item', `${place}.items`));
  for (const [name, child] of Object.entries(properties))
    found.push(...invariants(child, 'field', `${place}.properties[${name}]`));
  if (level === 'root' && isGiven(schema.additionalProperties))
    found.push(forbiddenValue(`${place}.additionalProperties`, 'must not be used at the root'));
  if (values) found.push(...invariants(values, 'field', `${place}.additionalProperties`));
  found.push(...extensionFindings(schema, place), ...valueFindings(schema, place));
  found.push(...typeFindings(schema, level, place), ...resourceFindings(schema, level, place));
  return found;
}

function extensionFindings(schema: SchemaProps, place: string): Finding[] {
  if (schema['x-kubernetes-int-or-string'] !== true) return [];
  const why = 'must be false if x-kubernetes-int-or-string is true';
  return (['x-kubernetes-preserve-unknown-fields', 'x-kubernetes-embedded-resource'] as const)
    .filter((word) => schema[word] === true)
    .map((word) => invalidValue(`${place}.${word}`, true, why));
}

/** Branches and the pattern of a node. */
function valueFindings(schema: SchemaProps, place: string): Finding[] {
  const isUnion = isIntOrString(schema.anyOf);
  const [first] = schema.allOf ?? [];
  const found = branchesOf(schema, place).flatMap(({ schema: branch, place: at, word }) => {
    if (isUnion && word === 'anyOf') return [];
    return branchFindings(branch, at, branch === first && isIntOrString(branch.anyOf));
  });
  return [...found, ...patternFindings(schema, place)];
}

function typeFindings(schema: SchemaProps, level: Level, place: string): Finding[] {
  const { type = '' } = schema;
  const at = `${place}.type`;
  const found: Finding[] = [];
  const isFree =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema['x-kubernetes-embedded-resource'] === true && type !== 'object') {
    const why = 'must be object if x-kubernetes-embedded-resource is true';
    found.push(type === '' ? requiredValue(at, why) : invalidValue(at, type, why));
  } else if (type === '' && !isFree) found.push(requiredValue(at, EMPTY[level]));
  if (schema['x-kubernetes-embedded-resource'] === true && isGiven(schema.additionalProperties)) {
    const why = 'must not be used if x-kubernetes-embedded-resource is set';
    found.push(forbiddenValue(`${place}.additionalProperties`, why));
  }
  if (level === 'root' && type !== '' && type !== 'object')
    found.push(invalidValue(at, type, 'must be object at the root'));
  return found;
}

/** Kind, API version and metadata, which every resource has. */
function resourceFindings(schema: SchemaProps, level: Level, place: string): Finding[] {
  const isResource = level === 'root' || schema['x-kubernetes-embedded-resource'] === true;
  const found: Finding[] = [];
  for (const name of isResource ? ['kind', 'apiVersion'] : []) {
    const property = propertyOf(schema, name);
    const type: JsonValue = property?.type ?? '';
    if (property && type !== 'string')
      found.push(invalidValue(`${place}.properties[${name}].type`, type, 'must be string'));
  }
  const metadata = propertyOf(schema, 'metadata');
  if (metadata) found.push(...metadataFindings(metadata, { isResource, isRoot: level === 'root' }, place));
  if (schema['x-kubernetes-embedded-resource'] !== true) return found;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (!isOpen && Object.keys(schema.properties ?? {}).length === 0) {
    const why =
      'must not be empty if x-kubernetes-embedded-resource is true without x-kubernetes-preserve-unknown-fields';
    found.push(requiredValue(`${place}.properties`, why));
  }
  return found;
}

/** Fields and items that a branch judges must be declared outside of it. */
function missingShape(branch: Branch, declared: SchemaProps | undefined, at: string): Finding[] {
  if (!declared) return [requiredValue(at, `because it is defined in ${branch.place}`)];
  const below = (schema: SchemaProps, step: string): Branch => ({
    ...branch,
    schema,
    place: `${branch.place}.${step}`,
  });
  const found = branchesOf(branch.schema, branch.place).flatMap((inner) => missingShape(inner, declared, at));
  const items = itemsOf(branch.schema);
  if (items) found.push(...missingShape(below(items, 'items'), itemsOf(declared), `${at}.items`));
  for (const [name, child] of Object.entries(branch.schema.properties ?? {})) {
    const step = `properties[${name}]`;
    found.push(...missingShape(below(child, step), propertyOf(declared, name), `${at}.${step}`));
  }
  return found;
}
