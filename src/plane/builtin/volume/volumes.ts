/** Volumes of a pod. */
import { isDnsLabel, isSubdomain } from '../../../kubernetes/value/names.js';
import type { Field, Rule } from '../../../kubernetes/field.js';
import { amountSign } from '../resource-names.js';
import { claimTemplate } from './claim-spec.js';
import { csiDriver, hostPath, INLINE_SOURCES } from './sources.js';
import { downwardFile, fileMode, keyToPath, projected } from './projected.js';

/** All sources in the order in which the server looks at them. */
const SOURCES: readonly (readonly [string, Rule])[] = [
  ['emptyDir', emptyDir],
  ['hostPath', hostPath],
  ...INLINE_SOURCES.before,
  ['secret', (field) => files(field, 'secretName')],
  ['nfs', nfs],
  ...INLINE_SOURCES.middle,
  ['persistentVolumeClaim', (field) => void field.at('claimName').needs()],
  ...INLINE_SOURCES.network,
  ['downwardAPI', downwardApi],
  ...INLINE_SOURCES.after,
  ['configMap', (field) => files(field, 'name')],
  ...INLINE_SOURCES.cloud,
  ['projected', projected],
  ...INLINE_SOURCES.scale,
  ['csi', inlineCsi],
  ['ephemeral', ephemeral],
  ['image', image],
];

/** `volumes` of a pod; the result has those that are right, by name. */
export function volumes(field: Field, podName: string): Map<string, Field> {
  const known = new Map<string, Field>();
  const made = new Set(
    field.items.filter((item) => item.at('ephemeral').isSet).map((item) => `${podName}-${item.at('name').text}`),
  );
  for (const item of field.items) {
    let isRight = true;
    const name = item.at('name');
    isRight = volumeSource(item, podName) && isRight;
    if (name.text === '' || isDnsLabel(name.text).length > 0) isRight = false;
    name.needs(isDnsLabel);
    if (known.has(name.text)) {
      name.duplicate();
      isRight = false;
    }
    if (isRight) known.set(name.text, item);
    const claim = item.at('persistentVolumeClaim').at('claimName');
    if (podName !== '' && claim.isSet && made.has(claim.text)) {
      claim.invalid('must not reference a PVC that gets created for an ephemeral volume');
    }
  }
  return known;
}

function volumeSource(item: Field, podName: string): boolean {
  const used = SOURCES.filter(([key]) => item.at(key).isSet);
  const findings = item.collected((inner) => {
    used.forEach(([key, rule], index) => {
      // The server misspells one of them.
      const name = key === 'downwardAPI' ? 'downwarAPI' : key;
      if (index > 0) inner.at(name).forbidden('may not specify more than 1 volume type');
      else rule(inner.at(key));
    });
    if (used.length === 0) inner.required('must specify a volume type');
    if (inner.at('ephemeral').isSet && podName !== '' && item.at('name').text !== '') {
      const claim = `${podName}-${item.at('name').text}`;
      for (const why of isSubdomain(claim)) inner.at('name').invalid(`PVC name "${claim}": ${why}`);
    }
  });
  return findings === 0;
}

function emptyDir(field: Field): void {
  if (amountSign(field.at('sizeLimit')) < 0) {
    field.at('sizeLimit').forbidden('SizeLimit field must be a valid resource quantity');
  }
}

function files(field: Field, name: string): void {
  field.at(name).needs();
  fileMode(field.at('defaultMode'));
  for (const item of field.at('items').items) keyToPath(item);
}

/** An NFS export. */
export function nfs(field: Field): void {
  field.at('server').needs();
  const path = field.at('path');
  path.needs();
  if (!path.text.startsWith('/')) path.invalid('must be an absolute path', path.text);
}

function downwardApi(field: Field): void {
  fileMode(field.at('defaultMode'));
  for (const item of field.at('items').items) downwardFile(item.named(field.path));
}

function inlineCsi(field: Field): void {
  csiDriver(field.at('driver'));
  const secret = field.at('nodePublishSecretRef');
  if (!secret.isSet) return;
  const name = secret.at('name');
  if (name.text === '') name.required();
  else name.named(`${field.path}.name`).matches(isSubdomain);
}

function ephemeral(field: Field): void {
  const template = field.at('volumeClaimTemplate');
  if (!template.isSet) template.required();
  else claimTemplate(template);
}

function image(field: Field): void {
  field.at('reference').needs();
  field.at('pullPolicy').needsOneOf(['Always', 'IfNotPresent', 'Never']);
}
