/** Defaults of volumes and claims. */
import { isObject, type JsonObject, type JsonValue } from '../../../kubernetes/json/json-value.js';
import { all, type Shape } from './shape.js';
import { isLatest } from './images.js';

const MODE = 420;
const fieldRef: Shape = { apiVersion: { zero: 'v1' } };
const dropped = { dropped: true } as const;
const keyItems: Shape = { items: { each: { user: dropped } }, user: dropped };
const downwardItems: Shape = { items: { each: { fieldRef: { inside: fieldRef }, user: dropped } } };

/** The spec of a claim inside another object. */
export const innerClaimSpec: Shape = { volumeMode: { absent: 'Filesystem' } };

/** The spec of a claim. */
export const claimSpec: Shape = all(innerClaimSpec, dataSources);

/** Sources of other kinds only count as references, references to other namespaces not at all. */
function dataSources(spec: JsonObject): JsonObject {
  const { dataSource, dataSourceRef, ...rest } = spec;
  if (dataSource === undefined && dataSourceRef === undefined) return spec;
  const source = isObject(dataSource) && isUsual(dataSource) ? dataSource : undefined;
  const isForeign = isObject(dataSourceRef) && (dataSourceRef['namespace'] ?? '') !== '';
  const reference = isForeign ? undefined : dataSourceRef;
  return { ...rest, dataSource: withGroup(source ?? reference), dataSourceRef: withGroup(reference ?? source) };
}

/** Go writes the group even when there is none. */
function withGroup(source: JsonValue | undefined): JsonValue | undefined {
  return isObject(source) ? { ...source, apiGroup: source['apiGroup'] ?? null } : source;
}

function isUsual({ kind, apiGroup = '' }: JsonObject): boolean {
  if (kind === 'PersistentVolumeClaim') return apiGroup === '';
  return kind === 'VolumeSnapshot' && apiGroup === 'snapshot.storage.k8s.io';
}

const projection: Shape = {
  secret: { inside: keyItems },
  configMap: { inside: keyItems },
  clusterTrustBundle: { inside: keyItems },
  podCertificate: { inside: keyItems },
  downwardAPI: { inside: downwardItems },
  serviceAccountToken: { inside: { expirationSeconds: { absent: 3600 }, user: dropped } },
};

const iscsi: Shape = { iscsiInterface: { zero: 'default' } };
const rbd: Shape = { pool: { zero: 'rbd' }, user: { zero: 'admin' }, keyring: { zero: '/etc/ceph/keyring' } };
const azureDisk: Shape = {
  cachingMode: { absent: 'ReadWrite' },
  kind: { absent: 'Shared' },
  fsType: { absent: 'ext4' },
  readOnly: { absent: false },
};
const scaleIO: Shape = { storageMode: { zero: 'ThinProvisioned' }, fsType: { zero: 'xfs' } };
const hostPath: Shape = { type: { absent: '' } };

/** Sources that pods and PersistentVolumes share. */
export const sharedSources: Shape = {
  iscsi: { inside: iscsi },
  rbd: { inside: rbd },
  azureDisk: { inside: azureDisk },
  scaleIO: { inside: scaleIO },
  hostPath: { inside: hostPath },
};

function emptyByDefault(volume: JsonObject): JsonObject {
  const hasSource = Object.keys(volume).some((key) => key !== 'name' && volume[key] !== undefined);
  return hasSource ? volume : { ...volume, emptyDir: {} };
}

function imagePolicy(source: JsonObject): JsonObject {
  const policy = source['pullPolicy'];
  if (policy !== undefined && policy !== '') return source;
  const reference = typeof source['reference'] === 'string' ? source['reference'] : '';
  return { ...source, pullPolicy: isLatest(reference) ? 'Always' : 'IfNotPresent' };
}

const files: Shape = all({ defaultMode: { absent: MODE }, defaultUser: dropped }, keyItems);

/** A volume of a pod. */
export const volume: Shape = all(emptyByDefault, sharedSources, {
  emptyDir: { inside: { mode: dropped } },
  secret: { inside: files },
  configMap: { inside: files },
  downwardAPI: { inside: all(files, downwardItems) },
  projected: { inside: all(files, { sources: { each: projection } }) },
  ephemeral: { inside: { volumeClaimTemplate: { inside: { spec: { made: innerClaimSpec } } } } },
  image: { inside: imagePolicy },
});
