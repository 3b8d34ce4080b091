/** Pods: what they may be, and what may change once they are there. */
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { sameInGo } from '../../../kubernetes/json/go-equality.js';
import type { JsonObject, JsonValue } from '../../../kubernetes/json/json-value.js';
import { podStatus } from '../status/pod-status.js';
import { podSpec } from './pod-spec.js';
import { matchingProfiles, podAnnotations } from './pod-template.js';

/** Checks of Pod. */
export const checks: KindChecks = {
  spec: (pod, before) => {
    everyPod(pod);
    if (before === undefined) newPod(pod);
    else changedPod(pod.at('spec'), before.at('spec'));
  },
  status: podStatus,
};

function everyPod(pod: Field): void {
  const spec = pod.at('spec');
  podAnnotations(pod.at('metadata').at('annotations'), spec);
  podSpec(spec, { name: pod.at('metadata').at('name').text, isPod: true });
  if (spec.at('serviceAccountName').text === '') noTokens(spec);
  const grace = spec.at('terminationGracePeriodSeconds');
  if (grace.isSet) grace.notNegative();
  for (const list of ['containers', 'initContainers']) {
    for (const image of spec.at(list).items.map((item) => item.at('image'))) {
      if (image.text.trim() !== image.text) image.invalid('must not have leading or trailing whitespace');
    }
  }
}

function noTokens(spec: Field): void {
  for (const volume of spec.at('volumes').items) {
    for (const source of volume.at('projected').at('sources').items) {
      const token = source.at('serviceAccountToken');
      if (token.isSet) token.forbidden('must not be specified when serviceAccountName is not set');
    }
  }
}

function newPod(pod: Field): void {
  const spec = pod.at('spec');
  matchingProfiles(pod.at('metadata').at('annotations'), spec);
  if (spec.at('ephemeralContainers').size > 0) spec.at('ephemeralContainers').forbidden('cannot be set on create');
  if (spec.at('nodeName').text !== '' && spec.at('schedulingGates').size > 0) {
    spec.at('nodeName').forbidden('cannot be set until all schedulingGates have been cleared');
  }
}

const UPDATABLE =
  '`spec.containers[*].image`,`spec.initContainers[*].image`,`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)';

function changedPod(spec: Field, before: Field): void {
  for (const list of ['containers', 'initContainers']) {
    if (spec.at(list).size !== before.at(list).size) {
      return void spec.at(list).forbidden('pod updates may not add or remove containers');
    }
  }
  deadline(spec.at('activeDeadlineSeconds'), before.at('activeDeadlineSeconds'));
  addedTolerations(spec.at('tolerations'), before.at('tolerations'));
  removedGates(spec.at('schedulingGates'), before.at('schedulingGates'));
  if (spec.equals(before)) return;
  const isGated = before.at('schedulingGates').size > 0;
  if (!sameInGo(fixedPart(spec, before, isGated), before.value)) {
    spec.forbidden(`pod updates may not change fields other than ${UPDATABLE}\n`);
  }
}

/** The new spec with everything that may change set back. */
function fixedPart(spec: Field, before: Field, isGated: boolean): JsonObject {
  const withImages = (list: string): JsonValue | undefined =>
    spec.at(list).isSet
      ? spec
          .at(list)
          .items.map((item, index) => ({ ...item.object, image: before.at(list).key(index).at('image').value }))
      : undefined;
  const fixed: JsonObject = {
    ...spec.object,
    containers: withImages('containers'),
    initContainers: withImages('initContainers'),
    activeDeadlineSeconds: before.at('activeDeadlineSeconds').value,
    schedulingGates: before.at('schedulingGates').value,
    tolerations: before.at('tolerations').value,
  };
  const grace = before.at('terminationGracePeriodSeconds');
  if (grace.number < 0 && spec.at('terminationGracePeriodSeconds').number === 1) {
    fixed['terminationGracePeriodSeconds'] = grace.value;
  }
  if (isGated) {
    fixed['nodeSelector'] = before.at('nodeSelector').value;
    fixed['affinity'] = before.at('affinity').value;
  }
  return fixed;
}

function deadline(field: Field, before: Field): void {
  if (!field.isSet) {
    if (before.isSet) field.invalid('must not update from a positive integer to nil value', null);
    return;
  }
  field.inRange(0, 2_147_483_647);
  if (before.isSet && before.number < field.number) field.invalid('must be less than or equal to previous value');
}

function addedTolerations(field: Field, before: Field): void {
  const plain = (item: Field): JsonObject => ({ ...item.object, tolerationSeconds: undefined });
  for (const old of before.items) {
    if (field.items.some((item) => sameInGo(plain(item), plain(old)))) continue;
    return void field.forbidden('existing toleration can not be modified except its tolerationSeconds');
  }
}

function removedGates(field: Field, before: Field): void {
  const known = new Set(before.items.map((item) => item.at('name').text));
  for (const item of field.items) {
    const name = item.at('name').text;
    if (known.has(name)) continue;
    item.at('name').forbidden(`only deletion is allowed, but found new scheduling gate '${name}'`);
  }
}
