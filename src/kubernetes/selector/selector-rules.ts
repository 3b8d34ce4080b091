/** Rules of label selectors and labels, wherever they appear. */
import type { Field } from '../field.js';
import { labelValueProblems, qualifiedNameProblems } from '../value/names.js';

/** A `metav1.LabelSelector`; an absent one is fine. */
export function labelSelector(field: Field, { allowsInvalidValues = false } = {}): void {
  labels(field.at('matchLabels'));
  for (const item of field.at('matchExpressions').items) selectorRequirement(item, allowsInvalidValues);
}

function selectorRequirement(field: Field, allowsInvalidValues: boolean): void {
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
  if (allowsInvalidValues) return;
  for (const value of values.items) value.matches(labelValueProblems);
}

/** A map of labels. */
export function labels(field: Field): void {
  for (const key of field.keys) {
    field.with(key).matches(qualifiedNameProblems);
    field.with(field.key(key).text).matches(labelValueProblems);
  }
}

/** Whether the selector can be parsed at all. */
export function isReadable(selector: Field): boolean {
  return (
    selector.at('matchExpressions').items.every((item) => {
      const operator = item.at('operator').text;
      const values = item.at('values');
      if (qualifiedNameProblems(item.at('key').text).length > 0) return false;
      if (['In', 'NotIn'].includes(operator)) {
        return values.size > 0 && values.texts.every((value) => labelValueProblems(value).length === 0);
      }
      return ['Exists', 'DoesNotExist'].includes(operator) && values.size === 0;
    }) &&
    selector.at('matchLabels').keys.every((key) => {
      const value = selector.at('matchLabels').key(key).text;
      return qualifiedNameProblems(key).length === 0 && labelValueProblems(value).length === 0;
    })
  );
}
