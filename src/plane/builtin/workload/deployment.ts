/** Deployments and ReplicaSets. */
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { atMostWhole, bounded, collisions, countOf, countOrPercent, counters } from './counts.js';
import { hasNoConditions } from '../selector-rules.js';
import { isReadable } from '../../../kubernetes/selector/selector-rules.js';
import { requiredSelector, runningTemplate, selects, unselected } from './template-owner.js';

/** Checks of Deployment. */
export const deployment: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    spec.at('replicas').notNegative();
    selectorAndTemplate(spec);
    strategy(spec.at('strategy'));
    spec.at('minReadySeconds').notNegative();
    spec.at('revisionHistoryLimit').notNegative();
    const deadline = spec.at('progressDeadlineSeconds');
    deadline.notNegative();
    if (deadline.isSet && deadline.number <= spec.at('minReadySeconds').number) {
      deadline.invalid('must be greater than minReadySeconds');
    }
    if (before !== undefined) spec.at('selector').unchangedFrom(before.at('spec').at('selector'));
  },
  status: (object, before) => {
    const status = object.at('status');
    counters(status, ['observedGeneration', 'replicas', 'updatedReplicas', 'readyReplicas', 'availableReplicas']);
    counters(status, ['unavailableReplicas', 'terminatingReplicas']);
    bounded(
      status,
      ['updatedReplicas', 'readyReplicas', 'availableReplicas'],
      'replicas',
      'cannot be greater than status.replicas',
    );
    bounded(status, ['availableReplicas'], 'readyReplicas', 'cannot be greater than readyReplicas');
    collisions(status, before);
  },
};

/** Checks of ReplicaSet. */
export const replicaSet: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    spec.at('replicas').notNegative();
    spec.at('minReadySeconds').notNegative();
    selectorAndTemplate(spec);
    if (before !== undefined) spec.at('selector').unchangedFrom(before.at('spec').at('selector'));
  },
  status: (object) => {
    const status = object.at('status');
    counters(status, ['replicas', 'fullyLabeledReplicas', 'readyReplicas', 'availableReplicas', 'observedGeneration']);
    bounded(
      status,
      ['fullyLabeledReplicas', 'readyReplicas', 'availableReplicas'],
      'replicas',
      'cannot be greater than status.replicas',
    );
    bounded(status, ['availableReplicas'], 'readyReplicas', 'cannot be greater than readyReplicas');
  },
};

function selectorAndTemplate(spec: Field): void {
  const selector = spec.at('selector');
  const template = spec.at('template');
  requiredSelector(selector, 'deployment');
  if (selector.isSet && !isReadable(selector)) {
    selector.invalid('invalid label selector');
    return;
  }
  const isEmpty = selector.isSet && hasNoConditions(selector);
  if (!isEmpty && !selects(selector, template)) unselected(template);
  runningTemplate(template, 'ReplicaSet');
}

function strategy(field: Field): void {
  const rolling = field.at('rollingUpdate');
  switch (field.at('type').text) {
    case 'Recreate':
      if (rolling.isSet) rolling.forbidden("may not be specified when strategy `type` is 'Recreate'");
      break;
    case 'RollingUpdate':
      rollingUpdate(rolling);
      break;
    default:
      field.unsupported(['Recreate', 'RollingUpdate'], field.value);
  }
}

function rollingUpdate(field: Field): void {
  const [unavailable, surge] = [field.at('maxUnavailable'), field.at('maxSurge')];
  countOrPercent(unavailable);
  countOrPercent(surge);
  if (countOf(unavailable) === 0 && countOf(surge) === 0) unavailable.invalid('may not be 0 when `maxSurge` is 0');
  atMostWhole(unavailable);
}
