/** Whether a value can be applied: server-side apply rejects fields, types and list items that it cannot track. */
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';
import { digitsOf } from '../../kubernetes/json/exact-integers.js';
import { showPath } from './apply-field-set.js';
import { isAssociative, itemElement } from './apply-types.js';
import { goSyntax, goText, goType } from './go-text.js';

/** Fields of every kind; schemas do not always declare them. */
const TYPE_META: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** Why an object does not fit its schema, in the words of the API server; undefined when it fits. Stored objects may repeat list items. */
export function applyProblem(
  object: JsonObject,
  schema: SchemaNode | undefined,
  { mayRepeat = false } = {},
): string | undefined {
  if (schema === undefined) return undefined;
  const problems: string[] = [];
  checkMembers(object, schema, { path: '', problems, mayRepeat });
  if (problems.length < 2) return problems[0];
  return ['errors:', ...problems.map((problem) => `  ${problem}`)].join('\n');
}

interface Place {
  readonly path: string;
  readonly problems: string[];
  readonly mayRepeat: boolean;
}

function check(value: JsonValue, schema: SchemaNode, place: Place): void {
  const report = (text: string): void => {
    place.problems.push(`${place.path}: ${text}`);
  };
  // Null is a value of every type. Validation of the merged object decides whether it is allowed.
  if (value === null) return;
  if (isScalarOfAnyType(schema)) {
    if (typeof value === 'object') report(`expected any scalar, got ${goText(value)}`);
    return;
  }
  switch (schema.type) {
    case 'object':
      if (isObject(value)) checkMembers(value, schema, place);
      else report(`expected map, got ${goText(value)}`);
      return;
    case 'array':
      if (Array.isArray(value)) checkItems(value, schema, place);
      else report(`expected list, got ${goText(value)}`);
      return;
    case 'string':
      if (typeof value !== 'string') report(`expected string, got ${goSyntax(value)}`);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') report(`expected boolean, got ${goText(value)}`);
      return;
    case 'integer':
    case 'number':
      if (typeof value !== 'number') report(`expected numeric (int or float), got ${goType(value)}`);
      return;
    default:
      return;
  }
}

/** Ports and quantities have types of their own, which accept any scalar. */
function isScalarOfAnyType(schema: SchemaNode): boolean {
  return schema['x-kubernetes-int-or-string'] === true;
}

function checkMembers(value: JsonObject, schema: SchemaNode, place: Place): void {
  const { properties, additionalProperties } = schema;
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || additionalProperties === true;
  const entries = typeof additionalProperties === 'object' ? additionalProperties : undefined;
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const path = `${place.path}.${key}`;
    const child = (properties !== undefined && Object.hasOwn(properties, key) ? properties[key] : undefined) ?? entries;
    if (child !== undefined) {
      check(member, child, { ...place, path });
      continue;
    }
    const isTypeMeta = place.path === '' && TYPE_META.has(key);
    if (isOpen || isTypeMeta || schema.type === undefined) continue;
    place.problems.push(`${path}: field not declared in schema`);
    return;
  }
}

function checkItems(list: readonly JsonValue[], schema: SchemaNode, place: Place): void {
  const known = new Set<string>();
  const { items } = schema;
  for (const [index, item] of list.entries()) {
    let step = `[${index}]`;
    if (isAssociative(schema)) {
      const problem = itemProblem(item, schema);
      if (problem !== undefined) {
        place.problems.push(`${place.path}: element ${index}: ${problem}`);
        return;
      }
      const element = itemElement(schema, item, digitsOf(list, String(index))) ?? '';
      step = showPath([element]);
      if (known.has(element) && !place.mayRepeat)
        place.problems.push(`${place.path}: duplicate entries for key ${step}`);
      known.add(element);
    }
    if (items !== undefined) check(item, items, { ...place, path: `${place.path}${step}` });
  }
}

/** Why an item of an associative list has no key. */
function itemProblem(item: JsonValue, schema: SchemaNode): string | undefined {
  if (schema['x-kubernetes-list-type'] === 'set') {
    if (item === null) return "associative list without keys has an element that's an explicit null";
    if (Array.isArray(item)) return 'not supported: associative list with lists as elements';
    return isObject(item) ? "associative list without keys has an element that's a map type" : undefined;
  }
  if (item === null) return 'associative list with keys may not have a null element';
  if (!isObject(item)) return 'associative list with keys may not have non-map elements';
  if (itemElement(schema, item) !== undefined) return undefined;
  const keys = (schema['x-kubernetes-list-map-keys'] ?? []).map((key) => JSON.stringify(key)).join(' ');
  return `associative list with keys has an element that omits all key fields [${keys}] (and doesn't have default values for any key fields)`;
}
