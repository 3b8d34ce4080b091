/** Annotations and port references wherever they appear, and empty selectors. */
import { qualifiedNameProblems } from '../../kubernetes/value/names.js';
import type { Field } from '../../kubernetes/field.js';
import { isPortName } from './text-rules.js';

/** The keys of a map of annotations. */
export function annotations(field: Field): void {
  for (const key of field.keys) {
    for (const why of qualifiedNameProblems(key.toLowerCase())) field.invalid(why, key);
  }
}

/** A port by number or name. */
export function portReference(field: Field): void {
  if (typeof field.value === 'string') field.matches(isPortName);
  else field.inRange(1, 65535);
}

/** Whether labels satisfy a selector whose operators are known. */
export function hasNoConditions(selector: Field): boolean {
  return selector.at('matchLabels').size === 0 && selector.at('matchExpressions').size === 0;
}
