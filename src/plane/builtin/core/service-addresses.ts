/** Cluster addresses and address families of Services. */
import { ipFamily, isAddress, rangeContains } from '../address-rules.js';
import { ADDRESS_RANGE, NODE_PORTS } from '../defaults/service-values.js';
import type { Field } from '../../../kubernetes/field.js';

/** A Service without an address. */
export function isHeadless(spec: Field): boolean {
  return spec.at('clusterIPs').size === 1 && spec.at('clusterIPs').texts[0] === 'None';
}

/** `clusterIP`, `clusterIPs`, `ipFamilies` and `ipFamilyPolicy` together. */
function clusterAddresses(spec: Field): void {
  if (spec.at('type').text === 'ExternalName') return;
  const [first, all, families] = [spec.at('clusterIP'), spec.at('clusterIPs'), spec.at('ipFamilies')];
  if (first.text !== '') {
    if (all.size === 0) all.required();
    else if (all.texts[0] !== first.text) all.invalid('first value must match `clusterIP`');
  } else if (all.size > 0) all.invalid('must be empty when `clusterIP` is not specified');
  familyNames(families, spec.at('ipFamilyPolicy'));
  const hasInvalid = addressTexts(all);
  if (all.size > 2) all.invalid('may only hold up to 2 values');
  if (hasInvalid) return;
  if (all.size > 1 && new Set(all.texts.map(ipFamily)).size !== all.size) {
    all.invalid('may specify no more than one IP for each IP family');
  }
  if (!isHeadless(spec)) familiesFit(all, families);
}

function familyNames(families: Field, policy: Field): void {
  families.items.forEach((family, index) => {
    family.oneOf(['IPv4', 'IPv6']);
    if (families.texts.indexOf(family.text) < index) family.duplicate();
  });
  policy.mayBeOneOf(['PreferDualStack', 'RequireDualStack', 'SingleStack']);
}

function addressTexts(all: Field): boolean {
  let hasInvalid = false;
  all.items.forEach((address, index) => {
    if (index === 0 && address.text === 'None') {
      if (all.size === 1) return;
      all.invalid("'None' must be the first and only value");
      hasInvalid = true;
      return;
    }
    const problems = isAddress(address.text);
    address.matches(() => problems);
    if (problems.length > 0) hasInvalid = true;
  });
  return hasInvalid;
}

function familiesFit(all: Field, families: Field): void {
  all.items.forEach((address, index) => {
    const expected = families.texts[index];
    const actual = ipFamily(address.text) === 6 ? 'IPv6' : 'IPv4';
    if (expected === 'IPv4' || expected === 'IPv6') {
      if (actual !== expected)
        address.invalid(`expected an ${expected} value as indicated by \`ipFamilies[${index}]\``);
    }
  });
}

/** Addresses and families, and what a cluster with addresses of one family has. */
export function addressFamilies(spec: Field): void {
  if (spec.at('type').text === 'ExternalName' || spec.collected(clusterAddresses) > 0) return;
  if (spec.at('clusterIP').text === 'None' && spec.at('selector').size === 0) return;
  for (const family of spec.at('ipFamilies').items) {
    if (family.text === 'IPv6') family.invalid('not configured on this cluster');
  }
  const policy = spec.at('ipFamilyPolicy');
  if (policy.text === 'RequireDualStack') {
    policy.invalid('this cluster is not configured for dual-stack services');
  }
}

/** Whether the addresses and ports can be handed out. */
export function available(spec: Field, isDryRun: boolean): void {
  if (spec.at('type').text === 'ExternalName') return;
  if (isHeadless(spec)) return;
  const addresses = spec.at('clusterIPs');
  for (const address of addresses.texts) {
    if (rangeContains(ADDRESS_RANGE, address) && !/\.(0|255)$/.test(address)) continue;
    const why = isDryRun
      ? `the provided IP (${address}) is not in the valid range. The range of valid IPs is ${ADDRESS_RANGE}`
      : 'the provided network does not match the current range';
    addresses.invalid(`failed to allocate IP ${address}: ${why}`);
  }
  for (const port of isDryRun ? [] : spec.at('ports').items) {
    const node = port.at('nodePort');
    if (node.number === 0 || (node.number >= NODE_PORTS.first && node.number <= NODE_PORTS.last)) continue;
    const range = `${NODE_PORTS.first}-${NODE_PORTS.last}`;
    node.invalid(`provided port is not in the valid range. The range of valid ports is ${range}`);
  }
}

/** What may change about addresses, once they are there. */
export function addressChanges(spec: Field, before: Field): void {
  if (spec.at('type').text === 'ExternalName' || before.at('type').text === 'ExternalName') return;
  if (!(isHeadless(spec) && isHeadless(before))) addresses(spec, before);
  if (!isHeadless(spec) && !isHeadless(before)) familyChanges(spec, before);
}

function addresses(spec: Field, before: Field): void {
  const [all, old] = [spec.at('clusterIPs'), before.at('clusterIPs')];
  const change = (index: number): void => void all.key(index).invalid('may not change once set', all.value);
  if (all.size === old.size) {
    old.texts.forEach((address, index) => void (address !== all.texts[index] && change(index)));
    return;
  }
  if (all.size === 0) return void all.key(0).invalid('primary clusterIP can not be unset', all.value);
  if (old.size > 0 && all.texts[0] !== old.texts[0]) change(0);
  const policy = spec.at('ipFamilyPolicy');
  if (all.size < old.size && policy.text !== 'SingleStack') {
    policy.invalid("must be set to 'SingleStack' when releasing the secondary clusterIP");
  }
}

function familyChanges(spec: Field, before: Field): void {
  const [all, old] = [spec.at('ipFamilies'), before.at('ipFamilies')];
  const change = (): void => void all.key(0).invalid('may not change once set', all.value);
  if (all.size === old.size) {
    old.texts.forEach((family, index) => void (family !== all.texts[index] && change()));
    return;
  }
  if (all.size < old.size && spec.at('clusterIPs').size === 0) {
    all.key(0).invalid('primary ipFamily can not be unset', all.value);
  }
  if (all.size > 0 && old.size > 0 && all.texts[0] !== old.texts[0]) change();
  const policy = spec.at('ipFamilyPolicy');
  if (all.size === 1 && old.size > 1 && policy.text !== 'SingleStack') {
    policy.invalid("must be set to 'SingleStack' when releasing the secondary ipFamily");
  }
}
