/** The way from client-side to server-side apply: kubectl may take over what it applied before in the old way. */
import type { ApiObject } from '../storage/api-object.js';
import { compare, fieldsOf } from './apply-compare.js';
import { difference, FieldSet, union } from './apply-field-set.js';
import { isObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

const ANNOTATION = 'kubectl.kubernetes.io/last-applied-configuration';

/** Fields in the annotation of client-side apply that have not changed since. */
export function lastAppliedFields(live: ApiObject, schema: SchemaNode | undefined): FieldSet {
  const applied = parse(live.metadata.annotations?.[ANNOTATION]);
  if (!isObject(applied)) return new FieldSet();
  const { added, modified } = compare(live, applied, schema);
  return difference(fieldsOf(applied, schema), union(added, modified));
}

function parse(text: string | undefined): JsonValue {
  if (text === undefined) return null;
  try {
    return JSON.parse(text) as JsonValue;
  } catch (error) {
    // Anybody may write the annotation: one that is no JSON says nothing.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
