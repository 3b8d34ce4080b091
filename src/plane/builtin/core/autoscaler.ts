/** HorizontalPodAutoscalers. */
import { isDnsLabel, isPathSegment } from '../../../kubernetes/value/names.js';
import type { Field, Rule } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { amountSign, containerResourceName } from '../resource-names.js';

/** Checks of HorizontalPodAutoscaler. */
export const autoscaler: KindChecks = {
  spec: (object, before) => {
    const spec = object.at('spec');
    const [least, most] = [spec.at('minReplicas'), spec.at('maxReplicas')];
    if (least.isSet && least.number < 1) least.invalid('must be greater than or equal to 1');
    if (most.number === 0) most.required('must be set and greater than 0');
    else if (most.number < 0) most.invalid('must be greater than or equal to 1');
    if (least.isSet && most.number < least.number) {
      most.invalid('must be greater than or equal to `minReplicas`', most.number);
    }
    scaleTarget(spec.at('scaleTargetRef'), before?.at('spec').at('scaleTargetRef'));
    const share = spec.at('targetCPUUtilizationPercentage');
    if (share.isSet && share.number < 1) {
      share.named('spec.metrics[0].resource.target.averageUtilization').invalid('must be greater than 0');
    }
    for (const metric of spec.at('metrics').items) oneMetric(metric);
    for (const key of ['scaleUp', 'scaleDown']) scaling(spec.at('behavior').at(key));
  },
  status: (object) => {
    object.at('status').at('currentReplicas').notNegative();
    object.at('status').at('desiredReplicas').notNegative();
  },
};

function scaleTarget(field: Field, before: Field | undefined): void {
  const [version, kind] = [field.at('apiVersion'), field.at('kind')];
  const isKnown = before !== undefined && version.equals(before.at('apiVersion')) && kind.equals(before.at('kind'));
  reference(field, isKnown);
  if (isKnown || kind.text === 'ReplicationController' || version.text.split('/').length > 2) return;
  if ((version.text.split('/').at(-2) ?? '') === '') {
    version.invalid('apiVersion must specify API group', version.text);
  }
}

function reference(field: Field, isKnown = false): void {
  field.at('kind').needs(isPathSegment);
  field.at('name').needs(isPathSegment);
  const version = field.at('apiVersion');
  if (!isKnown && version.text.split('/').length > 2)
    version.invalid(`unexpected GroupVersion string: ${version.text}`);
}

const SOURCES: readonly (readonly [string, string, Rule])[] = [
  ['object', 'Object', objectSource],
  ['external', 'External', externalSource],
  ['pods', 'Pods', podsSource],
  ['resource', 'Resource', (field) => resourceSource(field, false)],
  ['containerResource', 'ContainerResource', (field) => resourceSource(field, true)],
];
const TYPES = SOURCES.map(([, type]) => type).sort();

function oneMetric(metric: Field): void {
  const type = metric.at('type');
  const expected = SOURCES.find(([, name]) => name === type.text)?.[0];
  if (type.text === '') type.required('must specify a metric source type');
  if (expected === undefined) type.unsupported(TYPES);
  const used = SOURCES.filter(([key]) => metric.at(key).isSet);
  const [first] = used;
  if (first !== undefined) first[2](metric.at(first[0]));
  if (expected === undefined) type.unsupported(TYPES);
  else if (!metric.at(expected).isSet) {
    metric.at(expected).required('must populate information for the given metric source');
  }
  if (used.length === 1) return;
  for (const [key] of used) {
    if (key !== expected) metric.at(key).forbidden('must populate the given metric source only');
  }
}

function target(field: Field): void {
  const type = field.at('type');
  if (type.text === '') type.required('must specify a metric target type');
  if (!['Utilization', 'Value', 'AverageValue'].includes(type.text)) {
    type.invalid('must be either Utilization, Value, or AverageValue', type.text);
  }
  for (const key of ['value', 'averageValue']) {
    if (field.at(key).isSet && amountSign(field.at(key)) !== 1) field.at(key).invalid('must be positive');
  }
  const share = field.at('averageUtilization');
  if (share.isSet && share.number < 1) share.invalid('must be greater than 0');
}

function identifier(field: Field): void {
  const name = field.at('name');
  if (name.text === '') name.required('must specify a metric name');
  else name.matches(isPathSegment);
}

function objectSource(field: Field): void {
  reference(field.at('describedObject'));
  identifier(field.at('metric'));
  target(field.at('target'));
  const [value, average] = [field.at('target').at('value'), field.at('target').at('averageValue')];
  if (!value.isSet && !average.isSet) average.required('must set either a target value or averageValue');
}

function externalSource(field: Field): void {
  identifier(field.at('metric'));
  target(field.at('target'));
  const [value, average] = [field.at('target').at('value'), field.at('target').at('averageValue')];
  if (!value.isSet && !average.isSet) {
    average.required('must set either a target value for metric or a per-pod target');
  }
  if (value.isSet && average.isSet) {
    value.forbidden('may not set both a target value for metric and a per-pod target');
  }
}

function podsSource(field: Field): void {
  identifier(field.at('metric'));
  target(field.at('target'));
  const average = field.at('target').at('averageValue');
  if (!average.isSet) average.required('must specify a positive target averageValue');
}

function resourceSource(field: Field, ofContainer: boolean): void {
  const name = field.at('name');
  if (name.text === '') name.required('must specify a resource name');
  else if (ofContainer) containerResourceName(name, name.text);
  if (ofContainer) {
    const container = field.at('container');
    if (container.text === '') container.required('must specify a container');
    else container.matches(isDnsLabel);
  }
  target(field.at('target'));
  const [share, average] = [field.at('target').at('averageUtilization'), field.at('target').at('averageValue')];
  if (!share.isSet && !average.isSet) share.required('must set either a target raw value or a target utilization');
  if (share.isSet && average.isSet) average.forbidden('may not set both a target raw value and a target utilization');
}

function scaling(rules: Field): void {
  if (!rules.isSet) return;
  const window = rules.at('stabilizationWindowSeconds');
  if (window.number < 0) window.invalid('must be greater than or equal to zero');
  if (window.number > 3600) window.invalid('must be less than or equal to 3600');
  rules.at('selectPolicy').mayBeOneOf(['Disabled', 'Max', 'Min']);
  if (rules.at('policies').size === 0) rules.at('policies').required('must specify at least one Policy');
  for (const policy of rules.at('policies').items) {
    policy.at('type').oneOf(['Percent', 'Pods']);
    for (const key of ['value', 'periodSeconds']) {
      if (policy.at(key).number <= 0) policy.at(key).invalid('must be greater than zero', policy.at(key).number);
    }
    if (policy.at('periodSeconds').number > 1800)
      policy.at('periodSeconds').invalid('must be less than or equal to 1800');
  }
  if (amountSign(rules.at('tolerance')) < 0) rules.at('tolerance').invalid('must be greater than or equal to 0');
}
