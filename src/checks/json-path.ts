/** JSONPaths of columns, selectable fields and the scale subresource, as the API server reads them. */
import type { JsonSchema } from '../model/schema.js';

/** Where a path leads: a schema, somewhere unknown, or nowhere. */
export type PathTarget =
  | { readonly kind: 'schema'; readonly schema: JsonSchema }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'missing'; readonly field: string; readonly known: readonly string[] }
  | { readonly kind: 'wrong'; readonly message: string };

/** One part of a path. */
type Step =
  | { readonly kind: 'field'; readonly name: string }
  /** An index, a slice, a filter or `[*]`. */
  | { readonly kind: 'items' }
  /** Recursive descent, unions and wildcards: anything may come out. */
  | { readonly kind: 'any' };

/** Follows a path such as `.status.conditions[?(@.type=="Ready")].status` through a kind's schema. */
export function followPath(root: JsonSchema, path: string): PathTarget {
  if (!path.startsWith('.')) return { kind: 'wrong', message: 'it must begin with a dot' };
  const steps = readSteps(path);
  if (typeof steps === 'string') return { kind: 'wrong', message: steps };
  let schema: JsonSchema = root;
  for (const [index, step] of steps.entries()) {
    if (step.kind === 'any') return { kind: 'unknown' };
    if (step.kind === 'items') {
      if (schema.items === undefined) return { kind: 'unknown' };
      schema = schema.items;
      continue;
    }
    // The schema says nothing about metadata, but every object has it.
    if (index === 0 && step.name === 'metadata') return { kind: 'unknown' };
    const next = childOf(schema, step.name);
    if (next === undefined) {
      const isOpen = schema['x-kubernetes-preserve-unknown-fields'] === true || schema.properties === undefined;
      return isOpen
        ? { kind: 'unknown' }
        : { kind: 'missing', field: step.name, known: Object.keys(schema.properties ?? {}) };
    }
    schema = next;
  }
  return { kind: 'schema', schema };
}

function childOf({ properties, additionalProperties }: JsonSchema, name: string): JsonSchema | undefined {
  if (properties !== undefined && Object.hasOwn(properties, name)) return properties[name];
  return typeof additionalProperties === 'object' ? additionalProperties : undefined;
}

const FIELD = /\.((?:\\.|[^\s.,[\]$@{}\\])*)/y;
const FILTER = /\[\?\((?:[^"')]|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')*\)\]/y;
const BRACKETS = /\[([^\]]*)\]/y;
const KEY = /^'([^']*)'$/;
const SLICE = /^(?:\*|-?\d*(?::-?\d*)?(?::-?\d*)?)$/;

/** The parts of a path, or what is wrong with it. */
function readSteps(path: string): Step[] | string {
  const steps: Step[] = [];
  let position = 0;
  const take = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = position;
    const match = pattern.exec(path) ?? undefined;
    if (match !== undefined) position = pattern.lastIndex;
    return match;
  };
  while (position < path.length) {
    if (path.startsWith('..', position)) return [...steps, { kind: 'any' }];
    const field = take(FIELD)?.[1];
    if (field !== undefined) {
      // A dot alone is the object itself, as in `.['name']`.
      if (field === '*') steps.push({ kind: 'any' });
      else if (field !== '') steps.push({ kind: 'field', name: field.replaceAll('\\', '') });
    } else if (take(FILTER) !== undefined) steps.push({ kind: 'items' });
    else {
      const start = position;
      const inner = take(BRACKETS)?.[1];
      const step = inner === undefined ? undefined : bracketStep(inner);
      if (step === undefined) return `"${path.slice(start)}" cannot be read`;
      steps.push(step);
    }
  }
  return steps;
}

/** `'key'`, an index, a slice, or several of them. */
function bracketStep(inner: string): Step | undefined {
  const parts = inner.split(',').map((part) => part.trim());
  if (parts.length > 1) return parts.every((part) => bracketStep(part)) ? { kind: 'any' } : undefined;
  const key = KEY.exec(inner)?.[1];
  if (key !== undefined) return { kind: 'field', name: key };
  return SLICE.test(inner) ? { kind: 'items' } : undefined;
}
