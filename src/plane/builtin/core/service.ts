/** Services. */
import { isDnsLabel, isSubdomain, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import { endpointAddress } from './endpoints.js';
import { isAddress, isRange } from '../address-rules.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labels } from '../../../kubernetes/selector/selector-rules.js';
import { portReference } from '../selector-rules.js';
import { serviceStatus } from '../status/small-statuses.js';
import { addressChanges, addressFamilies, available, isHeadless } from './service-addresses.js';

const TYPES = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const RANGES = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const ONLY_BALANCERS = "may only be used when `type` is 'LoadBalancer'";

/** Checks of Service. */
export const service: KindChecks = {
  spec: (object, before, { isDryRun }) => {
    // Addresses are looked at first, and handed out when all else is right.
    const spec = object.at('spec');
    if (spec.collected(addressFamilies) > 0) return;
    const found = object.collected((field) => everything(field, before));
    if (found === 0) available(spec, isDryRun);
  },
  status: serviceStatus,
};

function everything(object: Field, before: Field | undefined): void {
  const spec = object.at('spec');
  if (before !== undefined) addressChanges(spec, before.at('spec'));
  if (before !== undefined) balancerChanges(spec, before.at('spec'));
  const type = spec.at('type').text;
  if (spec.at('ports').size === 0 && !isHeadless(spec) && type !== 'ExternalName') spec.at('ports').required();
  ofType(spec, type);
  ports(spec, type);
  labels(spec.at('selector'));
  sessionAffinity(spec);
  externalAddresses(spec, before);
  if (type === '') spec.at('type').required();
  else spec.at('type').oneOf(TYPES);
  balancer(object, type);
  traffic(spec, type);
}

function ofType(spec: Field, type: string): void {
  const first = spec.at('clusterIPs').key(0);
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    first.invalid(`may not be set to 'None' for ${type} services`);
  }
  if (type !== 'ExternalName') return;
  const why = 'may not be set for ExternalName services';
  if (spec.at('clusterIPs').size > 0) spec.at('clusterIPs').forbidden(why);
  if (spec.at('ipFamilies').size > 0) spec.at('ipFamilies').forbidden(why);
  if (spec.at('ipFamilyPolicy').isSet) spec.at('ipFamilyPolicy').forbidden(why);
  const name = spec.at('externalName');
  name.with(name.text.replace(/\.$/, '')).needs(isSubdomain);
}

function ports(spec: Field, type: string): void {
  const { items } = spec.at('ports');
  const [names, nodePorts, numbers] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const port of items) onePort(port, items.length > 1, names);
  for (const port of items) {
    const node = port.at('nodePort');
    if (type === 'ClusterIP' && node.number !== 0) node.forbidden("may not be used when `type` is 'ClusterIP'");
    const key = `${port.at('protocol').text}/${node.number}`;
    if (node.number !== 0 && nodePorts.has(key)) node.duplicate();
    nodePorts.add(key);
    const number = `${port.at('protocol').text}/${port.at('port').number}`;
    if (numbers.has(number)) {
      port.duplicate({ protocol: port.at('protocol').text, port: port.at('port').number, targetPort: 0 });
    }
    numbers.add(number);
  }
}

function onePort(port: Field, needsName: boolean, names: Set<string>): void {
  const name = port.at('name');
  if (needsName && name.text === '') name.required();
  else if (name.text !== '') {
    name.matches(isDnsLabel);
    if (names.has(name.text)) name.duplicate();
    names.add(name.text);
  }
  port.at('port').inRange(1, 65535);
  port.at('protocol').needsOneOf(['SCTP', 'TCP', 'UDP']);
  portReference(port.at('targetPort'));
  if (port.at('appProtocol').isSet) port.at('appProtocol').matches(qualifiedNameProblems);
}

const MAX_AFFINITY = 86_400;

