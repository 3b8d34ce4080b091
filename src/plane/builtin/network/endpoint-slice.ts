/** EndpointSlices. */
import { isDnsLabel, isSubdomain, labelValueProblems, qualifiedNameProblems } from '../../../kubernetes/value/names.js';
import { ipFamily, isAddress, isCanonicalAddress } from '../address-rules.js';
import { endpointAddress } from '../core/endpoints.js';
import type { Field, TextRule } from '../../../kubernetes/field.js';
import type { KindChecks } from '../kind-checks.js';
import { labels } from '../../../kubernetes/selector/selector-rules.js';

/** Checks of EndpointSlice. */
export const endpointSlice: KindChecks = {
  spec: (object, before) => {
    const type = object.at('addressType').needsOneOf(['FQDN', 'IPv4', 'IPv6']);
    ports(object.at('ports'));
    const list = object.at('endpoints');
    if (before === undefined || !list.equals(before.at('endpoints'))) endpoints(list, type.text);
    if (before !== undefined) type.unchangedFrom(before.at('addressType'));
  },
};

function ports(field: Field): void {
  if (field.size > 20_000) field.tooMany(20_000);
  const names = new Set<string>();
  for (const item of field.items) {
    const name = item.at('name').may(isDnsLabel);
    if (names.has(name.text)) name.duplicate(name.text);
    names.add(name.text);
    if (item.at('protocol').isSet) item.at('protocol').oneOf(['SCTP', 'TCP', 'UDP']);
    else item.at('protocol').required();
    if (item.at('appProtocol').isSet) item.at('appProtocol').matches(qualifiedNameProblems);
  }
}

function endpoints(field: Field, type: string): void {
  if (field.size > 1000) field.tooMany(1000);
  for (const item of field.items) {
    const addresses = item.at('addresses');
    if (addresses.size === 0) addresses.required('must contain at least 1 address');
    else if (addresses.size > 100) addresses.tooMany(100);
    for (const address of addresses.items) oneAddress(address, addresses, type);
    if (item.at('nodeName').isSet) item.at('nodeName').matches(isSubdomain);
    const topology = item.at('deprecatedTopology');
    if (topology.size > 16) topology.tooMany(16);
    labels(topology);
    if (item.at('hostname').isSet) item.at('hostname').matches(isDnsLabel);
    hints(item.at('hints').at('forZones'), labelValueProblems);
    hints(item.at('hints').at('forNodes'), isSubdomain);
  }
}

function oneAddress(address: Field, list: Field, type: string): void {
  if (type === 'FQDN') return domainName(address);
  if (type !== 'IPv4' && type !== 'IPv6') return;
  const problems = type === 'IPv4' ? isAddress(address.text) : isCanonicalAddress(address.text);
  address.matches(() => problems);
  if (problems.length > 0) return;
  if (ipFamily(address.text) !== (type === 'IPv4' ? 4 : 6)) list.invalid(`must be an ${type} address`, address.text);
  endpointAddress(address);
}

function domainName(field: Field): void {
  if (field.text === '') return void field.required();
  const name = field.text.replace(/\.$/, '');
  const problems = isSubdomain(name);
  if (problems.length > 0) return void field.invalid(problems.join(','), name);
  const parts = name.split('.');
  if (parts.length < 2) {
    return void field.invalid('should be a domain with at least two segments separated by dots', name);
  }
  const wrong = parts.find((part) => isDnsLabel(part).length > 0);
  if (wrong !== undefined) field.invalid(isDnsLabel(wrong).join(','), wrong);
}

function hints(field: Field, rule: TextRule): void {
  if (field.size > 8) field.tooMany(8);
  const names = new Set<string>();
  for (const name of field.items.map((item) => item.at('name'))) {
    if (names.has(name.text)) name.duplicate(name.text);
    names.add(name.text);
    name.matches(rule);
  }
}
