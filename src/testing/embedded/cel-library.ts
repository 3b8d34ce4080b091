/** Functions that Kubernetes adds to CEL: strings, lists, regular expressions, quantities, URLs, IPs, CIDRs, formats. */
import { isIP, isIPv4, isIPv6 } from 'node:net';
import { isDns1035Label, isDnsLabel, isSubdomain, labelValueProblems, qualifiedNameProblems } from './object-names.js';
import { parseQuantity, Quantity } from './quantity.js';
import { compilePattern, type Pattern } from '../../kubernetes/regex/pattern.js';

type Handler = (...parameters: never[]) => unknown;

/** An IP address in CEL. */
export class CelIp {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A network in CEL. */
export class CelCidr {
  readonly address: string;
  readonly bits: number;
  constructor(address: string, bits: number) {
    this.address = address;
    this.bits = bits;
  }
}

/** A URL in CEL. */
export class CelUrl {
  readonly url: URL;
  constructor(url: URL) {
    this.url = url;
  }
}

/** Types that the functions below use. */
export const celTypes: readonly [string, new (...parameters: never[]) => unknown][] = [
  ['Quantity', Quantity],
  ['IP', CelIp],
  ['CIDR', CelCidr],
  ['URL', CelUrl],
];

type Comparable = bigint | number | string;
const compare = (left: Comparable, right: Comparable): number => (left < right ? -1 : Number(left > right));

const strings: [string, Handler][] = [
  [
    'string.replace(string, string): string',
    (text: string, from: string, to: string) => text.replaceAll(from, () => to),
  ],
  ['string.charAt(int): string', (text: string, index: bigint) => text[Number(index)] ?? ''],
  ['string.reverse(): string', (text: string) => [...text].reverse().join('')],
  ['string.find(string): string', (text: string, pattern: string) => patternOf(pattern).find(text) ?? ''],
  ['string.findAll(string): list<string>', (text: string, pattern: string) => findAll(text, pattern, -1)],
  [
    'string.findAll(string, int): list<string>',
    (text: string, pattern: string, limit: bigint) => findAll(text, pattern, Number(limit)),
  ],
];

function findAll(text: string, pattern: string, limit: number): string[] {
  return patternOf(pattern).findAll(text, limit);
}

function patternOf(text: string): Pattern {
  const compiled = compilePattern(text);
  if (compiled.kind === 'wrong') throw new Error(`error parsing regexp: ${compiled.message}`);
  return compiled.pattern;
}

const lists: [string, Handler][] = [
  [
    'list.isSorted(): bool',
    (list: Comparable[]) => list.every((item, index) => index === 0 || compare(list[index - 1] ?? item, item) <= 0),
  ],
  [
    'list.sum(): dyn',
    (list: (bigint | number)[]) =>
      typeof list[0] === 'number'
        ? (list as number[]).reduce((sum, item) => sum + item, 0)
        : (list as bigint[]).reduce((sum, item) => sum + item, 0n),
  ],
  ['list.min(): dyn', (list: Comparable[]) => list.reduce((least, item) => (compare(item, least) < 0 ? item : least))],
  ['list.max(): dyn', (list: Comparable[]) => list.reduce((most, item) => (compare(item, most) > 0 ? item : most))],
  ['list.indexOf(dyn): int', (list: unknown[], item: unknown) => BigInt(list.indexOf(item))],
  ['list.lastIndexOf(dyn): int', (list: unknown[], item: unknown) => BigInt(list.lastIndexOf(item))],
  ['list.distinct(): list', (list: unknown[]) => [...new Set(list)]],
  ['list.sort(): list', (list: Comparable[]) => [...list].sort(compare)],
  ['list.first(): dyn', (list: unknown[]) => list[0]],
];

const quantities: [string, Handler][] = [
  ['quantity(string): Quantity', (text: string) => quantityOf(text)],
  ['isQuantity(string): bool', (text: string) => parseQuantity(text) !== undefined],
  ['Quantity.isInteger(): bool', (quantity: Quantity) => quantity.isInteger],
  ['Quantity.asInteger(): int', (quantity: Quantity) => quantity.asInteger()],
  ['Quantity.asApproximateFloat(): double', (quantity: Quantity) => quantity.asNumber()],
  ['Quantity.sign(): int', (quantity: Quantity) => BigInt(Math.sign(quantity.asNumber()))],
  ['Quantity.isGreaterThan(Quantity): bool', (left: Quantity, right: Quantity) => left.compare(right) > 0],
  ['Quantity.isLessThan(Quantity): bool', (left: Quantity, right: Quantity) => left.compare(right) < 0],
  ['Quantity.compareTo(Quantity): int', (left: Quantity, right: Quantity) => BigInt(left.compare(right))],
  ['Quantity.add(Quantity): Quantity', (left: Quantity, right: Quantity) => left.plus(right)],
  ['Quantity.sub(Quantity): Quantity', (left: Quantity, right: Quantity) => left.minus(right)],
];

function quantityOf(text: string): Quantity {
  const quantity = parseQuantity(text);
  if (quantity === undefined)
    throw new Error(`quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'`);
  return quantity;
}

const urls: [string, Handler][] = [
  ['isURL(string): bool', (text: string) => parseUrl(text) !== undefined],
  ['url(string): URL', (text: string) => urlOf(text)],
  ['URL.getScheme(): string', ({ url }: CelUrl) => (url.protocol === 'kbts-none:' ? '' : url.protocol.slice(0, -1))],
  ['URL.getHost(): string', ({ url }: CelUrl) => (url.protocol === 'kbts-none:' ? '' : url.host)],
  [
    'URL.getHostname(): string',
    ({ url }: CelUrl) => (url.protocol === 'kbts-none:' ? '' : url.hostname.replace(/^\[|\]$/g, '')),
  ],
  ['URL.getPort(): string', ({ url }: CelUrl) => url.port],
  ['URL.getEscapedPath(): string', ({ url }: CelUrl) => url.pathname],
];

function parseUrl(text: string): URL | undefined {
  const absolute = text.startsWith('/') ? `kbts-none://x${text}` : text;
  return URL.canParse(absolute) && /^[a-z][a-z0-9+.-]*:\/\//i.test(absolute) ? new URL(absolute) : undefined;
}

function urlOf(text: string): CelUrl {
  const url = parseUrl(text);
  if (url === undefined) throw new Error(`URL parse error during conversion from string: ${text}`);
  return new CelUrl(url);
}

const networks: [string, Handler][] = [
  ['isIP(string): bool', (text: string) => isIP(text) !== 0],
  ['ip(string): IP', (text: string) => ipOf(text)],
  ['IP.family(): int', ({ text }: CelIp) => (isIPv4(text) ? 4n : 6n)],
  ['IP.isLoopback(): bool', ({ text }: CelIp) => text.startsWith('127.') || text === '::1'],
  ['IP.isUnspecified(): bool', ({ text }: CelIp) => text === '0.0.0.0' || text === '::'],
  ['string(IP): string', ({ text }: CelIp) => text],
  ['isCIDR(string): bool', (text: string) => parseCidr(text) !== undefined],
  ['cidr(string): CIDR', (text: string) => cidrOf(text)],
  ['CIDR.prefixLength(): int', ({ bits }: CelCidr) => BigInt(bits)],
  ['CIDR.ip(): IP', ({ address }: CelCidr) => new CelIp(address)],
  ['CIDR.containsIP(string): bool', (network: CelCidr, text: string) => contains(network, text)],
  ['CIDR.containsIP(IP): bool', (network: CelCidr, { text }: CelIp) => contains(network, text)],
];

function ipOf(text: string): CelIp {
  if (isIP(text) === 0) throw new Error(`IP Address "${text}" parse error during conversion from string`);
  return new CelIp(text);
}

function parseCidr(text: string): CelCidr | undefined {
  const [address = '', bits = ''] = text.split('/');
  const limit = isIPv4(address) ? 32 : 128;
  if ((!isIPv4(address) && !isIPv6(address)) || !/^\d+$/.test(bits) || Number(bits) > limit) return undefined;
  return new CelCidr(address, Number(bits));
}

function cidrOf(text: string): CelCidr {
  const network = parseCidr(text);
  if (network === undefined) throw new Error(`network address parse error during conversion from string: ${text}`);
  return network;
}

function contains({ address, bits }: CelCidr, text: string): boolean {
  if (!isIPv4(address) || !isIPv4(text)) return false;
  const number = (ip: string): bigint => ip.split('.').reduce((sum, part) => sum * 256n + BigInt(part), 0n);
  const shift = BigInt(32 - bits);
  return number(address) >> shift === number(text) >> shift;
}

const FORMATS: Readonly<Record<string, (text: string) => string[]>> = {
  dns1123Label: isDnsLabel,
  dns1123Subdomain: isSubdomain,
  dns1035Label: isDns1035Label,
  qualifiedName: qualifiedNameProblems,
  labelValue: labelValueProblems,
};

const formats: [string, Handler][] = [
  ['isDNS1123Label(string): bool', (text: string) => (FORMATS['dns1123Label']?.(text) ?? []).length === 0],
];

/** Signatures and handlers of all functions. */
export const celFunctions: readonly [string, (...parameters: unknown[]) => unknown][] = [
  ...strings,
  ...lists,
  ...quantities,
  ...urls,
  ...networks,
  ...formats,
] as [string, (...parameters: unknown[]) => unknown][];
