/** Statuses of services, nodes, volumes and namespaces. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { isObject } from '../../../kubernetes/json/json-value.js';
import type { Field } from '../../../kubernetes/field.js';
import { isSubdomain } from '../../../kubernetes/value/names.js';
import { ipFamily, isAddress } from '../address-rules.js';
import { amountSign, quantityOf } from '../resource-names.js';

/** Addresses of load balancers are virtual unless something else is set. */
export function completeServiceStatus(service: ApiObject): ApiObject {
  const status = section(service, 'status');
  const balancer = isObject(status['loadBalancer']) ? status['loadBalancer'] : {};
  const { ingress } = balancer;
  if (!Array.isArray(ingress)) return service;
  const isBalanced = section(service, 'spec')['type'] === 'LoadBalancer';
  const completed = ingress.map((item) =>
    isBalanced && isObject(item) && (item['ip'] ?? '') !== '' && item['ipMode'] === undefined
      ? { ...item, ipMode: 'VIP' }
      : item,
  );
  return { ...service, status: { ...status, loadBalancer: { ...balancer, ingress: completed } } };
}

/** Checks the status of a Service. */
export function serviceStatus(service: Field): void {
  const ingress = service.at('status').at('loadBalancer').at('ingress');
  if (ingress.size === 0) return;
  if (service.at('spec').at('type').text !== 'LoadBalancer') {
    ingress.forbidden("may only be used when `spec.type` is 'LoadBalancer'");
    return;
  }
  for (const item of ingress.items) {
    const [ip, mode, hostname] = [item.at('ip'), item.at('ipMode'), item.at('hostname')];
    if (ip.text !== '') ip.matches(isAddress);
    if (ip.text === '' && mode.isSet) mode.forbidden('may not be specified when `ip` is not set');
    else if (mode.isSet) mode.oneOf(['Proxy', 'VIP']);
    if (ipFamily(hostname.text) !== undefined) hostname.invalid('must be a DNS name, not an IP address');
    else hostname.may(isSubdomain);
  }
}

/** All capacity can be given to pods until a kubelet reports something else. */
export function completeNodeStatus(node: ApiObject): ApiObject {
  const status = section(node, 'status');
  if (status['capacity'] === undefined || status['allocatable'] !== undefined) return node;
  return { ...node, status: { ...status, allocatable: status['capacity'] } };
}

/** Checks the status of a Node. */
export function nodeStatus(node: Field): void {
  const status = node.at('status');
  const known = new Set<string>();
  for (const address of status.at('addresses').items) {
    const [type, text] = [address.at('type').text, address.at('address').text];
    const key = JSON.stringify([type, text]);
    if (known.has(key)) address.duplicate({ Type: type, Address: text });
    known.add(key);
  }
  for (const list of ['capacity', 'allocatable']) {
    for (const name of status.at(list).keys) {
      const amount = status.at(list).at(name);
      if (amountSign(amount) < 0) amount.invalid('must be greater than or equal to 0', String(amount.value));
    }
  }
}

const CLAIM_RESIZES = [
  'ControllerResizeInProgress',
  'ControllerResizeInfeasible',
  'NodeResizeInProgress',
  'NodeResizeInfeasible',
  'NodeResizePending',
];

/** Checks the status of a PersistentVolumeClaim. */
export function claimStatus(claim: Field): void {
  const status = claim.at('status');
  for (const list of ['capacity', 'allocatedResources']) {
    for (const name of status.at(list).keys) {
      if (list === 'allocatedResources' && name !== 'storage') status.at(list).unsupported(['storage'], name);
      const amount = status.at(list).key(name);
      if (amountSign(amount) < 0)
        amount.invalid('must be a valid resource quantity', Number(quantityOf(amount)?.inUnits()));
    }
  }
  const statuses = status.at('allocatedResourceStatuses');
  for (const name of statuses.keys) {
    if (!CLAIM_RESIZES.includes(statuses.at(name).text)) statuses.unsupported(CLAIM_RESIZES, name);
  }
}

/** Checks the status of a Namespace: its phase follows from its deletion. */
export function namespaceStatus(namespace: Field): void {
  const phase = namespace.at('status').at('phase').named('status.Phase');
  const isDeleted = namespace.at('metadata').at('deletionTimestamp').isSet;
  if (!isDeleted && phase.text !== 'Active') phase.invalid("may only be 'Active' if `deletionTimestamp` is empty");
  if (isDeleted && phase.text !== 'Terminating') {
    phase.invalid("may only be 'Terminating' if `deletionTimestamp` is not empty");
  }
}
