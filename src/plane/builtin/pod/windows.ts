/** What pods of one operating system may not ask for. */
import { isSubdomain } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';

const POD_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'fsGroup',
  'fsGroupChangePolicy',
  'sysctls',
  'runAsUser',
  'runAsGroup',
  'supplementalGroups',
  'supplementalGroupsPolicy',
  'seLinuxChangePolicy',
];
const CONTAINER_FIELDS = [
  'appArmorProfile',
  'seLinuxOptions',
  'seccompProfile',
  'capabilities',
  'readOnlyRootFilesystem',
  'privileged',
  'allowPrivilegeEscalation',
  'procMount',
  'runAsUser',
  'runAsGroup',
];

/** The containers of a pod in all three lists. */
export function allContainers(spec: Field): Field[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => spec.at(list).items);
}

/** `spec.os` and what follows from it. */
export function operatingSystem(spec: Field): void {
  const os = spec.at('os');
  if (!os.isSet) return;
  const name = os.at('name').text;
  if (name === '') os.at('name').required();
  else if (name === 'linux') linux(spec);
  else if (name === 'windows') windows(spec);
  else os.unsupported(['linux', 'windows'], name);
}

function linux(spec: Field): void {
  for (const owner of [spec, ...allContainers(spec)]) {
    const options = owner.at('securityContext').at('windowsOptions');
    if (options.isSet) options.forbidden('windows options cannot be set for a linux pod');
  }
}

function windows(spec: Field): void {
  const why = 'cannot be set for a windows pod';
  const forbid = (field: Field): void => void (field.isSet && field.forbidden(why));
  for (const name of POD_FIELDS) forbid(spec.at('securityContext').at(name));
  forbid(spec.at('hostUsers'));
  for (const name of ['hostPID', 'hostIPC']) if (spec.at(name).isTrue) spec.at(name).forbidden(why);
  forbid(spec.at('shareProcessNamespace'));
  for (const container of allContainers(spec)) {
    for (const name of CONTAINER_FIELDS) forbid(container.at('securityContext').at(name));
  }
}

/** Host processes: all containers or none, and the network of the host. */
export function hostProcesses(spec: Field): void {
  const ofPod = spec.at('securityContext').at('windowsOptions').at('hostProcess');
  const containers = allContainers(spec);
  let count = 0;
  for (const container of containers) {
    const own = container.at('securityContext').at('windowsOptions').at('hostProcess');
    if (ofPod.isSet && own.isSet && !own.equals(ofPod)) {
      own.invalid(`pod hostProcess value must be identical if both are specified, was ${String(ofPod.value)}`);
    }
    if (own.isSet ? own.isTrue : ofPod.isTrue) count++;
  }
  if (count === 0) return;
  if (count !== containers.length) {
    spec.invalid('If pod contains any hostProcess containers then all containers must be HostProcess containers', '');
  }
  const network = spec.at('hostNetwork');
  if (!network.isTrue) network.invalid('hostNetwork must be true if pod contains any hostProcess containers', false);
}

/** `windowsOptions` of a security context. */
export function windowsOptions(field: Field): void {
  if (field.at('gmsaCredentialSpecName').isSet) field.at('gmsaCredentialSpecName').matches(isSubdomain);
  const spec = field.at('gmsaCredentialSpec');
  if (spec.isSet && spec.text === '') spec.invalid('gmsaCredentialSpec cannot be an empty string');
  if (spec.text.length > 64 * 1024) spec.invalid('gmsaCredentialSpec size must be under 64 KiB');
  const user = field.at('runAsUserName');
  if (user.isSet) userName(user);
}

function userName(field: Field): void {
  const parts = field.text.split('\\');
  if (field.text === '') return void field.invalid('runAsUserName cannot be an empty string');
  // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
  if (/[\u0000-\u001F\u007F]/.test(field.text)) {
    return void field.invalid('runAsUserName cannot contain control characters');
  }
  if (parts.length > 2) return void field.invalid('runAsUserName cannot contain more than one backslash');
  const [domain, user = ''] = parts.length === 2 ? parts : [undefined, parts[0]];
  if (domain !== undefined) domainName(field, domain);
  if (user === '') field.invalid("runAsUserName's User cannot be empty");
  else if (user.length > 104) field.invalid("runAsUserName's User length must not be longer than 104 characters");
  if (/^[. ]+$/.test(user)) field.invalid("runAsUserName's User cannot contain only periods or spaces");
  if (/["/\\:;|=,+*?<>@[\]]/.test(user)) {
    field.invalid('runAsUserName\'s User cannot contain the following characters: "/\\:;|=,+*?<>@[]');
  }
}

function domainName(field: Field, domain: string): void {
  if (domain.length >= 256) field.invalid("runAsUserName's Domain length must be under 256 characters");
  const label = '[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?';
  const isDns = new RegExp(`^${label}(?:\\.${label})*$`).test(domain);
  if (!isDns && !/^[^\\/:*?"<>|.][^\\/:*?"<>|]{0,14}$/.test(domain)) {
    field.invalid("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
  }
}
