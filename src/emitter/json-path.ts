/** JSONPaths of columns, selectable fields and the scale subresource. */
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
  let schema: JsonSchema = root;
  let rest = path;
  let isFirst = true;
  while (rest !== '') {
    const field = /^\.([A-Za-z_][\w-]*)|^\['([^']+)'\]|^\["([^"]+)"\]|^\.\['?([^'\]]+)'?\]/.exec(rest);
    const list = /^\[(?:\*|-?\d+|\?\(.*?\)|[\d:]+)\]/.exec(rest);
    if (field === null && list === null) {
      // Escaped dots, recursive descent and the like are left to the server.
      return /^\.[.*]|\\/.test(rest) ? { kind: 'unknown' } : { kind: 'wrong', message: `"${rest}" cannot be read` };
    }
    rest = rest.slice((field ?? list)?.[0].length ?? 1);
    if (field === null) {
      if (schema.items === undefined) return { kind: 'unknown' };
      schema = schema.items;
      continue;
    }
    const name = (field[1] ?? field[2] ?? field[3] ?? field[4] ?? '').replaceAll('\\', '');
    // The schema says nothing about metadata, but every object has it.
    if (isFirst && name === 'metadata') return { kind: 'unknown' };
    isFirst = false;
    const next =
      schema.properties?.[name] ??
      (typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined);
    if (next === undefined) {
      const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.properties === undefined;
      return isOpen
        ? { kind: 'unknown' }
        : { kind: 'missing', field: name, known: Object.keys(schema.properties ?? {}) };
    }
    schema = next;
  }
  return { kind: 'schema', schema };
}
