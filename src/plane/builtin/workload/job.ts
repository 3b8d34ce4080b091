/** Jobs. */
import { isDnsLabel } from '../../../kubernetes/value/names.js';
import { sameInGo } from '../../../kubernetes/json/go-equality.js';
import type { JsonObject } from '../../../kubernetes/json/json-value.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';
import { jobSpec } from './job-spec.js';
import { jobStatus } from './job-status.js';
import { isReadable } from '../../../kubernetes/selector/selector-rules.js';
import { selects, unselected } from './template-owner.js';

const LABELS: readonly (readonly [string, 'uid' | 'name'])[] = [
  ['controller-uid', 'uid'],
  ['job-name', 'name'],
  ['batch.kubernetes.io/controller-uid', 'uid'],
  ['batch.kubernetes.io/job-name', 'name'],
];
const FIXED = ['completionMode', 'podFailurePolicy', 'backoffLimitPerIndex', 'managedBy', 'successPolicy'];

/** Checks of Job. */
export const job: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    if (before === undefined) generatedSelector(object);
    jobSpec(spec);
    const selector = spec.at('selector');
    if (!selector.isSet) selector.required();
    else labelSelector(selector);
    if (isReadable(selector) && !selects(selector, spec.at('template'))) unselected(spec.at('template'));
    if (before !== undefined) changed(spec, before);
    hostnames(object);
  },
  status: jobStatus,
};

function generatedSelector(object: Field): void {
  const spec = object.at('spec');
  if (spec.at('manualSelector').isTrue || !spec.at('selector').isSet) return;
  const labels = spec.at('template').at('metadata').at('labels');
  const expected: Record<string, string> = {};
  for (const [label, source] of LABELS) {
    const value = object.at('metadata').at(source).text;
    expected[label] = value;
    const field = labels.key(label).named('spec.template.metadata.labels');
    if (!field.isSet) labels.required(`must be '${value}'`);
    else if (field.text !== value) field.with(labels.value).invalid(`must be '${value}'`);
  }
  const selector = spec.at('selector');
  if (!isReadable(selector)) return;
  if (!selects(selector, spec.with({ metadata: { labels: expected } }))) {
    selector.invalid('`selector` not auto-generated');
  }
}

function hostnames(object: Field): void {
  const spec = object.at('spec');
  const count = spec.at('completions').number;
  if (spec.at('completionMode').text !== 'Indexed' || count <= 0) return;
  const name = object.at('metadata').at('name');
  const last = `${name.text}-${count - 1}`;
  if (isDnsLabel(last).length > 0) name.invalid(`will not able to create pod with invalid DNS label: ${last}`);
}

function changed(spec: Field, object: Field): void {
  const before = object.at('spec');
  const completions = spec.at('completions');
  if (spec.at('completionMode').text !== 'Indexed') completions.unchangedFrom(before.at('completions'));
  else if (!completions.equals(before.at('completions')) && completions.isSet) {
    if (completions.number !== spec.at('parallelism').number) {
      completions.invalid('can only be modified in tandem with spec.parallelism');
    }
  }
  spec.at('selector').unchangedFrom(before.at('selector'));
  template(spec, object);
  for (const key of FIXED) spec.at(key).unchangedFrom(before.at(key));
}

/** Only a suspended Job that has not started may get other scheduling directives and resources. */
function template(spec: Field, object: Field): void {
  const before = object.at('spec');
  const field = spec.at('template');
  const isSuspended = before.at('suspend').isTrue;
  const isFree = isSuspended && !object.at('status').at('startTime').isSet;
  if (!isFree) return void field.unchangedFrom(before.at('template'));
  const old = before.at('template');
  const [freed, freedOld] = [freePart(field), freePart(old)];
  if (!sameInGo(freed, freedOld)) field.at('spec').invalid('field is immutable');
}

function freePart(template: Field): JsonObject {
  const spec = template.at('spec');
  const { nodeSelector: _selector, tolerations: _tolerations, schedulingGates: _gates, ...rest } = spec.object;
  const { nodeAffinity: _nodes, ...affinity } = spec.at('affinity').object;
  const plain = (list: string): JsonObject[] =>
    spec.at(list).items.map((item) => ({ ...item.object, resources: undefined }));
  return {
    ...rest,
    affinity: Object.keys(affinity).length === 0 ? undefined : affinity,
    containers: plain('containers'),
    initContainers: plain('initContainers'),
  };
}
