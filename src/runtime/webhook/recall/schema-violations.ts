/** Whether a value fits a structural schema as the API server publishes it. Linear in the value; as deep as the schema. */
import { isMatch } from '../../../kubernetes/regex/pattern.js';
import { stringifyExact } from '../../../kubernetes/json/stringify-exact.js';
import { isRecord } from '../../object/json.js';

/** A node of an OpenAPI schema, unread. */
export type Schema = Readonly<Record<string, unknown>>;

/**
 * What a value breaks, as `spec.replicas: maximum`, by the keywords of the schema. Fields that the schema does not know are
 * the API server's to drop; rules in CEL (`x-kubernetes-validations`) are not judged here.
 */
export function schemaViolations(value: unknown, schema: Schema): ReadonlySet<string> {
  const found = new Set<string>();
  check(value, schema, '', found);
  return found;
}

type Findings = Set<string>;

function check(value: unknown, schema: Schema, path: string, found: Findings): void {
  if (value === null && (schema['nullable'] === true || schema['type'] === undefined)) return;
  const add = (keyword: string): void => void found.add(`${path}: ${keyword}`);
  if (!hasType(value, schema)) return add('type');
  const { enum: allowed } = schema;
  if (Array.isArray(allowed) && !allowed.some((entry) => textOf(entry) === textOf(value))) add('enum');
  for (const [keyword, isBroken] of Object.entries(LIMITS)) {
    const limit = schema[keyword];
    if (limit !== undefined && isBroken(value, limit, schema)) add(keyword);
  }
  if (Array.isArray(value)) checkItems(value, schema, path, found);
  else if (isRecord(value)) checkFields(value, schema, path, found);
  checkBranches(value, schema, path, found);
}

function hasType(value: unknown, schema: Schema): boolean {
  const { type, 'x-kubernetes-int-or-string': isIntOrString } = schema;
  if (isIntOrString === true) return typeof value === 'string' || Number.isInteger(value);
  switch (type) {
    case 'integer':
      return Number.isInteger(value);
    case 'array':
      return Array.isArray(value);
    case 'object':
      return isRecord(value);
    default:
      return type === undefined || typeof value === type;
  }
}

type IsBroken = (value: unknown, limit: unknown, schema: Schema) => boolean;

const LIMITS: Readonly<Record<string, IsBroken>> = {
  maximum: numbers((value, limit, schema) => (schema['exclusiveMaximum'] === true ? value >= limit : value > limit)),
  minimum: numbers((value, limit, schema) => (schema['exclusiveMinimum'] === true ? value <= limit : value < limit)),
  multipleOf: numbers((value, limit) => limit > 0 && !Number.isInteger(value / limit)),
  format: (value, format) => format === 'int32' && typeof value === 'number' && Math.abs(value + 0.5) > 2 ** 31,
  maxLength: sizes((value) => (typeof value === 'string' ? lengthOf(value) : undefined), true),
  minLength: sizes((value) => (typeof value === 'string' ? lengthOf(value) : undefined), false),
  maxItems: sizes((value) => (Array.isArray(value) ? value.length : undefined), true),
  minItems: sizes((value) => (Array.isArray(value) ? value.length : undefined), false),
  maxProperties: sizes((value) => (isRecord(value) ? Object.keys(value).length : undefined), true),
  minProperties: sizes((value) => (isRecord(value) ? Object.keys(value).length : undefined), false),
  // An expression that cannot be read admits nothing.
  pattern: (value, limit) => typeof value === 'string' && isMatch(String(limit), value) !== true,
  'x-kubernetes-list-type': (value, type, schema) => Array.isArray(value) && hasTwins(value, type, schema),
};

function numbers(isBroken: (value: number, limit: number, schema: Schema) => boolean): IsBroken {
  return (value, limit, schema) =>
    typeof value === 'number' && typeof limit === 'number' && isBroken(value, limit, schema);
}

function sizes(sizeOf: (value: unknown) => number | undefined, isUpper: boolean): IsBroken {
  return (value, limit) => {
    const size = sizeOf(value);
    if (size === undefined || typeof limit !== 'number') return false;
    return isUpper ? size > limit : size < limit;
  };
}

/** The server counts characters, not the halves of some. */
function lengthOf(text: string): number {
  let length = 0;
  for (const _character of text) length++;
  return length;
}

/** Sets and maps may not have an item twice. */
function hasTwins(items: readonly unknown[], type: unknown, schema: Schema): boolean {
  const keys = schema['x-kubernetes-list-map-keys'];
  const keyOf = (item: unknown): string =>
    type === 'map' && Array.isArray(keys) && isRecord(item)
      ? textOf(keys.map((key) => item[String(key)]))
      : textOf(item);
  return (type === 'set' || type === 'map') && new Set(items.map(keyOf)).size < items.length;
}

function checkItems(items: readonly unknown[], schema: Schema, path: string, found: Findings): void {
  const { items: each } = schema;
  if (isRecord(each)) items.forEach((item, index) => check(item, each, `${path}[${index}]`, found));
}

function checkFields(fields: Record<string, unknown>, schema: Schema, path: string, found: Findings): void {
  const { properties, additionalProperties, required } = schema;
  for (const key of Array.isArray(required) ? required : [])
    if (fields[String(key)] === undefined) found.add(`${join(path, String(key))}: required`);
  for (const key of Object.keys(fields)) {
    const named = isRecord(properties) && Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    if (fields[key] === undefined) continue;
    if (isRecord(named)) check(fields[key], named, join(path, key), found);
    else if (named === false) found.add(`${join(path, key)}: additionalProperties`);
  }
}

function checkBranches(value: unknown, schema: Schema, path: string, found: Findings): void {
  const { allOf, anyOf, oneOf, not } = schema;
  const fits = (branch: unknown): boolean => {
    const broken: Findings = new Set();
    if (isRecord(branch)) check(value, branch, path, broken);
    return broken.size === 0;
  };
  if (Array.isArray(allOf)) for (const branch of allOf) if (isRecord(branch)) check(value, branch, path, found);
  if (Array.isArray(anyOf) && !anyOf.some(fits)) found.add(`${path}: anyOf`);
  if (Array.isArray(oneOf) && oneOf.filter(fits).length !== 1) found.add(`${path}: oneOf`);
  if (isRecord(not) && fits(not)) found.add(`${path}: not`);
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

/** The same for values that are the same, however their keys are ordered. */
function textOf(value: unknown): string {
  if (!isRecord(value)) return stringifyExact([value]);
  return stringifyExact(Object.entries(value).sort(([left], [right]) => (left < right ? -1 : 1)));
}
