/** Label selectors, labels and port references wherever they appear. */
import { labelValueProblems, qualifiedNameProblems } from '../../kubernetes/value/names.js';
import type { Field } from '../../kubernetes/field.js';
import { isPortName } from './text-rules.js';

/** A `metav1.LabelSelector`; an absent one is fine. */
export function labelSelector(field: Field): void {
  labels(field.at('matchLabels'));
  for (const item of field.at('matchExpressions').items) selectorRequirement(item);
}

function selectorRequirement(field: Field): void {
  const values = field.at('values');
  const operator = field.at('operator');
  if (['In', 'NotIn'].includes(operator.text)) {
    if (values.size === 0) values.required("must be specified when `operator` is 'In' or 'NotIn'");
  } else if (['Exists', 'DoesNotExist'].includes(operator.text)) {
    if (values.size > 0) values.forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
  } else {
    operator.invalid('not a valid selector operator', operator.text);
  }
  field.at('key').matches(qualifiedNameProblems);
  for (const value of values.items) value.matches(labelValueProblems);
}

/** A map of labels. */
export function labels(field: Field): void {
  for (const key of field.keys) {
    field.with(key).matches(qualifiedNameProblems);
    field.with(field.key(key).text).matches(labelValueProblems);
  }
}

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
