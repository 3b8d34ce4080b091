/** Containers, init containers and ephemeral containers. */
import { isDnsLabel } from '../../../kubernetes/value/names.js';
import type { Field } from '../../../kubernetes/field.js';
import { isPortName } from '../text-rules.js';
import { environment, environmentSources } from './environment.js';
import { lifecycle, probes } from './probes.js';
import { containerResources } from './resources.js';
import { containerSecurity } from './security.js';
import { volumeDevices, volumeMounts } from './mounts.js';

/** What the containers of a pod share. */
export interface PodScope {
  readonly spec: Field;
  readonly volumes: ReadonlyMap<string, Field>;
  readonly claims: ReadonlySet<string>;
}

const ALWAYS_ONLY = 'may not be set for init containers without restartPolicy=Always';

/** `containers`. */
export function containers(field: Field, scope: PodScope): void {
  if (field.size === 0) return void field.required();
  const names = new Set<string>();
  for (const item of field.items) {
    everyContainer(item, scope);
    if (names.has(item.at('name').text)) item.at('name').duplicate();
    names.add(item.at('name').text);
    hooks(item, scope);
    restartRules(item);
  }
  uniqueHostPorts(field.items);
}

/** `initContainers`. */
export function initContainers(field: Field, scope: PodScope): void {
  const names = new Set(scope.spec.at('containers').items.map((item) => item.at('name').text));
  for (const item of field.items) {
    everyContainer(item, scope);
    if (item.at('restartPolicy').isSet) restartRules(item);
    else if (item.at('restartPolicyRules').size > 0) needsPolicy(item);
    const name = item.at('name');
    if (names.has(name.text)) name.duplicate();
    else if (name.text !== '') names.add(name.text);
    uniqueHostPorts([item]);
    const isSidecar = item.at('restartPolicy').text === 'Always';
    if (isSidecar) hooks(item, scope);
    else sidecarOnly(item);
  }
}

function sidecarOnly(item: Field): void {
  for (const key of ['lifecycle', 'livenessProbe', 'readinessProbe', 'startupProbe']) {
    if (item.at(key).isSet) item.at(key).forbidden(ALWAYS_ONLY);
  }
  for (const policy of item.at('resizePolicy').items) {
    const action = policy.at('restartPolicy');
    if (action.text !== 'RestartContainer') continue;
    action.invalid("must not be set to 'RestartContainer' for non-sidecar initContainers");
  }
}

function hooks(item: Field, { spec }: PodScope): void {
  const grace = spec.at('terminationGracePeriodSeconds');
  lifecycle(item, grace, spec.at('os'));
  probes(item, grace);
}

function everyContainer(item: Field, { spec, volumes, claims }: PodScope): void {
  item.at('name').needs(isDnsLabel);
  item.at('image').needs();
  item.at('terminationMessagePolicy').needsOneOf(['File', 'FallbackToLogsOnError']);
  ports(item.at('ports'));
  environment(item.at('env'));
  environmentSources(item.at('envFrom'));
  volumeMounts(item, volumes);
  volumeDevices(item, volumes);
  item.at('imagePullPolicy').needsOneOf(['Always', 'IfNotPresent', 'Never']);
  containerResources(item.at('resources'), claims);
  resizePolicies(item.at('resizePolicy'), spec.at('restartPolicy').text);
  containerSecurity(item.at('securityContext'), spec.at('hostUsers').value !== false);
}

function ports(field: Field): void {
  const names = new Set<string>();
  for (const item of field.items) {
    const name = item.at('name');
    if (name.text !== '') {
      const problems = isPortName(name.text);
      name.matches(() => problems);
      if (problems.length === 0 && names.has(name.text)) name.duplicate();
      names.add(name.text);
    }
    const port = item.at('containerPort');
    if (port.number === 0) port.required();
    else port.inRange(1, 65535);
    if (item.at('hostPort').number !== 0) item.at('hostPort').inRange(1, 65535);
    item.at('protocol').needsOneOf(['SCTP', 'TCP', 'UDP']);
  }
}

function uniqueHostPorts(items: readonly Field[]): void {
  const seen = new Set<string>();
  for (const port of items.flatMap((item) => item.at('ports').items)) {
    if (port.at('hostPort').number === 0) continue;
    const key = `${port.at('protocol').text}/${port.at('hostIP').text}/${port.at('hostPort').number}`;
    if (seen.has(key)) port.at('hostPort').duplicate(key);
    seen.add(key);
  }
}

function resizePolicies(field: Field, restartPolicy: string): void {
  const seen = new Set<string>();
  for (const item of field.items) {
    const name = item.at('resourceName').text;
    const action = item.at('restartPolicy').text;
    if (seen.has(name)) item.duplicate(name);
    seen.add(name);
    field.with(name).needsOneOf(['cpu', 'memory']);
    field.with(action).needsOneOf(['NotRequired', 'RestartContainer']);
    if (restartPolicy === 'Never' && action !== 'NotRequired') {
      field.invalid("must be 'NotRequired' when pod `restartPolicy` is 'Never'", action);
    }
  }
}

function needsPolicy(item: Field): void {
  item.at('restartPolicy').required('must specify restartPolicy when restart rules are used');
}

function restartRules(item: Field): void {
  const policy = item.at('restartPolicy');
  const rules = item.at('restartPolicyRules');
  if (!policy.isSet) {
    if (rules.size === 0) return;
    needsPolicy(item);
  } else policy.oneOf(['Always', 'Never', 'OnFailure']);
  if (rules.size > 20) rules.tooMany(20);
  for (const rule of rules.items) {
    rule.at('action').oneOf(['Restart', 'RestartAllContainers']);
    const codes = rule.at('exitCodes');
    if (!codes.isSet) {
      codes.required('must be specified');
      continue;
    }
    codes.at('operator').oneOf(['In', 'NotIn']);
    if (codes.at('values').size > 255) codes.at('values').tooMany(255);
  }
}
