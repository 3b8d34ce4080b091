/** StatefulSets. */
import { isDnsLabel } from '../../../kubernetes/value/names.js';
import type { JsonObject } from '../../../kubernetes/json/json-value.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { podAnnotations, podTemplate } from '../pod/pod-template.js';
import { labels } from '../../../kubernetes/selector/selector-rules.js';
import { annotations, hasNoConditions } from '../selector-rules.js';
import { claimSpec } from '../volume/claim-spec.js';
import { atMostWhole, bounded, collisions, countOf, countOrPercent, counters } from './counts.js';
import { isReadable } from '../../../kubernetes/selector/selector-rules.js';
import { alwaysRestarts, requiredSelector, selects, unselected } from './template-owner.js';

const FIXED = ['selector', 'volumeClaimTemplates', 'serviceName', 'podManagementPolicy'];

/** Checks of StatefulSet. */
export const statefulSet: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    everySpec(spec);
    if (before === undefined) claims(spec.at('volumeClaimTemplates'));
    if (before === undefined) return;
    for (const key of FIXED) spec.at(key).unchangedFrom(before.at('spec').at(key));
  },
  status: (object, before) => {
    const status = object.at('status');
    counters(status, ['replicas', 'readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas']);
    counters(status, ['observedGeneration']);
    bounded(
      status,
      ['readyReplicas', 'currentReplicas', 'updatedReplicas', 'availableReplicas'],
      'replicas',
      'cannot be greater than status.replicas',
    );
    bounded(status, ['availableReplicas'], 'readyReplicas', 'cannot be greater than status.readyReplicas');
    collisions(status, before);
  },
};

function everySpec(spec: Field): void {
  const policy = spec.at('podManagementPolicy');
  if (policy.text === '') policy.required();
  else if (!['OrderedReady', 'Parallel'].includes(policy.text)) policy.invalid("must be 'OrderedReady' or 'Parallel'");
  updateStrategy(spec.at('updateStrategy'));
  const retention = spec.at('persistentVolumeClaimRetentionPolicy');
  if (retention.isSet) {
    retention.at('whenDeleted').oneOf(['Retain', 'Delete']);
    retention.at('whenScaled').oneOf(['Retain', 'Delete']);
  }
  spec.at('replicas').notNegative();
  spec.at('minReadySeconds').notNegative();
  spec.at('ordinals').at('start').notNegative();
  spec.at('serviceName').may(isDnsLabel);
  selectorAndTemplate(spec);
}

/** Existing claims are not looked at again: they cannot change. */
function claims(field: Field): void {
  for (const claim of field.items) claimSpec(claim.at('spec'));
}

function selectorAndTemplate(spec: Field): void {
  const selector = spec.at('selector');
  const template = spec.at('template');
  requiredSelector(selector, 'statefulset');
  if (selector.isSet && !isReadable(selector)) selector.invalid('');
  else {
    const isEmpty = selector.isSet && hasNoConditions(selector);
    if (!isEmpty && !selects(selector, template)) unselected(template);
    podTemplate(withClaims(spec));
    const metadata = template.at('metadata');
    labels(metadata.at('labels').named(`${template.path}.labels`));
    annotations(metadata.at('annotations').named(`${template.path}.annotations`));
    podAnnotations(metadata.at('annotations').named(`${template.path}.annotations`), template.at('spec'));
  }
  alwaysRestarts(template, 'StatefulSet');
}

/** The template as its pods will be: with a volume for every claim. */
function withClaims(spec: Field): Field {
  const template = spec.at('template');
  const names = spec.at('volumeClaimTemplates').items.map((claim) => claim.at('metadata').at('name').text);
  const { subdomain: _subdomain, hostname: _hostname, ...rest } = template.at('spec').object;
  if (names.length === 0) return template.with({ ...template.object, spec: rest });
  const claimed = [...new Set(names)].map((name): JsonObject => ({ name, persistentVolumeClaim: { claimName: name } }));
  const others = template
    .at('spec')
    .at('volumes')
    .items.filter((item) => !names.includes(item.at('name').text))
    .map((item) => item.object);
  return template.with({ ...template.object, spec: { ...rest, volumes: [...claimed, ...others] } });
}

function updateStrategy(field: Field): void {
  const rolling = field.at('rollingUpdate');
  switch (field.at('type').text) {
    case '':
      field.required();
      break;
    case 'OnDelete':
      if (rolling.isSet) rolling.invalid("only allowed for updateStrategy 'RollingUpdate'");
      break;
    case 'RollingUpdate':
      if (rolling.isSet) rollingUpdate(rolling);
      break;
    default:
      field.invalid("must be 'RollingUpdate' or 'OnDelete'");
  }
}

function rollingUpdate(field: Field): void {
  field.at('partition').notNegative();
  const unavailable = field.at('maxUnavailable');
  if (!unavailable.isSet) return;
  countOrPercent(unavailable);
  if (countOf(unavailable) === 0) unavailable.invalid('cannot be 0');
  atMostWhole(unavailable);
}
