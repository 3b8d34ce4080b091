/** The spec of pods and pod templates. */
import { isDnsLabel, isSubdomain, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import { isAddress } from '../address-rules.js';
import type { Field } from '../../../kubernetes/field.js';
import { containerResources, podResources } from './resources.js';
import { labels } from '../../../kubernetes/selector/selector-rules.js';
import { isSearchDomain } from '../text-rules.js';
import { volumes } from '../volume/volumes.js';
import { affinity, spreading, tolerations } from './affinity.js';
import { containers, initContainers, type PodScope } from './container.js';
import { podSecurity } from './security.js';
import { allContainers, hostProcesses, operatingSystem } from './windows.js';

/** What a spec belongs to. */
export interface PodOwner {
  readonly name: string;
  readonly isPod: boolean;
}

const TEMPLATE: PodOwner = { name: '', isPod: false };

/** Everything about a pod spec. */
export function podSpec(spec: Field, owner: PodOwner = TEMPLATE): void {
  if (!spec.at('terminationGracePeriodSeconds').isSet) spec.at('terminationGracePeriodSeconds').required();
  const scope: PodScope = {
    spec,
    volumes: volumes(spec.at('volumes'), owner.name),
    claims: new Set(
      spec
        .at('resourceClaims')
        .items.map((item) => item.at('name').text)
        .filter((name) => name !== ''),
    ),
  };
  resourceClaims(spec.at('resourceClaims'));
  containers(spec.at('containers'), scope);
  initContainers(spec.at('initContainers'), scope);
  podResources(spec, scope.claims);
  hostPorts(spec, owner.isPod);
  policies(spec);
  podSecurity(spec);
  placement(spec);
  hostAndNames(spec);
  if (spec.at('overhead').isSet) {
    containerResources(spec.at('overhead').with({ limits: spec.at('overhead').object }), new Set());
  }
  operatingSystem(spec);
  fileVolumes(spec);
}

function policies(spec: Field): void {
  spec.at('restartPolicy').needsOneOf(['Always', 'OnFailure', 'Never']);
  spec.at('dnsPolicy').needsOneOf(['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']);
  labels(spec.at('nodeSelector'));
  const shared = spec.at('shareProcessNamespace');
  if (shared.isTrue && spec.at('hostPID').isTrue) {
    shared.invalid('ShareProcessNamespace and HostPID cannot both be enabled');
  }
  if (spec.at('preemptionPolicy').isSet) spec.at('preemptionPolicy').needsOneOf(['PreemptLowerPriority', 'Never']);
}

function placement(spec: Field): void {
  affinity(spec.at('affinity'));
  dnsConfig(spec);
  for (const gate of spec.at('readinessGates').items) gate.at('conditionType').matches(qualifiedNameProblems);
  const gates = new Set<string>();
  for (const gate of spec.at('schedulingGates').items) {
    const name = gate.at('name').text;
    gate.with(name).matches(qualifiedNameProblems);
    if (gates.has(name)) gate.duplicate(name);
    gates.add(name);
  }
  spreading(spec.at('topologySpreadConstraints'));
  hostProcesses(spec);
  tolerations(spec.at('tolerations'));
}

function hostAndNames(spec: Field): void {
  hostUsers(spec);
  hostnameOverride(spec);
  spec.at('serviceAccountName').may(isSubdomain);
  spec.at('nodeName').may(isSubdomain);
  const deadline = spec.at('activeDeadlineSeconds');
  if (deadline.isSet) deadline.inRange(1, 2_147_483_647);
  spec.at('hostname').may(isDnsLabel);
  spec.at('subdomain').may(isDnsLabel);
  for (const alias of spec.at('hostAliases').items) {
    alias.at('ip').matches(isAddress);
    for (const name of alias.at('hostnames').items) name.matches(isSubdomain);
  }
  spec.at('priorityClassName').may(isSubdomain);
  if (spec.at('runtimeClassName').isSet) spec.at('runtimeClassName').matches(isSubdomain);
}

function hostUsers(spec: Field): void {
  if (spec.at('hostUsers').value !== false) return;
  const why = 'when `hostUsers` is false';
  if (spec.at('hostNetwork').isTrue) spec.at('hostNetwork').forbidden(why);
  if (spec.at('hostPID').isTrue) spec.at('HostPID').forbidden(why);
  if (spec.at('hostIPC').isTrue) spec.at('HostIPC').forbidden(why);
  for (const container of allContainers(spec)) {
    if (container.at('volumeDevices').size > 0) container.at('volumeDevices').forbidden(why);
  }
}

function hostnameOverride(spec: Field): void {
  const field = spec.at('hostnameOverride');
  if (!field.isSet) return;
  if (spec.at('setHostnameAsFQDN').isTrue) field.forbidden('may not be specified when setHostnameAsFQDN is true');
  if (spec.at('hostNetwork').isTrue) field.forbidden('may not be specified when hostNetwork is true');
  if (field.text.length > 64) field.tooLong(64);
  field.matches(isSubdomain);
}

function hostPorts(spec: Field, isPod: boolean): void {
  if (!spec.at('hostNetwork').isTrue) return;
  for (const port of spec.at('containers').items.flatMap((item) => item.at('ports').items)) {
    const host = port.at('hostPort');
    if ((!isPod && host.number === 0) || host.number === port.at('containerPort').number) continue;
    host.invalid('must match `containerPort` when `hostNetwork` is true', host.number);
  }
}

function dnsConfig(spec: Field): void {
  const field = spec.at('dnsConfig');
  const servers = field.at('nameservers');
  if (spec.at('dnsPolicy').text === 'None') {
    if (!field.isSet) return void field.required('must provide `dnsConfig` when `dnsPolicy` is None');
    if (servers.size === 0) {
      return void servers.required('must provide at least one DNS nameserver when `dnsPolicy` is None');
    }
  }
  if (servers.size > 3) servers.invalid('must not have more than 3 nameservers');
  for (const server of servers.items) server.matches(isAddress);
  const searches = field.at('searches');
  if (searches.size > 32) searches.invalid('must not have more than 32 search paths');
  if (searches.texts.join(' ').length > 2048) {
    searches.invalid('must not have more than 2048 characters (including spaces) in the search list');
  }
  for (const search of searches.items) {
    if (search.text !== '.') search.with(search.text.replace(/\.$/, '')).matches(isSearchDomain);
  }
  for (const option of field.at('options').items) {
    if (option.at('name').text === '') option.required('must not be empty');
  }
}

function resourceClaims(field: Field): void {
  const seen = new Set<string>();
  for (const item of field.items) {
    const name = item.at('name');
    if (name.text === '') name.required();
    else if (seen.has(name.text)) name.duplicate();
    else name.matches(isDnsLabel);
    seen.add(name.text);
    const sources = [item.at('resourceClaimName'), item.at('resourceClaimTemplateName')];
    const used = sources.filter((source) => source.isSet);
    if (used.length === 2) {
      item.invalid('at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified');
    }
    if (used.length === 0) item.invalid('must specify one of: `resourceClaimName`, `resourceClaimTemplateName`');
    for (const source of used) source.matches(isSubdomain);
  }
}

function fileVolumes(spec: Field): void {
  const byName = new Map(spec.at('volumes').items.map((item) => [item.at('name').text, item]));
  for (const container of allContainers(spec)) {
    for (const variable of container.at('env').items) {
      const reference = variable.at('valueFrom').at('fileKeyRef');
      if (!reference.isSet) continue;
      const name = reference.at('volumeName');
      const volume = byName.get(name.text);
      if (volume === undefined) name.notFound();
      else if (!volume.at('emptyDir').isSet) name.invalid('referenced volume must be of type emptyDir', name.text);
    }
  }
}
