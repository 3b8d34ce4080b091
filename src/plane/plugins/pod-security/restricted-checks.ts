/** The checks that the level `restricted` adds: good practice, whatever it costs. */
import { isObject, type JsonObject } from '../../../kubernetes/json/json-value.js';
import { objectsIn } from '../../builtin/resource-list.js';
import { capabilitiesOf, hasBadSeccomp, isInUserNamespace, seccomp, seccompType } from './baseline-checks.js';
import {
  containersText,
  counted,
  namesOf,
  part,
  quoted,
  security,
  settersText,
  sortedSet,
  type PodCheck,
} from './pod-view.js';

/** The check, not for pods of Windows. */
export const onLinux =
  (check: PodCheck): PodCheck =>
  (pod) =>
    part(pod.spec, 'os')['name'] === 'windows' ? undefined : check(pod);

/** The check, not for pods in a user namespace of their own. */
export const onHostUsers =
  (check: PodCheck): PodCheck =>
  (pod) =>
    isInUserNamespace(pod.spec) ? undefined : check(pod);

export const privilegeEscalation: PodCheck = (pod) => {
  const names = namesOf(pod, (container) => security(container)['allowPrivilegeEscalation'] !== false);
  if (names.length === 0) return undefined;
  return {
    reason: 'allowPrivilegeEscalation != false',
    detail: `${containersText(names)} must set securityContext.allowPrivilegeEscalation=false`,
  };
};

export const restrictedCapabilities: PodCheck = (pod) => {
  const forbidden = (container: JsonObject): string[] =>
    capabilitiesOf(container, 'add').filter((name) => name !== 'NET_BIND_SERVICE');
  const keeping = namesOf(pod, (container) => !capabilitiesOf(container, 'drop').includes('ALL'));
  const adding = namesOf(pod, (container) => forbidden(container).length > 0);
  const added = quoted(sortedSet(pod.containers.flatMap(forbidden)));
  const details = [
    ...(keeping.length === 0 ? [] : [`${containersText(keeping)} must set securityContext.capabilities.drop=["ALL"]`]),
    ...(adding.length === 0
      ? []
      : [`${containersText(adding)} must not include ${added} in securityContext.capabilities.add`]),
  ];
  return details.length === 0 ? undefined : { reason: 'unrestricted capabilities', detail: details.join('; ') };
};

const VOLUMES = new Set(
  'configMap csi downwardAPI emptyDir ephemeral image persistentVolumeClaim projected secret'.split(' '),
);
const RESTRICTED_VOLUMES = (
  'hostPath gcePersistentDisk awsElasticBlockStore gitRepo nfs iscsi glusterfs rbd flexVolume cinder cephfs flocker fc ' +
  'azureFile vsphereVolume quobyte azureDisk photonPersistentDisk portworxVolume scaleIO storageos'
).split(' ');

export const restrictedVolumes: PodCheck = ({ spec }) => {
  const bad = objectsIn(spec['volumes']).filter((volume) => !Object.keys(volume).some((key) => VOLUMES.has(key)));
  if (bad.length === 0) return undefined;
  const typeOf = (volume: JsonObject): string => RESTRICTED_VOLUMES.find((type) => isObject(volume[type])) ?? 'unknown';
  const types = sortedSet(bad.map(typeOf));
  const volumes = `${counted(bad.length, 'volume')} ${quoted(bad.map(({ name }) => String(name ?? '')))}`;
  const uses = `${counted(bad.length, 'uses', 'use')} ${counted(types.length, 'restricted volume type')}`;
  return { reason: 'restricted volume types', detail: `${volumes} ${uses} ${quoted(types)}` };
};

export const runAsNonRoot: PodCheck = (pod) => {
  const reason = 'runAsNonRoot != true';
  const given = (object: JsonObject): unknown => security(object)['runAsNonRoot'];
  const isRoot = (object: JsonObject): boolean => given(object) === false;
  const roots = namesOf(pod, isRoot);
  if (roots.length > 0 || isRoot(pod.spec)) {
    const setters = settersText(isRoot(pod.spec), roots);
    return { reason, detail: `${setters} must not set securityContext.runAsNonRoot=false` };
  }
  if (given(pod.spec) === true) return undefined;
  const silent = namesOf(pod, (container) => given(container) === undefined);
  if (silent.length === 0) return undefined;
  return { reason, detail: `pod or ${containersText(silent)} must set securityContext.runAsNonRoot=true` };
};

export const runAsUser: PodCheck = (pod) => {
  const isRoot = (object: JsonObject): boolean => security(object)['runAsUser'] === 0;
  const names = namesOf(pod, isRoot);
  if (names.length === 0 && !isRoot(pod.spec)) return undefined;
  return { reason: 'runAsUser=0', detail: `${settersText(isRoot(pod.spec), names)} must not set runAsUser=0` };
};

export const restrictedSeccomp: PodCheck = (pod) => {
  const violation = seccomp(pod);
  if (violation !== undefined) return violation;
  if (seccompType(pod.spec) !== undefined && !hasBadSeccomp(pod.spec)) return undefined;
  const silent = namesOf(pod, (container) => seccompType(container) === undefined);
  if (silent.length === 0) return undefined;
  const must = 'must set securityContext.seccompProfile.type to "RuntimeDefault" or "Localhost"';
  return { reason: 'seccompProfile', detail: `pod or ${containersText(silent)} ${must}` };
};
