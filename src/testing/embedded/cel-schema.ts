/** Which schemas have CEL rules at all. */
import type { SchemaNode } from './schema-node.js';

const known = new WeakMap<SchemaNode, boolean>();

/** Whether a schema or anything below has rules. */
export function hasRules(schema: SchemaNode): boolean {
  const answer = known.get(schema);
  if (answer !== undefined) return answer;
  const found = search(schema);
  known.set(schema, found);
  return found;
}

function search(schema: SchemaNode): boolean {
  if ((schema['x-kubernetes-validations'] ?? []).length > 0) return true;
  if (schema.items !== undefined && hasRules(schema.items)) return true;
  if (typeof schema.additionalProperties === 'object' && hasRules(schema.additionalProperties)) return true;
  return Object.values(schema.properties ?? {}).some(hasRules);
}
