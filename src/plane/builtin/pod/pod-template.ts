/** Pod templates, and the metadata that only pods and their templates have. */
import type { Field } from '../../../kubernetes/field.js';
import { labels } from '../../../kubernetes/selector/selector-rules.js';
import { annotations } from '../selector-rules.js';
import { isDescendingPath } from '../text-rules.js';
import { podSpec } from './pod-spec.js';
import { allContainers } from './windows.js';

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';

const SECCOMP = 'seccomp.security.alpha.kubernetes.io/';

/** `template` of a workload. */
export function podTemplate(template: Field): void {
  labels(template.at('metadata').at('labels').named(`${template.path}.labels`));
  annotations(template.at('metadata').at('annotations').named(`${template.path}.annotations`));
  podAnnotations(template.at('metadata').at('annotations').named(`${template.path}.annotations`), template.at('spec'));
  podSpec(template.at('spec'));
  matchingProfiles(template.at('metadata').at('annotations'), template.at('spec'));
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

/** Profiles in annotations and in fields, where there are both, are the same. */
export function matchingProfiles(given: Field, spec: Field): void {
  const seccompField = (object: Field): Field => object.at('securityContext').at('seccompProfile');
  matching(given.key(`${SECCOMP}pod`), seccompField(spec), 'seccomp');
  const isWindows = spec.at('os').at('name').text === 'windows';
  for (const container of allContainers(spec)) {
    const name = container.at('name').text;
    matching(given.key(`container.${SECCOMP}${name}`), seccompField(container), 'seccomp');
    if (isWindows) continue;
    const own = container.at('securityContext').at('appArmorProfile');
    const profile = own.isSet ? own : own.with(spec.at('securityContext').at('appArmorProfile').value);
    matching(given.key(`${APP_ARMOR}${name}`), profile, 'apparmor');
  }
}

const VALUES: Readonly<Record<string, readonly string[]>> = {
  Unconfined: ['unconfined'],
  RuntimeDefault: ['runtime/default', 'docker/default'],
};

function matching(annotation: Field, profile: Field, kind: string): void {
  if (!annotation.isSet || !profile.isSet) return;
  const type = profile.at('type');
  const isLocal = type.text === 'Localhost';
  const allowed = VALUES[type.text]?.slice(0, kind === 'seccomp' ? 2 : 1);
  if (isLocal ? !annotation.text.startsWith('localhost/') : allowed?.includes(annotation.text) === false) {
    type.forbidden(`${kind} type in annotation and field must match`);
  } else if (isLocal && annotation.text.slice('localhost/'.length) !== profile.at('localhostProfile').value) {
    profile.at('localhostProfile').forbidden(`${kind} profile in annotation and field must match`);
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
