/** Selector and template, as all workloads have them. */
import { matchesLabels, selectorOf } from '../../selectors/label-selector.js';
import type { Field } from '../../../kubernetes/field.js';
import { podTemplate } from '../pod/pod-template.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';
import { hasNoConditions } from '../selector-rules.js';

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
