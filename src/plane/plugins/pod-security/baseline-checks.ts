/** The checks of the level `baseline`: no known way to get more rights than a pod has. */
import { isObject, type JsonObject } from '../../../kubernetes/json/json-value.js';
import { objectsIn } from '../../builtin/resource-list.js';
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

/** Pods in a user namespace of their own may do more. */
export const isInUserNamespace = (spec: JsonObject): boolean => spec['hostUsers'] === false;

const text = (value: JsonObject[string]): string => (typeof value === 'string' ? value : '');

const APP_ARMOR = 'container.apparmor.security.beta.kubernetes.io/';
const APP_ARMOR_TYPES = new Set(['RuntimeDefault', 'Localhost']);

export const appArmor: PodCheck = (pod) => {
  const typeOf = (object: JsonObject): string | undefined => {
    const profile = security(object)['appArmorProfile'];
    return isObject(profile) && !APP_ARMOR_TYPES.has(text(profile['type'])) ? text(profile['type']) : undefined;
  };
  const isBad = (object: JsonObject): boolean => typeOf(object) !== undefined;
  const annotations = Object.entries(pod.annotations)
    .filter(([key, value]) => key.startsWith(APP_ARMOR) && !/^$|^runtime\/default$|^localhost\//.test(text(value)))
    .map(([key, value]) => `${key}=${JSON.stringify(value)}`)
    .toSorted();
  const values = sortedSet([pod.spec, ...pod.containers].flatMap((object) => typeOf(object) ?? []));
  const all = [...values, ...annotations];
  if (all.length === 0) return undefined;
  const more = annotations.length === 0 ? [] : [counted(annotations.length, 'annotation')];
  const setters = settersText(isBad(pod.spec), namesOf(pod, isBad), ...more);
  return {
    reason: `forbidden AppArmor ${counted(all.length, 'profile')}`,
    detail: `${setters} must not set AppArmor profile type to ${quoted(all)}`,
  };
};

const CAPABILITIES = new Set(
  (
    'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID ' +
    'SYS_CHROOT'
  ).split(' '),
);

/** `add` or `drop` of the capabilities of a container. */
export function capabilitiesOf(container: JsonObject, field: 'add' | 'drop'): string[] {
  const list = part(security(container), 'capabilities')[field];
  return Array.isArray(list) ? list.map(String) : [];
}

export const capabilities: PodCheck = (pod) => {
  const forbidden = (container: JsonObject): string[] =>
    capabilitiesOf(container, 'add').filter((name) => !CAPABILITIES.has(name));
  const names = namesOf(pod, (container) => forbidden(container).length > 0);
  if (names.length === 0) return undefined;
  const added = quoted(sortedSet(pod.containers.flatMap(forbidden)));
  const detail = `${containersText(names)} must not include ${added} in securityContext.capabilities.add`;
  return { reason: 'non-default capabilities', detail };
};

export const hostNamespaces: PodCheck = ({ spec }) => {
  const used = ['hostNetwork', 'hostPID', 'hostIPC'].filter((field) => spec[field] === true);
  if (used.length === 0) return undefined;
  return { reason: 'host namespaces', detail: used.map((field) => `${field}=true`).join(', ') };
};

export const hostPathVolumes: PodCheck = ({ spec }) => {
  const names = objectsIn(spec['volumes'])
    .filter((volume) => isObject(volume['hostPath']))
    .map((volume) => text(volume['name']));
  if (names.length === 0) return undefined;
  return { reason: 'hostPath volumes', detail: `${counted(names.length, 'volume')} ${quoted(names)}` };
};

export const hostPorts: PodCheck = (pod) => {
  const portsOf = (container: JsonObject): string[] =>
    objectsIn(container['ports']).flatMap(({ hostPort }) => (hostPort ? [String(hostPort)] : []));
  const names = namesOf(pod, (container) => portsOf(container).length > 0);
  if (names.length === 0) return undefined;
  const ports = sortedSet(pod.containers.flatMap(portsOf));
  const uses = `${counted(names.length, 'uses', 'use')} ${counted(ports.length, 'hostPort')}`;
  return { reason: 'hostPort', detail: `${containersText(names)} ${uses} ${ports.join(', ')}` };
};

export const hostProbes: PodCheck = (pod) => {
  const hostsOf = (container: JsonObject): string[] => {
    const handlers = [
      ...['livenessProbe', 'readinessProbe', 'startupProbe'].map((probe) => part(container, probe)),
      ...['postStart', 'preStop'].map((hook) => part(part(container, 'lifecycle'), hook)),
    ];
    const hosts = handlers.flatMap((one) => ['httpGet', 'tcpSocket'].map((kind) => text(part(one, kind)['host'])));
    return hosts.filter((host) => host !== '');
  };
  const names = sortedSet(namesOf(pod, (container) => hostsOf(container).length > 0));
  if (names.length === 0) return undefined;
  const hosts = sortedSet(pod.containers.flatMap(hostsOf));
  const uses = `${counted(names.length, 'uses', 'use')} ${counted(hosts.length, 'probe or lifecycle host')}`;
  return { reason: 'probe or lifecycle host', detail: `${containersText(names)} ${uses} ${quoted(hosts)}` };
};

export const privileged: PodCheck = (pod) => {
  const names = namesOf(pod, (container) => security(container)['privileged'] === true);
  if (names.length === 0) return undefined;
  return {
    reason: 'privileged',
    detail: `${containersText(names)} must not set securityContext.privileged=true`,
  };
};

export const procMount: PodCheck = (pod) => {
  const mountOf = (container: JsonObject): string => text(security(container)['procMount']) || 'Default';
  const names = namesOf(pod, (container) => mountOf(container) !== 'Default');
  if (names.length === 0) return undefined;
  const types = sortedSet(pod.containers.map(mountOf).filter((type) => type !== 'Default'));
  return {
    reason: 'procMount',
    detail: `${containersText(names)} must not set securityContext.procMount to ${quoted(types)}`,
  };
};

export const procMountOutside: PodCheck = (pod) => (isInUserNamespace(pod.spec) ? undefined : procMount(pod));

const SE_LINUX = ['', 'container_t', 'container_init_t', 'container_kvm_t'];

/** The check with the types that a version allows. */
const seLinux =
  (allowed: readonly string[]): PodCheck =>
  (pod) => {
    const options = (object: JsonObject): JsonObject => part(security(object), 'seLinuxOptions');
    const isBad = (object: JsonObject): boolean => {
      const { type, user, role } = options(object);
      return !allowed.includes(text(type)) || text(user) !== '' || text(role) !== '';
    };
    const names = namesOf(pod, isBad);
    if (names.length === 0 && !isBad(pod.spec)) return undefined;
    const all = [pod.spec, ...pod.containers].map(options);
    const types = sortedSet(all.map(({ type }) => text(type)).filter((type) => !allowed.includes(type)));
    const problems = [
      ...(types.length === 0 ? [] : [`${counted(types.length, 'type')} ${quoted(types)}`]),
      ...['user', 'role'].filter((field) => all.some((one) => text(one[field]) !== '')).map(mayNotBeSet),
    ];
    const setters = settersText(isBad(pod.spec), names);
    const detail = `${setters} set forbidden securityContext.seLinuxOptions: ${problems.join('; ')}`;
    return { reason: 'seLinuxOptions', detail };
  };

const mayNotBeSet = (field: string): string => `${field} may not be set`;

export const seLinuxFirst = seLinux(SE_LINUX);
export const seLinuxEngine = seLinux([...SE_LINUX, 'container_engine_t']);

const SECCOMP_POD = 'seccomp.security.alpha.kubernetes.io/pod';
const SECCOMP_CONTAINER = 'container.seccomp.security.alpha.kubernetes.io/';

export const seccompAnnotations: PodCheck = (pod) => {
  const keys = [SECCOMP_POD, ...namesOf(pod, () => true).map((name) => `${SECCOMP_CONTAINER}${name}`)];
  const forbidden = keys
    .filter((key) => pod.annotations[key] !== undefined)
    .filter((key) => !/^runtime\/default$|^docker\/default$|^localhost\//.test(text(pod.annotations[key])))
    .map((key) => `${key}=${JSON.stringify(pod.annotations[key])}`);
  if (forbidden.length === 0) return undefined;
  const list = sortedSet(forbidden).join(', ');
  return { reason: 'seccompProfile', detail: `forbidden ${counted(forbidden.length, 'annotation')} ${list}` };
};

/** The type of the seccomp profile that an object sets; undefined when it sets none. */
export function seccompType(object: JsonObject): string | undefined {
  const profile = security(object)['seccompProfile'];
  return isObject(profile) ? text(profile['type']) : undefined;
}

/** Whether an object sets a profile that is not allowed. */
export function hasBadSeccomp(object: JsonObject): boolean {
  const type = seccompType(object);
  return type !== undefined && type !== 'Localhost' && type !== 'RuntimeDefault';
}

export const seccomp: PodCheck = (pod) => {
  const names = namesOf(pod, hasBadSeccomp);
  if (names.length === 0 && !hasBadSeccomp(pod.spec)) return undefined;
  const types = sortedSet([pod.spec, ...pod.containers].filter(hasBadSeccomp).map((one) => seccompType(one) ?? ''));
  const setters = settersText(hasBadSeccomp(pod.spec), names);
  return {
    reason: 'seccompProfile',
    detail: `${setters} must not set securityContext.seccompProfile.type to ${quoted(types)}`,
  };
};

/** The check with the names that a version allows. */
export const sysctls =
  (allowed: readonly string[]): PodCheck =>
  ({ spec }) => {
    const names = objectsIn(security(spec)['sysctls']).map(({ name }) => text(name));
    const forbidden = names.filter((name) => !allowed.includes(name));
    return forbidden.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: forbidden.join(', ') };
  };

export const hostProcess: PodCheck = (pod) => {
  const isHost = (object: JsonObject): boolean => part(security(object), 'windowsOptions')['hostProcess'] === true;
  const names = namesOf(pod, isHost);
  if (names.length === 0 && !isHost(pod.spec)) return undefined;
  const setters = settersText(isHost(pod.spec), names);
  return {
    reason: 'hostProcess',
    detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
  };
};
