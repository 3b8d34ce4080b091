/** PersistentVolumes. */
import { posix } from 'node:path';
import { isDnsLabel, isSubdomain } from '../../../kubernetes/value/names.js';
import type { JsonObject } from '../../../kubernetes/json/json-value.js';
import type { Field, Rule } from '../../../kubernetes/field.js';
import { sameInGo } from '../../../kubernetes/json/go-equality.js';
import type { KindChecks } from '../kind-checks.js';
import { nodeSelector } from '../pod/affinity.js';
import { amountSign } from '../resource-names.js';
import { hasNoBacksteps } from '../text-rules.js';
import { accessModes, VOLUME_MODES } from './claim-spec.js';
import { csiDriver, hostPath, SOURCE_RULES } from './sources.js';
import { nfs } from './volumes.js';

const rules = SOURCE_RULES;
const RECLAIM = ['Delete', 'Recycle', 'Retain'];

const SOURCES: Readonly<Record<string, Rule>> = {
  hostPath,
  gcePersistentDisk: rules.gcePersistentDisk,
  awsElasticBlockStore: rules.awsElasticBlockStore,
  glusterfs: rules.glusterfs,
  flocker: rules.flocker,
  nfs,
  rbd: rules.rbd,
  quobyte: rules.quobyte,
  cephfs: rules.cephfs,
  iscsi: rules.iscsi,
  cinder: rules.cinder,
  fc: rules.fc,
  flexVolume: rules.flexVolume,
  azureFile: rules.azureFile,
  vsphereVolume: rules.vsphereVolume,
  photonPersistentDisk: rules.photonPersistentDisk,
  portworxVolume: rules.portworxVolume,
  azureDisk: rules.azureDisk,
  scaleIO: rules.scaleIO,
  local: (field) => {
    field.at('path').needs();
    field.at('path').matches(hasNoBacksteps);
  },
  storageos: rules.storageos,
  csi,
};

/** Checks of PersistentVolume. */
export const persistentVolume: KindChecks = {
  spec: (object, before) => {
    volumeSpec(object.at('spec'));
    if (before !== undefined) changed(object.at('spec'), before.at('spec'));
  },
};

function volumeSpec(spec: Field): void {
  accessModes(spec.at('accessModes'));
  capacity(spec.at('capacity'));
  const policy = spec.at('persistentVolumeReclaimPolicy');
  if (policy.text !== '') policy.oneOf(RECLAIM);
  const affinity = spec.at('nodeAffinity');
  if (affinity.isSet) {
    if (!affinity.at('required').isSet) affinity.at('required').required('must specify required node constraints');
    else nodeSelector(affinity.at('required'));
  }
  source(spec);
  const path = spec.at('hostPath').at('path').text;
  if (path !== '' && posix.normalize(path) === '/' && policy.text === 'Recycle') {
    policy.forbidden("may not be 'recycle' for a hostPath mount of '/'");
  }
  spec.at('storageClassName').may(isSubdomain);
  spec.at('volumeMode').mayBeOneOf(VOLUME_MODES);
  const attributes = spec.at('volumeAttributesClassName');
  if (!attributes.isSet) return;
  if (attributes.text === '') attributes.required('an empty string is disallowed');
  else attributes.matches(isSubdomain);
  if (!spec.at('csi').isSet) spec.at('csi').required('has to be specified when using volumeAttributesClassName');
}

function capacity(field: Field): void {
  if (field.size === 0) field.required();
  if (!field.key('storage').isSet || field.size > 1) field.unsupported(['storage'], field.value);
  for (const name of field.keys) {
    const amount = field.key(name);
    if (amountSign(amount) < 0) amount.invalid('must be a valid resource quantity');
    if (amountSign(amount) <= 0) amount.invalid('must be greater than zero', String(amount.value));
  }
}

function source(spec: Field): void {
  const used = Object.entries(SOURCES).filter(([key]) => spec.at(key).isSet);
  used.forEach(([key, rule], index) => {
    // The server does not mind a flexVolume beside an earlier one.
    if (index > 0 && key !== 'flexVolume') spec.at(key).forbidden('may not specify more than 1 volume type');
    else rule(spec.at(key));
  });
  if (used.length === 0) spec.required('must specify a volume type');
  if (used[0]?.[0] === 'local' && !spec.at('nodeAffinity').isSet) {
    spec.at('nodeAffinity').required('Local volume requires node affinity');
  }
}

function csi(field: Field): void {
  csiDriver(field.at('driver'));
  field.at('volumeHandle').needs();
  const secrets = ['controllerPublishSecretRef', 'controllerExpandSecretRef', 'nodePublishSecretRef'];
  for (const key of [...secrets, 'nodeExpandSecretRef']) {
    if (!field.at(key).isSet) continue;
    field.at(key).at('name').needs(isSubdomain);
    field.at(key).at('namespace').needs(isDnsLabel);
  }
}

function changed(spec: Field, before: Field): void {
  const sources = (field: Field): JsonObject =>
    Object.fromEntries(Object.keys(SOURCES).map((key) => [key, field.at(key).value]));
  const isSecretAdded = !before.at('csi').at('controllerExpandSecretRef').isSet;
  const after = sources(spec);
  if (isSecretAdded && spec.at('csi').isSet) {
    after['csi'] = { ...spec.at('csi').object, controllerExpandSecretRef: undefined };
  }
  if (!sameInGo(after, sources(before))) {
    spec.at('persistentvolumesource').forbidden('spec.persistentvolumesource is immutable after creation\n');
  }
  spec.at('volumeMode').named('volumeMode').unchangedFrom(before.at('volumeMode'));
  const affinity = spec.at('nodeAffinity');
  if (before.at('nodeAffinity').isSet && !affinity.equals(before.at('nodeAffinity'))) {
    affinity.named('nodeAffinity').invalid('field is immutable, except for updating from beta label to GA');
  }
  const attributes = spec.at('volumeAttributesClassName');
  if (before.at('volumeAttributesClassName').isSet && !attributes.isSet) {
    attributes.forbidden('update from non-nil value to nil is forbidden');
  }
}
