/** Endpoints, and addresses that traffic can be sent to. */
import { isDnsLabel, isSubdomain, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import { ipFamily, isAddress, rangeContains } from '../address-rules.js';
import type { Field } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';

const CLOSED: readonly (readonly [string, string])[] = [
  ['127.0.0.0/8', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['::1/128', 'may not be in the loopback range (127.0.0.0/8, ::1/128)'],
  ['169.254.0.0/16', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['fe80::/10', 'may not be in the link-local range (169.254.0.0/16, fe80::/10)'],
  ['224.0.0.0/24', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
  ['ff02::/16', 'may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)'],
];

/** An address that is not local to a node. */
export function endpointAddress(field: Field): void {
  if (ipFamily(field.text) === undefined) return void field.invalid('must be a valid IP address', field.text);
  if (rangeContains('0.0.0.0/32', field.text) || rangeContains('::/128', field.text)) {
    field.invalid(`may not be unspecified (${field.text})`);
  }
  for (const [range, why] of CLOSED) if (rangeContains(range, field.text)) field.invalid(why);
}

/** Checks of Endpoints. */
export const endpoints: KindChecks = {
  spec: (object, before) => {
    if (before !== undefined && object.at('subsets').equals(before.at('subsets'))) return;
    for (const subset of object.at('subsets').items) {
      const lists = [subset.at('addresses'), subset.at('notReadyAddresses')];
      if (lists.every((list) => list.size === 0)) subset.required('must specify `addresses` or `notReadyAddresses`');
      for (const address of lists.flatMap((list) => list.items)) oneAddress(address);
      for (const port of subset.at('ports').items) onePort(port, subset.at('ports').size > 1);
    }
  },
};

function oneAddress(field: Field): void {
  field.at('ip').matches(isAddress);
  field.at('hostname').may(isDnsLabel);
  if (field.at('nodeName').isSet) field.at('nodeName').matches(isSubdomain);
  endpointAddress(field.at('ip'));
}

function onePort(port: Field, needsName: boolean): void {
  if (needsName && port.at('name').text === '') port.at('name').required();
  else port.at('name').may(isDnsLabel);
  port.at('port').inRange(1, 65535);
  port.at('protocol').needsOneOf(['SCTP', 'TCP', 'UDP']);
  if (port.at('appProtocol').isSet) port.at('appProtocol').matches(qualifiedNameProblems);
}
