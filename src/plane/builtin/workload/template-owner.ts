/** Selector and template, as all workloads have them. */
import { labelValueProblems, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import { matchesLabels, selectorOf } from '../../selectors/label-selector.js';
import type { Field } from '../../../kubernetes/field.js';
import { podTemplate } from '../pod/pod-template.js';
import { hasNoConditions, labelSelector } from '../selector-rules.js';

/** Words that differ between workloads. */
export interface OwnerWords {
  readonly empty: string;
  readonly invalid: string;
  readonly deadline: string;
}

/** A selector that must be there and select something. */
export function requiredSelector(selector: Field, empty: string): void {
  if (!selector.isSet) return void selector.required();
  labelSelector(selector);
  if (hasNoConditions(selector)) selector.invalid(`empty selector is invalid for ${empty}`);
}

/** Whether the selector can be read at all. */
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

/** Whether the template carries the labels that are selected. An absent selector selects nothing. */
export function selects(selector: Field, template: Field): boolean {
  if (!selector.isSet) return false;
  const labels = template.at('metadata').at('labels').object as Record<string, string>;
  return matchesLabels(selectorOf(selector.value), labels);
}

/** Finding for a template that its own selector misses. */
export function unselected(template: Field): void {
  const field = template.at('metadata').at('labels');
  field.invalid('`selector` does not match template `labels`', field.value ?? null);
}

/** Template of a workload whose pods run forever. */
export function runningTemplate(template: Field, deadline: string): void {
  podTemplate(template);
  alwaysRestarts(template, deadline);
}

/** Pods of these workloads start again, without end. */
export function alwaysRestarts(template: Field, kind: string): void {
  const policy = template.at('spec').at('restartPolicy');
  if (policy.text !== 'Always') policy.unsupported(['Always']);
  const limit = template.at('spec').at('activeDeadlineSeconds');
  if (limit.isSet) limit.forbidden(`activeDeadlineSeconds in ${kind} is not Supported`);
}
