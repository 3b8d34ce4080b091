/** The status of a pod, as a kubelet writes it. */
import { section, type ApiObject } from '../../storage/api-object.js';
import { isObject, type JsonObject } from '../../../kubernetes/json/json-value.js';
import type { Field } from '../../../kubernetes/field.js';
import { isSubdomain } from '../../../kubernetes/value/names.js';
import { ipFamily, isAddress } from '../address-rules.js';

/** What the server completes: the first address is in two places, and the quality of service stays. */
export function completePodStatus(after: ApiObject, before: ApiObject): ApiObject {
  const status = section(after, 'status');
  const { qosClass } = section(before, 'status');
  const kept = status['qosClass'] === undefined && qosClass !== undefined ? { ...status, qosClass } : status;
  return { ...after, status: withAddresses(kept) };
}

function withAddresses(status: JsonObject): JsonObject {
  const { podIP, podIPs } = status;
  const [first] = Array.isArray(podIPs) ? podIPs.filter(isObject) : [];
  if (typeof podIP === 'string' && podIP !== '' && first?.['ip'] !== podIP)
    return { ...status, podIPs: [{ ip: podIP }] };
  return podIP === undefined && first !== undefined ? { ...status, podIP: first['ip'] } : status;
}

/** Checks a new status of a pod. */
export function podStatus(pod: Field, before: Field): void {
  const [status, old] = [pod.at('status'), before.at('status')];
  status.at('qosClass').unchangedFrom(old.at('qosClass'));
  const nominated = status.at('nominatedNodeName');
  if (!nominated.equals(old.at('nominatedNodeName'))) nominated.may(isSubdomain);
  const observed = status.at('observedGeneration');
  if (observed.number < 0) observed.invalid('must be a non-negative integer', observed.number);
  if (pod.at('spec').at('restartPolicy').text !== 'Always') {
    for (const list of ['containerStatuses', 'initContainerStatuses']) keepEnded(status.at(list), old.at(list));
  }
  addresses(status.at('podIPs'));
  hostAddresses(status);
}

/** A container that has ended, and is not restarted, cannot run again. */
function keepEnded(list: Field, before: Field): void {
  const ended = before.items.filter((item) => item.at('state').at('terminated').isSet);
  const names = new Set(ended.map((item) => item.at('name').text));
  for (const item of list.items) {
    if (names.has(item.at('name').text) && !item.at('state').at('terminated').isSet) {
      item.at('state').forbidden('may not be transitioned to non-terminated state');
    }
  }
}

function addresses(list: Field): void {
  const found = list.items.map((item) => item.at('ip').text);
  for (const item of list.items) {
    const ip = item.at('ip');
    if (ip.text !== '') ip.named(item.path).matches(isAddress);
  }
  const families = found.map(ipFamily);
  if (found.length > 1 && new Set(families).size < families.length) {
    const shown = found.map((ip) => ({ IP: ip }));
    list.invalid('may specify no more than one IP for each IP family', shown);
  }
}

function hostAddresses(status: Field): void {
  const list = status.at('hostIPs');
  const [first] = list.items;
  if (first === undefined) return;
  if (first.at('ip').text !== status.at('hostIP').text) first.at('ip').invalid('must be equal to `hostIP`');
  for (const item of list.items) item.at('ip').may(isAddress);
}
