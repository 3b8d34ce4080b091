/** Where the JSONPaths of columns, selectable fields and the scale subresource lead in a schema. */
import { parseJsonPath } from '../kubernetes/json-path/parse.js';
import type { JsonSchema } from '../model/schema.js';

/** Where a path leads: a schema, somewhere unknown, or nowhere. */
export type PathTarget =
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'missing'; readonly field: string; readonly known: readonly string[] }
  | { readonly kind: 'wrong'; readonly message: string };

/** Follows a path such as `.status.conditions[?(@.type=="Ready")].status` through a kind's schema. */
export function followPath(root: JsonSchema, path: string): PathTarget {
  if (!path.startsWith('.')) return { kind: 'wrong', message: 'it must begin with a dot' };
  const parsed = parseJsonPath(path);
  if (parsed.problem !== undefined) return { kind: 'wrong', message: parsed.problem };
  let schema: JsonSchema = root;
  for (const [index, node] of parsed.nodes.entries()) {
    if (node.kind === 'slice' || node.kind === 'filter') {
      if (schema.items === undefined) return { kind: 'unknown' };
      schema = schema.items;
      continue;
    }
    // Recursive descent, unions and wildcards: anything may come out.
    if (node.kind !== 'field') return { kind: 'unknown' };
    // The schema says nothing about metadata, but every object has it.
    if (index === 0 && node.name === 'metadata') return { kind: 'unknown' };
    const next = childOf(schema, node.name);
    if (next === undefined) return missing(schema, node.name);
    schema = next;
  }
  return { kind: 'schema', schema };
}

function missing(schema: JsonSchema, field: string): PathTarget {
  const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.properties === undefined;
  return isOpen ? { kind: 'unknown' } : { kind: 'missing', field, known: Object.keys(schema.properties ?? {}) };
}

function childOf({ properties, additionalProperties }: JsonSchema, name: string): JsonSchema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}
