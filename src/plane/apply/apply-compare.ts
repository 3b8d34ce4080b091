/** Which fields an object has, and which differ between two objects, as field sets. */
import { FieldSet } from './apply-field-set.js';
import { fieldSchema, isAssociative, isAtomic, isNamedField, itemsByElement, repeatedElements } from './apply-types.js';
import { isObject, jsonEqual, own, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Three disjoint sets of paths. */
export interface Comparison {
  readonly added: FieldSet;
  readonly modified: FieldSet;
  readonly removed: FieldSet;
}

/** All paths that an apply configuration contains. */
export function fieldsOf(value: JsonValue, schema: SchemaNode | undefined): FieldSet {
  const set = new FieldSet();
  collect(value, schema, set);
  return set;
}

function collect(value: JsonValue, schema: SchemaNode | undefined, node: FieldSet): void {
  if (Array.isArray(value)) {
    if (schema === undefined || !isAssociative(schema)) {
      node.isMember = true;
      return;
    }
    for (const [element, item] of itemsByElement(schema, value)) {
      const child = node.child(element);
      collect(item, schema.items, child);
      child.isMember = true;
    }
    return;
  }
  if (!isObject(value) || isAtomic(schema, value)) {
    node.isMember = true;
    return;
  }
  for (const key of Object.keys(value)) {
    const member = value[key];
    if (member === undefined) continue;
    const child = node.child(`f:${key}`);
    collect(member, fieldSchema(schema, key), child);
    const isEmpty = member === null || (isObject(member) && Object.keys(member).length === 0);
    if (isEmpty || !isNamedField(schema, key)) child.isMember = true;
    // An empty list names nothing.
    if (child.isEmpty) node.children.delete(`f:${key}`);
  }
}

/** What changed from `before` to `after`. */
export function compare(before: JsonObject, after: JsonObject, schema: SchemaNode | undefined): Comparison {
  const result = { added: new FieldSet(), modified: new FieldSet(), removed: new FieldSet() };
  walk({ before, after, schema, place: new Place(result) });
  return result;
}

interface Step {
  readonly before: JsonValue | undefined;
  readonly after: JsonValue | undefined;
  readonly schema: SchemaNode | undefined;
  readonly place: Place;
}

/** A path whose nodes are made when something at it differs. */
class Place {
  private readonly parent: Place | undefined;
  private readonly element: string;
  private readonly nodes: { -readonly [Name in keyof Comparison]?: FieldSet };

  constructor(nodes: Partial<Comparison>, parent?: Place, element = '') {
    this.nodes = nodes;
    this.parent = parent;
    this.element = element;
  }

  below(element: string): Place {
    return new Place({}, this, element);
  }

  in(name: keyof Comparison): FieldSet {
    return (this.nodes[name] ??= this.parent?.in(name).child(this.element) ?? new FieldSet());
  }
}

function walk(step: Step): void {
  const { before, after } = step;
  if (before === after) return;
  if (before === undefined) markAll(after ?? null, step.schema, step.place.in('added'));
  else if (after === undefined) markAll(before, step.schema, step.place.in('removed'));
  else if (isLeaf(before, after, step.schema)) {
    if (!jsonEqual(before, after)) step.place.in('modified').isMember = true;
  } else if (isObject(before ?? after)) walkObject(step);
  else walkList(step);
}

/** A value that was not there before, or is not there any more: all of it. */
function markAll(value: JsonValue, schema: SchemaNode | undefined, node: FieldSet): void {
  node.isMember = true;
  if (typeof value !== 'object' || value === null || isAtomic(schema, value)) return;
  if (isObject(value)) {
    for (const key of Object.keys(value)) {
      const member = value[key];
      if (member !== undefined) markAll(member, fieldSchema(schema, key), node.child(`f:${key}`));
    }
  } else if (schema !== undefined) {
    const repeated = repeatedElements(schema, value);
    for (const [element, item] of itemsByElement(schema, value)) {
      if (repeated.has(element)) node.child(element).isMember = true;
      else markAll(item, schema.items, node.child(element));
    }
  }
}

function isLeaf(before: JsonValue, after: JsonValue, schema: SchemaNode | undefined): boolean {
  const sample = after ?? before;
  if (typeof sample !== 'object' || sample === null) return true;
  // Null stands for an empty list or map.
  if (before !== null && after !== null && shapeOf(before) !== shapeOf(after)) return true;
  return isAtomic(schema, sample) || (sizeOf(before) === 0 && sizeOf(after) === 0);
}

function shapeOf(value: JsonValue): string {
  return Array.isArray(value) ? 'list' : typeof value;
}

function sizeOf(value: JsonValue): number {
  if (value === null) return 0;
  return Array.isArray(value) ? value.length : Object.keys(value).length;
}

function walkObject(step: Step): void {
  const left = isObject(step.before) ? step.before : NOTHING;
  const right = isObject(step.after) ? step.after : NOTHING;
  for (const key of Object.keys(left)) walkMember(step, key, left[key], own(right, key));
  for (const key of Object.keys(right)) {
    if (!Object.hasOwn(left, key)) walkMember(step, key, undefined, right[key]);
  }
}

const NOTHING: JsonObject = {};

function walkMember(
  { schema, place }: Step,
  key: string,
  before: JsonValue | undefined,
  after: JsonValue | undefined,
): void {
  if (before === after) return;
  walk({ before, after, schema: fieldSchema(schema, key), place: place.below(`f:${key}`) });
}

function walkList({ before, after, schema, place }: Step): void {
  if (schema === undefined) return;
  const left = itemsByElement(schema, Array.isArray(before) ? before : []);
  const right = itemsByElement(schema, Array.isArray(after) ? after : []);
  for (const element of new Set([...left.keys(), ...right.keys()])) {
    const next = { before: left.get(element), after: right.get(element), schema: schema.items };
    walk({ ...next, place: place.below(element) });
  }
}
