/** Security contexts of pods and containers. */
import type { Field } from '../../../kubernetes/field.js';
import { isDescendingPath } from '../text-rules.js';
import { windowsOptions } from './windows.js';

const MAX_ID = 2_147_483_647;
const PROFILE_TYPES = ['Localhost', 'RuntimeDefault', 'Unconfined'];

/** `securityContext` of a container. */
export function containerSecurity(field: Field, usesHostUsers: boolean): void {
  if (!field.isSet) return;
  ids(field, ['runAsUser', 'runAsGroup']);
  const mount = field.at('procMount');
  if (mount.isSet) {
    mount.oneOf(['Default', 'Unmasked']);
    if (usesHostUsers && mount.text === 'Unmasked') mount.invalid('`hostUsers` must be false to use `Unmasked`');
  }
  seccomp(field.at('seccompProfile'));
  if (field.at('allowPrivilegeEscalation').value === false) {
    if (field.at('privileged').isTrue) {
      field.invalid('cannot set `allowPrivilegeEscalation` to false and `privileged` to true');
    }
    for (const capability of field.at('capabilities').at('add').texts) {
      if (capability !== 'CAP_SYS_ADMIN') continue;
      field.invalid('cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN');
    }
  }
  windowsOptions(field.at('windowsOptions'));
  appArmor(field.at('appArmorProfile'));
}

/** `securityContext` of a pod. */
export function podSecurity(spec: Field): void {
  const field = spec.at('securityContext');
  if (!field.isSet) return;
  ids(field, ['fsGroup', 'runAsUser', 'runAsGroup']);
  for (const group of field.at('supplementalGroups').items) group.inRange(0, MAX_ID);
  sysctls(field.at('sysctls'), spec);
  field.at('fsGroupChangePolicy').mayBeOneOf(['Always', 'OnRootMismatch']);
  seccomp(field.at('seccompProfile'));
  windowsOptions(field.at('windowsOptions'));
  appArmor(field.at('appArmorProfile'));
  field.at('supplementalGroupsPolicy').mayBeOneOf(['Merge', 'Strict']);
  field.at('seLinuxChangePolicy').mayBeOneOf(['MountOption', 'Recursive']);
}

function ids(field: Field, names: readonly string[]): void {
  for (const name of names) if (field.at(name).isSet) field.at(name).inRange(0, MAX_ID);
}

const SYSCTL = '([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?';

function sysctls(field: Field, spec: Field): void {
  const seen = new Set<string>();
  for (const item of field.items) {
    const name = item.at('name');
    const normal = name.text.replaceAll('/', '.');
    if (name.text === '') name.required();
    else if (name.text.length > 253 || !new RegExp(`^${SYSCTL}$`).test(name.text)) {
      name.invalid(`must have at most 253 characters and match regex ${SYSCTL}`);
    } else if (seen.has(normal)) name.duplicate(name.text);
    seen.add(normal);
    const isIpc = /^kernel\.(shm|msg|sem)|^fs\.mqueue\./.test(normal);
    if (isIpc && spec.at('hostIPC').isTrue) name.invalid("may not be specified when 'hostIPC' is true");
    if (normal.startsWith('net.') && spec.at('hostNetwork').isTrue) {
      name.invalid("may not be specified when 'hostNetwork' is true");
    }
  }
}

function seccomp(field: Field): void {
  if (!field.isSet) return;
  const type = field.at('type');
  const profile = field.at('localhostProfile');
  if (type.text === '') type.required('type is required when seccompProfile is set');
  else type.oneOf(PROFILE_TYPES);
  if (type.text !== 'Localhost') {
    if (profile.isSet) profile.invalid('can only be set when seccomp type is Localhost', field.value);
  } else if (!profile.isSet) profile.required('must be set when seccomp type is Localhost');
  else profile.matches(isDescendingPath);
}

function appArmor(field: Field): void {
  if (!field.isSet) return;
  const type = field.at('type');
  const profile = field.at('localhostProfile');
  if (type.text === '') type.required('type is required when appArmorProfile is set');
  else if (!PROFILE_TYPES.includes(type.text)) type.unsupported(PROFILE_TYPES);
  else if (type.text === 'Localhost') {
    const isPadded = profile.text.trim() !== profile.text;
    if (isPadded) profile.invalid('must not be padded with whitespace');
    else if (profile.text === '') profile.required('must be set when AppArmor type is Localhost');
    if (profile.text.length > 4095) profile.tooLong(4095);
  } else if (profile.isSet) profile.invalid('can only be set when AppArmor type is Localhost');
}
