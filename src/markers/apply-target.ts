/** What applying a marker needs. */
import type { JsonSchema, MutableSchema, ValidationRule } from '../model/schema.js';
import type { ResolvedMarker } from './resolve.js';

/** What a marker adds, and what it is added to. */
export interface ApplyTarget {
  /** What markers have added so far. */
  readonly added: MutableSchema;
  /** The schema of the type, before markers. */
  readonly base: JsonSchema;
}

/** Says why a marker does not fit, or `undefined`. */
export type Apply = (target: ApplyTarget, marker: ResolvedMarker) => string | undefined;

/** The type that a schema has with the markers so far. */
export function typeOf({ added, base }: ApplyTarget): string | undefined {
  return added.type ?? base.type;
}

/** Whether the value may be an integer or a string. */
export function isIntOrString({ added, base }: ApplyTarget): boolean {
  return (added['x-kubernetes-int-or-string'] ?? base['x-kubernetes-int-or-string']) === true;
}

/** What a message calls the value. */
export function found(target: ApplyTarget): string {
  if (isIntOrString(target)) return 'an int-or-string';
  const type = typeOf(target);
  return type === undefined ? 'a value of any type' : `of type ${type}`;
}

/** Appends a CEL rule. */
export function addRule(schema: MutableSchema, rule: ValidationRule): void {
  schema['x-kubernetes-validations'] = [...(schema['x-kubernetes-validations'] ?? []), rule];
}
