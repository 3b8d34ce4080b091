/** Validation of a value against a structural schema, with the server's wording. */
import { int64 } from '../json/exact-integers.js';
import { unsupportedValue, type Finding } from '../finding.js';
import { isObject, jsonEqual, own, type JsonObject, type JsonValue } from '../json/json-value.js';
import { isFormatValid, isKnownFormat } from '../format/formats.js';
import { isMatch } from '../regex/pattern.js';
import type { SchemaNode } from './schema-node.js';

/** All findings for a value at a path; the root path is empty. */
export function validateValue(value: JsonValue, schema: SchemaNode, path = ''): Finding[] {
  const errors: Finding[] = [];
  check(value, schema, path, errors);
  return errors;
}

/** The exact value of an integer that its number has rounded. */
function exactOf(holder: object, key: string | number, value: JsonValue): bigint | undefined {
  return typeof value === 'number' && !Number.isSafeInteger(value) ? int64.get(holder, String(key)) : undefined;
}

function check(value: JsonValue, schema: SchemaNode, path: string, errors: Finding[], exact?: bigint): void {
  const isTyped = schema.type !== undefined || schema['x-kubernetes-int-or-string'] === true;
  if (value === null && (schema.nullable === true || !isTyped)) return;
  // A value of the wrong type is still held to the bounds for values like it.
  errors.push(...typeError(value, schema, path));
  checkByType(value, schema, path, errors, exact);
  checkEnum(value, schema, path, errors);
  checkCombinations(value, schema, path, errors);
}

function checkByType(value: JsonValue, schema: SchemaNode, path: string, errors: Finding[], exact?: bigint): void {
  if (typeof value === 'string') checkString(value, schema, path, errors);
  else if (typeof value === 'number') checkNumber(exact ?? value, schema, path, errors);
  else if (Array.isArray(value)) checkList(value, schema, path, errors);
  else if (isObject(value)) checkObject(value, schema, path, errors);
}

/** The JSON type in the words of messages. */
export function typeWord(value: JsonValue): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

function typeError(value: JsonValue, schema: SchemaNode, path: string): Finding[] {
  const given = typeWord(value);
  if (schema['x-kubernetes-int-or-string'] === true) {
    return given === 'integer' || given === 'string' ? [] : [typeFinding(path, given, 'integer,string')];
  }
  const { type = '', format = '' } = schema;
  // The server leaves strings and lists with a format to the check of the format, which ignores lists.
  const isJudgedByFormat = type !== 'number' && type !== 'integer' && isKnownFormat(format);
  if (isJudgedByFormat && (given === 'string' || given === 'array')) return [];
  if (type === '' || type === given || (type === 'number' && given === 'integer')) return [];
  if (type === 'integer' && given === 'number') {
    if (format !== 'int32' && format !== 'int64') return [typeFinding(path, 'number', 'integer')];
    const message = `Invalid value: "": Checked value must be of type integer with format ${format} in ${path}`;
    return [typeFinding(path, 'float64', format), { reason: 'FieldValueInvalid', field: '<nil>', message }];
  }
  return [typeFinding(path, given, type)];
}

function typeFinding(path: string, given: string, expected: string): Finding {
  const message = `Invalid value: "${given}": ${path} in body must be of type ${expected}: "${given}"`;
  return { reason: 'FieldValueTypeInvalid', field: path === '' ? '<nil>' : path, message };
}

function bound(path: string, value: JsonValue | bigint, text: string): Finding {
  const shown = typeof value === 'bigint' ? String(value) : JSON.stringify(value);
  const message = `Invalid value: ${shown}: ${path} in body should ${text}`;
  return { reason: 'FieldValueInvalid', field: path, message };
}

function checkString(value: string, schema: SchemaNode, path: string, errors: Finding[]): void {
  const { minLength, maxLength, pattern, format } = schema;
  if (minLength !== undefined || maxLength !== undefined) {
    const length = lengthOf(value);
    if (maxLength !== undefined && length > maxLength) {
      const message = `Too long: may not be more than ${maxLength} bytes`;
      errors.push({ reason: 'FieldValueTooLong', field: path, message });
      return;
    }
    if (minLength !== undefined && length < minLength) {
      errors.push(bound(path, value, `be at least ${minLength} chars long`));
      return;
    }
  }
  if (pattern !== undefined && isMatch(pattern, value) === false) {
    errors.push(bound(path, value, `match '${pattern}'`));
  }
  if (format !== undefined && !isFormatValid(format, value)) {
    const message = `Invalid value: ${JSON.stringify(value)}: ${path} in body must be of type ${format}: ${JSON.stringify(value)}`;
    errors.push({ reason: 'FieldValueTypeInvalid', field: path, message });
  }
}

function lengthOf(value: string): number {
  let length = 0;
  for (const _character of value) length++;
  return length;
}

