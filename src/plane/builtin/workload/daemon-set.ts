/** DaemonSets. */
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labelSelector } from '../../../kubernetes/selector/selector-rules.js';
import { hasNoConditions } from '../selector-rules.js';
import { atMostWhole, collisions, countOf, countOrPercent, counters } from './counts.js';
import { isReadable } from '../../../kubernetes/selector/selector-rules.js';
import { runningTemplate, selects, unselected } from './template-owner.js';

/** Checks of DaemonSet. */
export const daemonSet: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    if (before !== undefined) spec.at('selector').unchangedFrom(before.at('spec').at('selector'));
    const selector = spec.at('selector');
    labelSelector(selector);
    if (isReadable(selector) && !selects(selector, spec.at('template'))) unselected(spec.at('template'));
    if (selector.isSet && hasNoConditions(selector)) selector.invalid('empty selector is invalid for daemonset');
    runningTemplate(spec.at('template'), 'DaemonSet');
    spec.at('minReadySeconds').notNegative();
    updateStrategy(spec.at('updateStrategy'));
    spec.at('revisionHistoryLimit').notNegative();
  },
  status: (object, before) => {
    const status = object.at('status');
    counters(status, ['currentNumberScheduled', 'numberMisscheduled', 'desiredNumberScheduled', 'numberReady']);
    counters(status, ['observedGeneration', 'updatedNumberScheduled', 'numberAvailable', 'numberUnavailable']);
    collisions(status, before);
  },
};

function updateStrategy(field: Field): void {
  const type = field.at('type').text;
  if (type === 'OnDelete') return;
  if (type !== 'RollingUpdate') return void field.unsupported(['RollingUpdate', 'OnDelete'], field.value);
  const rolling = field.at('rollingUpdate');
  if (!rolling.isSet) return void rolling.required();
  const [unavailable, surge] = [rolling.at('maxUnavailable'), rolling.at('maxSurge')];
  countOrPercent(unavailable);
  countOrPercent(surge);
  atMostWhole(unavailable);
  atMostWhole(surge);
  if (countOf(unavailable) !== 0 && countOf(surge) !== 0) {
    surge.invalid('may not be set when maxUnavailable is non-zero');
  } else if (countOf(unavailable) === 0 && countOf(surge) === 0) {
    unavailable.required('cannot be 0 when maxSurge is 0');
  }
}
