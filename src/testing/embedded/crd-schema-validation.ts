/** Structural rules for the schema of a CRD. */
import { forbiddenValue, invalidValue, requiredValue, unsupportedValue, type FieldError } from './api-status.js';
import { ruleErrors, ruleTextErrors } from './crd-rule-validation.js';
import type { JsonObject } from './json.js';
import type { SchemaNode } from './schema-node.js';
import { compilePattern } from '../../kubernetes/regex/pattern.js';
import { validateValue } from './schema-validate.js';

const TYPES = ['array', 'boolean', 'integer', 'number', 'object', 'string'];
const SCALARS = new Set(['string', 'integer', 'number', 'boolean']);

/** All findings for a schema at a place of the spec. */
export function schemaErrors(schema: SchemaNode, place: string): FieldError[] {
  if (schema.type !== 'object') return [invalidValue(`${place}.type`, schema.type ?? '', 'must be object at the root')];
  const errors: FieldError[] = [];
  const metadata = schema.properties?.['metadata'];
  const others = Object.keys(metadata?.properties ?? {}).filter((key) => key !== 'name' && key !== 'generateName');
  if (others.length > 0) {
    const why = 'must not specify anything other than name and generateName, but metadata is implicitly specified';
    errors.push(forbiddenValue(`${place}.properties[metadata]`, why));
  }
  check(schema, place, errors);
  if (errors.length === 0) errors.push(...ruleErrors(schema, place));
  return errors;
}

function check(schema: SchemaNode, place: string, errors: FieldError[]): void {
  checkShape(schema, place, errors);
  checkList(schema, place, errors);
  checkValues(schema, place, errors);
  errors.push(...ruleTextErrors(schema, place));
  for (const [key, child] of Object.entries(schema.properties ?? {}))
    check(child, `${place}.properties[${key}]`, errors);
  if (schema.items !== undefined) check(schema.items, `${place}.items`, errors);
  if (typeof schema.additionalProperties === 'object')
    check(schema.additionalProperties, `${place}.additionalProperties`, errors);
  for (const word of ['allOf', 'anyOf', 'oneOf'] as const) {
    schema[word]?.forEach((branch, index) => checkBranch(branch, `${place}.${word}[${index}]`, schema, errors));
  }
  if (schema.not !== undefined) checkBranch(schema.not, `${place}.not`, schema, errors);
}

function checkShape(schema: SchemaNode, place: string, errors: FieldError[]): void {
  const { type, properties, additionalProperties } = schema;
  if ((schema as JsonObject)['$ref'] !== undefined) {
    errors.push(forbiddenValue(`${place}.$ref`, '$ref is not supported'));
    return;
  }
  const isOpen =
    schema['x-kubernetes-int-or-string'] === true || schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (type === undefined && !isOpen) {
    errors.push(requiredValue(`${place}.type`, 'must not be empty for specified object fields'));
  } else if (type !== undefined && !TYPES.includes(type)) errors.push(unsupportedValue(`${place}.type`, type, TYPES));
  if (properties !== undefined && Object.keys(properties).length > 0 && additionalProperties !== undefined) {
    errors.push(
      forbiddenValue(`${place}.additionalProperties`, 'additionalProperties and properties are mutual exclusive'),
    );
  }
  if (schema.uniqueItems === true) {
    const why = 'uniqueItems cannot be set to true since the runtime complexity becomes quadratic';
    errors.push(forbiddenValue(`${place}.uniqueItems`, why));
  }
  if (type === 'array' && schema.items === undefined) errors.push(requiredValue(`${place}.items`, 'must be specified'));
}

function checkList(schema: SchemaNode, place: string, errors: FieldError[]): void {
  const listType = schema['x-kubernetes-list-type'];
  const { items } = schema;
  if (listType === undefined || items === undefined) return;
  if (listType === 'set' && items.type === 'object' && items['x-kubernetes-map-type'] !== 'atomic') {
    const why = 'must be atomic as item of a list with x-kubernetes-list-type=set';
    errors.push(invalidValue(`${place}.items.x-kubernetes-map-type`, null, why));
  }
  if (listType !== 'map') return;
  const keys = schema['x-kubernetes-list-map-keys'] ?? [];
  const keyPlace = `${place}.x-kubernetes-list-map-keys`;
  if (keys.length === 0) errors.push(requiredValue(keyPlace, 'must not be empty if x-kubernetes-list-type is map'));
  for (const key of keys) {
    const property = items.properties?.[key];
    if (property === undefined) {
      errors.push(invalidValue(keyPlace, [...keys], 'entries must all be names of item properties'));
      continue;
    }
    if (!SCALARS.has(property.type ?? '')) {
      errors.push(
        invalidValue(
          `${place}.items.properties[${key}].type`,
          property.type,
          "must be a scalar type if parent array's x-kubernetes-list-type is map",
        ),
      );
    }
    if (property.default === undefined && !(items.required ?? []).includes(key)) {
      const why = 'this property is in x-kubernetes-list-map-keys, so it must have a default or be a required property';
      errors.push(requiredValue(`${place}.items.properties[${key}].default`, why));
    }
  }
}

function checkValues(schema: SchemaNode, place: string, errors: FieldError[]): void {
  const { pattern } = schema;
  const compiled = pattern === undefined ? undefined : compilePattern(pattern);
  if (compiled?.kind === 'wrong') {
    const why = `must be a valid regular expression, but isn't: error parsing regexp: ${compiled.message}`;
    errors.push(invalidValue(`${place}.pattern`, pattern, why));
  }
  if (schema.default === undefined) return;
  for (const found of validateValue(schema.default, schema)) {
    const field =
      found.field === '' || found.field === '<nil>' ? `${place}.default` : `${place}.default.${found.field}`;
    errors.push({ ...found, field });
  }
}

/** Inside combinations only value validations are allowed; the shape stands outside. */
function checkBranch(branch: SchemaNode, place: string, parent: SchemaNode, errors: FieldError[]): void {
  for (const [key, child] of Object.entries(branch.properties ?? {})) {
    checkBranch(child, `${place}.properties[${key}]`, parent, errors);
  }
  if (branch.items !== undefined) checkBranch(branch.items, `${place}.items`, parent, errors);
  const isIntOrString = parent['x-kubernetes-int-or-string'] === true;
  if (branch.type !== undefined && !isIntOrString) {
    errors.push(forbiddenValue(`${place}.type`, 'must be empty to be structural'));
  }
  for (const word of ['title', 'description', 'default', 'nullable'] as const) {
    if (branch[word] === undefined) continue;
    const why = word === 'default' ? 'must be undefined to be structural' : 'must be empty to be structural';
    errors.push(forbiddenValue(`${place}.${word}`, why));
  }
}
