/** Pod templates, and the metadata that only pods and their templates have. */
import type { Field } from '../field.js';
import { annotations, labels } from '../selector-rules.js';
import { isDescendingPath } from '../text-rules.js';
import { podSpec } from './pod-spec.js';
import { allContainers } from './windows.js';

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

/** `template` of a workload. */
export function podTemplate(template: Field): void {
  labels(template.at('metadata').at('labels').named(`${template.path}.labels`));
  annotations(template.at('metadata').at('annotations').named(`${template.path}.annotations`));
  podAnnotations(template.at('metadata').at('annotations').named(`${template.path}.annotations`), template.at('spec'));
  podSpec(template.at('spec'));
  const ephemeral = template.at('spec').at('ephemeralContainers');
  if (ephemeral.size > 0) ephemeral.forbidden('ephemeral containers not allowed in pod template');
}

/** Annotations that the server reads. */
export function podAnnotations(field: Field, spec: Field): void {
  const mirror = field.key('kubernetes.io/config.mirror');
  if (mirror.isSet && spec.at('nodeName').text === '') {
    mirror.invalid('must set spec.nodeName if mirror pod annotation is set');
  }
  const cost = field.key('controller.kubernetes.io/pod-deletion-cost');
  if (cost.isSet && !isInt32(cost.text)) cost.invalid('must be a 32bit integer');
  for (const key of field.keys) {
    if (/^(container\.)?seccomp\.security\.alpha\.kubernetes\.io\//.test(key)) seccomp(field, key);
    if (key.startsWith(APP_ARMOR)) appArmor(field.key(key), key.slice(APP_ARMOR.length), spec);
  }
}

function isInt32(text: string): boolean {
  const canonical = text === '0' || /^-?[1-9]\d*$/.test(text);
  return canonical && Math.abs(Number(text)) <= 2_147_483_647;
}

function seccomp(field: Field, key: string): void {
  const profile = field.key(key).text;
  if (['runtime/default', 'docker/default', 'unconfined'].includes(profile)) return;
  const place = field.at(key);
  if (profile.startsWith('localhost/')) place.with(profile.slice('localhost/'.length)).matches(isDescendingPath);
  else place.invalid('must be a valid seccomp profile', profile);
}

function appArmor(field: Field, container: string, spec: Field): void {
  if (!allContainers(spec).some((item) => item.at('name').text === container)) {
    field.invalid('container not found', container);
  }
  if (['', 'runtime/default', 'unconfined'].includes(field.text) || field.text.startsWith('localhost/')) return;
  field.invalid(`invalid AppArmor profile name: ${JSON.stringify(field.text)}`);
}
