/** Defaults must be valid values of their own schema, without fields that it does not know. */
import { isKnownFormat } from '../format/formats.js';
import { invalidValue, type Finding } from '../finding.js';
import { copyDigits } from '../json/exact-integers.js';
import { cloneJson, isObject, jsonEqual, type JsonObject, type JsonValue } from '../json/json-value.js';
import { declareType } from '../cel/declared-type.js';
import { celErrors } from '../schema/cel-rules.js';
import type { SchemaNode } from '../schema/schema-node.js';
import { validateValue } from '../schema/schema-validate.js';
import { resourceFindings } from './embedded-resource.js';
import { hasDefault, itemsOf, propertyOf, type SchemaProps, someSchema, valuesOf } from './schema-props.js';

const META = new Set(['metadata', 'kind', 'apiVersion']);

interface Site {
  readonly schema: SchemaProps;
  readonly place: string;
  readonly isResource: boolean;
  /** Builds the resource around a default inside of its metadata, kind or API version; undefined elsewhere. */
  readonly around: ((value: JsonValue) => JsonValue) | undefined;
  readonly requiresPruned: boolean;
}

/** Findings for all defaults of a kind's schema. */
export function defaultFindings(schema: SchemaProps, place: string, requiresPruned: boolean): Finding[] {
  return walk({ schema, place, isResource: true, around: undefined, requiresPruned });
}

/** Whether a default has fields that its schema does not know. */
export function hasUnprunedDefaults(schema: SchemaProps): boolean {
  return someSchema(schema, (node) => hasDefault(node) && !isPruned(node.default ?? null, node, false));
}

function walk(site: Site): Finding[] {
  const { schema, place } = site;
  const isResource = site.isResource || schema['x-kubernetes-embedded-resource'] === true;
  const around = isResource ? undefined : site.around;
  const found = hasDefault(schema) ? ownFindings({ ...site, isResource, around }) : [];
  const items = itemsOf(schema);
  if (items)
    found.push(
      ...walk({
        ...site,
        schema: items,
        place: `${place}.items`,
        isResource: false,
        around: around && ((value) => around([value])),
      }),
    );
  for (const [name, child] of Object.entries(schema.properties ?? {})) {
    const outer = isResource && META.has(name) ? typed : around;
    const nested = outer && ((value: JsonValue): JsonValue => outer({ [name]: value }));
    found.push(
      ...walk({ ...site, schema: child, place: `${place}.properties[${name}]`, isResource: false, around: nested }),
    );
  }
  return found;
}

function typed(value: JsonValue): JsonValue {
  return { apiVersion: 'validation/v1', kind: 'Validation', ...(isObject(value) ? value : {}) };
}

function ownFindings({ schema, place, isResource, around, requiresPruned }: Site): Finding[] {
  const at = `${place}.default`;
  const value = schema.default ?? null;
  const isEmbedded = schema['x-kubernetes-embedded-resource'] === true || isResource;
  const found: Finding[] = [];
  if (around) {
    const wrong = resourceFindings(around(cloneJson(value)), '', { 'x-kubernetes-embedded-resource': true });
    const texts = wrong.map(({ field, message }) => `${field}: ${message}`).join(', ');
    if (texts !== '') return [invalidValue(at, value, `must result in valid metadata: ${texts}`)];
  } else {
    if (requiresPruned && !isPruned(value, schema, isEmbedded))
      found.push(invalidValue(at, value, 'must not have unknown fields'));
    const wrong = resourceFindings(
      value,
      at,
      isEmbedded ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema,
    );
    if (wrong.length > 0) return [...found, ...wrong];
  }
  const node = schema as SchemaNode;
  const wrong = validateValue(value, forDefaults(schema) as SchemaNode).map((finding) => below(finding, at));
  if (wrong.length > 0) return [...found, ...wrong];
  return [...found, ...ruleFindings(value, node, isEmbedded).map((finding) => below(finding, at))];
}

/** Defaults are judged without the type of integers or strings, and with formats that are unknown elsewhere. */
function forDefaults(schema: SchemaProps): SchemaProps {
  const { 'x-kubernetes-int-or-string': _either, format = '', properties, allOf, anyOf, oneOf, not, ...rest } = schema;
  const [items, values] = [itemsOf(schema), valuesOf(schema)];
  return {
    ...rest,
    // Nothing is wrong with any password.
    ...(format !== '' && { format: isKnownFormat(format) ? format : 'password' }),
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, child]) => [name, forDefaults(child)])),
    }),
    ...(items && { items: forDefaults(items) }),
    ...(values && { additionalProperties: forDefaults(values) }),
    ...(allOf && { allOf: allOf.map(forDefaults) }),
    ...(anyOf && { anyOf: anyOf.map(forDefaults) }),
    ...(oneOf && { oneOf: oneOf.map(forDefaults) }),
    ...(not && { not: forDefaults(not) }),
  };
}

/** A default must hold when it was there before, and when it is new. */
function ruleFindings(value: JsonValue, schema: SchemaNode, isResource: boolean): Finding[] {
  const hasRules = (schema['x-kubernetes-validations'] ?? []).length > 0;
  if (hasRules && declareType(schema, isResource) === undefined) {
    const why = 'rule compiler initialization error: failed to convert to declType for CEL validation rules';
    return [invalidValue('', '', why)];
  }
  const unchanged = celErrors(value, value, schema, isResource);
  return unchanged.length > 0 ? unchanged : celErrors(value, undefined, schema, isResource);
}

function below(finding: Finding, at: string): Finding {
  const { field } = finding;
  return { ...finding, field: field === '' || field === '<nil>' ? at : `${at}.${field}` };
}

/** Whether a value has no fields that its schema does not know. */
function isPruned(value: JsonValue, schema: SchemaProps, isResource: boolean): boolean {
  const root = isResource ? { ...schema, 'x-kubernetes-embedded-resource': true } : schema;
  return jsonEqual(pruned(value, root), value);
}

function pruned(value: JsonValue, schema: SchemaProps | undefined): JsonValue {
  if (Array.isArray(value)) {
    const list = value.map((item) => pruned(item, schema && itemsOf(schema)));
    copyDigits(value, list);
    return list;
  }
  if (!isObject(value)) return value;
  const result: JsonObject = {};
  for (const [key, member] of Object.entries(value)) {
    const kept = member === undefined ? undefined : prunedMember(key, member, schema);
    if (kept !== undefined) Object.defineProperty(result, key, { value: kept, enumerable: true });
  }
  copyDigits(value, result);
  return result;
}

function prunedMember(key: string, member: JsonValue, schema: SchemaProps | undefined): JsonValue | undefined {
  if (!schema) return undefined;
  if (schema['x-kubernetes-embedded-resource'] === true && META.has(key)) return member;
  const property = propertyOf(schema, key);
  if (property) return pruned(member, property);
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true;
  if (schema.additionalProperties !== undefined && schema.additionalProperties !== null) {
    const values = valuesOf(schema);
    return isOpen && !values ? member : pruned(member, values);
  }
  return isOpen ? member : undefined;
}
