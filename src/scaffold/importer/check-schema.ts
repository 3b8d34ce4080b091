/** Whether each keyword of a schema from outside has a value of its type. */
import {
  below,
  CrdProblem,
  each,
  isBoolean,
  isCount,
  isFiniteNumber,
  isMap,
  isString,
  isTexts,
  type JsonMap,
  optional,
  textAt,
} from './crd-parts.js';

/** Real CRDs have some thirty levels; what is deeper was made to break programs. */
const deepest = 120;

const TYPES = ['string', 'integer', 'number', 'boolean', 'array', 'object'] as const;

type Check = readonly [isRight: (value: unknown) => boolean, what: string];

const text: Check = [isString, 'a string'];
const flag: Check = [isBoolean, 'true or false'];
const count: Check = [isCount, 'a whole number, 0 or larger'];
const bound: Check = [isFiniteNumber, 'a number'];

const oneOf =
  (...allowed: readonly string[]): Check[0] =>
  (value) =>
    isString(value) && allowed.includes(value);

const KEYWORDS: Readonly<Record<string, Check>> = {
  type: [oneOf(...TYPES), `one of ${TYPES.join(', ')}`],
  description: text,
  title: text,
  format: text,
  pattern: text,
  required: [isTexts, 'a list of strings'],
  enum: [(value) => Array.isArray(value) && value.length > 0 && value.every(isJson), 'a list of values'],
  nullable: flag,
  exclusiveMinimum: flag,
  exclusiveMaximum: flag,
  uniqueItems: flag,
  minimum: bound,
  maximum: bound,
  multipleOf: bound,
  minLength: count,
  maxLength: count,
  minItems: count,
  maxItems: count,
  minProperties: count,
  maxProperties: count,
  default: [isJson, 'a value of JSON'],
  example: [isJson, 'a value of JSON'],
  'x-kubernetes-int-or-string': flag,
  'x-kubernetes-embedded-resource': flag,
  'x-kubernetes-preserve-unknown-fields': flag,
  'x-kubernetes-list-type': [oneOf('atomic', 'set', 'map'), 'atomic, set or map'],
  'x-kubernetes-list-map-keys': [isTexts, 'a list of strings'],
  'x-kubernetes-map-type': [oneOf('atomic', 'granular'), 'atomic or granular'],
};

/** Throws a `CrdProblem` at the first keyword that is wrong. */
export function checkSchema(schema: unknown, place: string, depth = 0): void {
  if (!isMap(schema)) throw new CrdProblem(place, 'must be an object');
  if (depth > deepest) throw new CrdProblem(place, `is nested deeper than ${deepest} levels`);
  for (const [key, [isRight, what]] of Object.entries(KEYWORDS)) optional(schema, key, place, isRight, what);
  checkChildren(schema, place, depth);
  each(schema['x-kubernetes-validations'], `${place}.x-kubernetes-validations`, (rule, at) => {
    textAt(rule, 'rule', at);
    for (const key of ['message', 'messageExpression', 'reason', 'fieldPath']) optional(rule, key, at, ...text);
    optional(rule, 'optionalOldSelf', at, ...flag);
  });
  const { externalDocs } = schema;
  if (externalDocs === undefined) return;
  if (!isMap(externalDocs)) throw new CrdProblem(`${place}.externalDocs`, 'must be an object');
  for (const key of ['url', 'description']) optional(externalDocs, key, `${place}.externalDocs`, ...text);
}

function checkChildren(schema: JsonMap, place: string, depth: number): void {
  const { properties, items, additionalProperties, not } = schema;
  if (properties !== undefined && !isMap(properties)) throw new CrdProblem(`${place}.properties`, 'must be an object');
  for (const [name, child] of Object.entries(properties ?? {}))
    checkSchema(child, below(`${place}.properties`, name), depth + 1);
  if (items !== undefined) checkSchema(items, `${place}.items`, depth + 1);
  if (additionalProperties !== undefined && !isBoolean(additionalProperties))
    checkSchema(additionalProperties, `${place}.additionalProperties`, depth + 1);
  if (not !== undefined) checkSchema(not, `${place}.not`, depth + 1);
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    each(schema[key], `${place}.${key}`, (branch, at) => checkSchema(branch, at, depth + 1));
}

/** What JSON can say; YAML knows more numbers. */
function isJson(value: unknown, depth = 0): boolean {
  if (depth > deepest) return false;
  if (Array.isArray(value)) return value.every((item) => isJson(item, depth + 1));
  if (isMap(value)) return Object.values(value).every((item) => isJson(item, depth + 1));
  return value === null || isString(value) || isBoolean(value) || isFiniteNumber(value);
}