function sessionAffinity(spec: Field): void {
  const affinity = spec.at('sessionAffinity').needsOneOf(['ClientIP', 'None']);
  const config = spec.at('sessionAffinityConfig');
  if (affinity.text === 'None' && config.isSet) config.forbidden('must not be set when session affinity is None');
  if (affinity.text !== 'ClientIP') return;
  const seconds = config.at('clientIP').at('timeoutSeconds');
  const missing = [config, config.at('clientIP'), seconds].find((field) => !field.isSet);
  if (missing !== undefined) missing.required('when session affinity type is ClientIP');
  else if (seconds.number <= 0 || seconds.number > MAX_AFFINITY) {
    seconds.invalid(`must be greater than 0 and less than ${MAX_AFFINITY}`);
  }
}

function externalAddresses(spec: Field, before: Field | undefined): void {
  const known = before?.at('spec').at('externalIPs').texts ?? [];
  for (const address of spec.at('externalIPs').items) {
    const problems = known.includes(address.text) ? [] : isAddress(address.text);
    if (problems.length > 0) address.matches(() => problems);
    else endpointAddress(address);
  }
}

function balancer(object: Field, type: string): void {
  const spec = object.at('spec');
  const isBalancer = type === 'LoadBalancer';
  const ranges = spec.at('loadBalancerSourceRanges').named('spec.LoadBalancerSourceRanges');
  const annotation = object.at('metadata').at('annotations').key(RANGES);
  if (ranges.size > 0) {
    if (!isBalancer) ranges.forbidden(ONLY_BALANCERS);
    for (const range of ranges.items) range.with(range.text.trim()).matches(isRange);
  } else if (annotation.isSet) {
    if (!isBalancer) annotation.forbidden(ONLY_BALANCERS);
    const text = annotation.text.trim();
    if (text !== '') for (const range of text.split(',')) annotation.with(range.trim()).matches(isRange);
  }
  const allocates = spec.at('allocateLoadBalancerNodePorts');
  if (allocates.isSet && !isBalancer) allocates.forbidden(ONLY_BALANCERS);
  const className = spec.at('loadBalancerClass');
  if (!className.isSet) return;
  if (isBalancer) className.matches(qualifiedNameProblems);
  else className.forbidden(ONLY_BALANCERS);
}

const needsHealthCheck = (spec: Field): boolean =>
  spec.at('type').text === 'LoadBalancer' && spec.at('externalTrafficPolicy').text === 'Local';

function traffic(spec: Field, type: string): void {
  const external = spec.at('externalTrafficPolicy');
  const isReachable =
    ['LoadBalancer', 'NodePort'].includes(type) || (type === 'ClusterIP' && spec.at('externalIPs').size > 0);
  if (isReachable) external.needsOneOf(['Cluster', 'Local']);
  else if (external.text !== '') external.invalid('may only be set for externally-accessible services');
  const health = spec.at('healthCheckNodePort');
  if (needsHealthCheck(spec)) {
    if (health.number === 0) health.required();
    else health.inRange(1, 65535);
  } else if (health.number !== 0) {
    health.invalid("may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
  }
  const internal = spec.at('internalTrafficPolicy');
  if (internal.isSet) internal.oneOf(['Cluster', 'Local']);
  else if (['NodePort', 'LoadBalancer', 'ClusterIP'].includes(type)) internal.required();
  spec.at('trafficDistribution').mayBeOneOf(['PreferClose', 'PreferSameZone', 'PreferSameNode']);
}

function balancerChanges(spec: Field, before: Field): void {
  const isBalancer = (field: Field): boolean => field.at('type').text === 'LoadBalancer';
  const className = spec.at('loadBalancerClass');
  if (isBalancer(spec) && isBalancer(before) && !className.equals(before.at('loadBalancerClass'))) {
    className.invalid('may not change once set');
  }
  const health = spec.at('healthCheckNodePort');
  if (!needsHealthCheck(spec) || !needsHealthCheck(before)) return;
  if (health.number !== before.at('healthCheckNodePort').number) health.forbidden('field is immutable');
}
