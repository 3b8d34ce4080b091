/** IP addresses and ranges, strict as Kubernetes 1.36 and later read them. */
import { isIPv4, isIPv6 } from 'node:net';
import type { TextRule } from '../../kubernetes/field.js';

/** 4, 6, or undefined for what is not an address. Leading zeros are read, as Go once did. */
export function ipFamily(text: string): 4 | 6 | undefined {
  if (isIPv4(withoutZeros(text))) return 4;
  if (!isIPv6(text) || text.includes('%')) return undefined;
  return isMapped(text) ? 4 : 6;
}

function withoutZeros(text: string): string {
  return text.replaceAll(/\b0+(?=\d)/g, '');
}

function isMapped(text: string): boolean {
  return groupsOf(text)?.slice(0, 6).join(':') === '0:0:0:0:0:65535';
}

/** The eight groups of an IPv6 address. */
function groupsOf(text: string): number[] | undefined {
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(text);
  const plain = dotted === null ? text : `${dotted[1]}${hex(dotted[2], dotted[3])}:${hex(dotted[4], dotted[5])}`;
  const [head = '', tail] = plain.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const gap = tail === undefined ? [] : Array.from({ length: 8 - left.length - right.length }, () => '0');
  const groups = [...left, ...gap, ...right].map((group) => Number.parseInt(group, 16));
  return groups.length === 8 ? groups : undefined;
}

function hex(high: string | undefined, low: string | undefined): string {
  return (Number(high) * 256 + Number(low)).toString(16);
}

/** A valid address without leading zeros. */
export const isAddress: TextRule = (text) => {
  if (ipFamily(text) === undefined) return ['must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)'];
  if (!text.includes(':') && !isIPv4(text)) return ['must not have leading 0s'];
  return text.includes(':') && isMapped(text) ? ['must not be an IPv4-mapped IPv6 address'] : [];
};

/** An address in its shortest form. */
export const isCanonicalAddress: TextRule = (text) => {
  const problems = isAddress(text);
  if (problems.length > 0) return problems;
  const canonical = text.includes(':') ? canonicalV6(text) : text;
  return text === canonical ? [] : [`must be in canonical form (${JSON.stringify(canonical)})`];
};

function canonicalV6(text: string): string {
  return new URL(`http://[${text}]/`).hostname.slice(1, -1);
}

/** A valid range whose address has no bits beyond the prefix. */
export const isRange: TextRule = (text) => {
  const match = /^([^/]+)\/(\d+)$/.exec(text);
  const [, address = '', prefix = ''] = match ?? [];
  const family = ipFamily(address);
  const bits = address.includes(':') ? 128 : 32;
  if (family === undefined || Number(prefix) > bits || prefix.length > 3) {
    return ['must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)'];
  }
  if ((!address.includes(':') && !isIPv4(address)) || /^0\d/.test(prefix)) {
    return ['must not have leading 0s in IP or prefix length'];
  }
  if (address.includes(':') && isMapped(address)) return ['must not have an IPv4-mapped IPv6 address'];
  return hasHostBits(address, Number(prefix), bits) ? ['must not have bits set beyond the prefix length'] : [];
};

/** The number of an address. */
export function addressNumber(address: string): bigint {
  if (!address.includes(':')) return address.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  return (groupsOf(address) ?? []).reduce((sum, group) => sum * 65536n + BigInt(group), 0n);
}

function hasHostBits(address: string, prefix: number, bits: number): boolean {
  return addressNumber(address) % (1n << BigInt(bits - prefix)) !== 0n;
}

/** Whether a range contains another one strictly, or an address. */
export function rangeContains(outer: string, inner: string): boolean {
  const [base = '', prefix = '0'] = outer.split('/');
  const [address = ''] = inner.split('/');
  if (base.includes(':') !== address.includes(':')) return false;
  const shift = BigInt((base.includes(':') ? 128 : 32) - Number(prefix));
  return addressNumber(base) >> shift === addressNumber(address) >> shift;
}