function checkNumber(value: number | bigint, schema: SchemaNode, path: string, errors: Finding[]): void {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf, format } = schema;
  if (multipleOf !== undefined && multipleOf > 0 && !isMultiple(value, multipleOf)) {
    errors.push(bound(path, value, `be a multiple of ${multipleOf}`));
  }
  if (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum)) {
    errors.push(
      bound(path, value, exclusiveMaximum ? `be less than ${maximum}` : `be less than or equal to ${maximum}`),
    );
  }
  if (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) {
    const text = exclusiveMinimum ? `be greater than ${minimum}` : `be greater than or equal to ${minimum}`;
    errors.push(bound(path, value, text));
  }
  if (format === 'int32' && Number.isInteger(Number(value)) && (value > 2_147_483_647 || value < -2_147_483_648)) {
    const message = `Invalid value: "": Checked value must be of type integer with format int32 in ${path}`;
    errors.push({ reason: 'FieldValueInvalid', field: '<nil>', message });
  }
}

function isMultiple(value: number | bigint, of: number): boolean {
  return typeof value === 'bigint' && Number.isSafeInteger(of)
    ? value % BigInt(of) === 0n
    : Number.isInteger(Number(value) / of);
}

function checkList(value: readonly JsonValue[], schema: SchemaNode, path: string, errors: Finding[]): void {
  const { minItems, maxItems, items } = schema;
  if (items !== undefined)
    value.forEach((item, index) => check(item, items, `${path}[${index}]`, errors, exactOf(value, index, item)));
  if (minItems !== undefined && value.length < minItems) {
    errors.push(bound(path, value.length, `have at least ${minItems} items`));
  }
  if (maxItems !== undefined && value.length > maxItems) errors.push(tooMany(path, value.length, maxItems));
}

function tooMany(path: string, count: number, limit: number): Finding {
  return { reason: 'FieldValueTooMany', field: path, message: `Too many: ${count}: must have at most ${limit} items` };
}

function checkObject(value: JsonObject, schema: SchemaNode, path: string, errors: Finding[]): void {
  const { properties, additionalProperties, required, minProperties, maxProperties } = schema;
  const count = Object.keys(value).length;
  if (minProperties !== undefined && count < minProperties) {
    errors.push(bound(path, count, `have at least ${minProperties} properties`));
  }
  if (maxProperties !== undefined && count > maxProperties) errors.push(tooMany(path, count, maxProperties));
  for (const key of required ?? []) {
    if (own(value, key) === undefined) {
      errors.push({ reason: 'FieldValueRequired', field: join(path, key), message: 'Required value' });
    }
  }
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const known = properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined;
    const child = known ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined);
    if (child !== undefined) check(member, child, join(path, key), errors, exactOf(value, key, member));
    else if (additionalProperties === false) {
      const message = `Invalid value: ${JSON.stringify(key)}: ${path}.${key} in body is a forbidden property`;
      errors.push({ reason: 'FieldValueInvalid', field: path === '' ? '<nil>' : path, message });
    }
  }
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function checkEnum(value: JsonValue, { enum: allowed }: SchemaNode, path: string, errors: Finding[]): void {
  if (allowed === undefined || allowed.some((entry) => jsonEqual(entry, value))) return;
  const texts = allowed.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)));
  errors.push(unsupportedValue(path, value, texts));
}

function checkCombinations(value: JsonValue, schema: SchemaNode, path: string, errors: Finding[]): void {
  const { allOf, anyOf, oneOf, not } = schema;
  if (allOf === undefined && anyOf === undefined && oneOf === undefined && not === undefined) return;
  const shown = JSON.stringify(path);
  if (anyOf !== undefined) {
    const results = anyOf.map((branch) => validateValue(value, branch, path));
    if (!results.some((found) => found.length === 0)) {
      addAll(errors, [nowhere(`${shown} must validate at least one schema (anyOf)`), ...fewest(results)]);
    }
  }
  if (oneOf !== undefined) {
    const results = oneOf.map((branch) => validateValue(value, branch, path));
    const valid = results.filter((found) => found.length === 0).length;
    if (valid === 0) {
      const text = `${shown} must validate one and only one schema (oneOf). Found none valid`;
      addAll(errors, [nowhere(text), ...fewest(results)]);
    } else if (valid > 1) {
      const text = `${shown} must validate one and only one schema (oneOf). Found ${valid} valid alternatives`;
      errors.push(nowhere(text));
    }
  }
  if (allOf !== undefined) {
    const found = allOf.flatMap((branch) => validateValue(value, branch, path));
    if (found.length > 0) addAll(errors, [...found, nowhere(`${shown} must validate all the schemas (allOf)`)]);
  }
  if (not !== undefined && validateValue(value, not, path).length === 0) {
    errors.push(nowhere(`${shown} must not validate the schema (not)`));
  }
}

/** One by one: there may be more findings than a call takes arguments. */
function addAll(errors: Finding[], found: readonly Finding[]): void {
  for (const error of found) errors.push(error);
}

function fewest(results: readonly Finding[][]): Finding[] {
  return results.reduce((best, next) => (next.length < best.length ? next : best), results[0] ?? []);
}

function nowhere(text: string): Finding {
  return { reason: 'FieldValueInvalid', field: '<nil>', message: `Invalid value: "": ${text}` };
}
