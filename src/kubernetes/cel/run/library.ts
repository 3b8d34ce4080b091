/** Functions that Kubernetes adds to CEL: quantities, URLs, addresses, networks, versions, formats. */
import { parseQuantity, Quantity } from '../../value/quantity.js';
import { FORMATS, type NamedFormat } from './named-formats.js';
import { type Cidr, type Ip, parseCidr, parseIp } from './networks.js';
import { parseSemver, type Semver } from './semver.js';
import { CelFailure, CelMap, CelOptional } from './values.js';

type Handler = (...args: never[]) => unknown;

function parsed<Value>(value: Value | undefined, message: string): Value {
  if (value === undefined) throw new CelFailure(message);
  return value;
}

const quantityOf = (text: string): Quantity =>
  parsed(
    parseQuantity(text),
    "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'",
  );
const ipOf = (text: string): Ip =>
  parsed(parseIp(text), `IP Address ${JSON.stringify(text)} parse error during conversion from string`);
const cidrOf = (text: string): Cidr =>
  parsed(parseCidr(text), `network address parse error during conversion from string: ${text}`);
const semverOf = (text: string, isLoose = false): Semver =>
  parsed(parseSemver(text, isLoose), `${JSON.stringify(text)} is not a semantic version`);

/** A URL without scheme and host keeps these. */
const PATH_ONLY = 'kbts-path://x';

function parseUrl(text: string): URL | undefined {
  const whole = text.startsWith('/') ? `${PATH_ONLY}${text}` : text;
  return URL.canParse(whole) && /^[a-z][a-z0-9+.-]*:/i.test(whole) ? new URL(whole) : undefined;
}

const isPath = (url: URL): boolean => url.href.startsWith(PATH_ONLY);

/** Functions without a target. */
export const LIBRARY: Readonly<Record<string, Handler>> = {
  quantity: quantityOf,
  isQuantity: (text: string) => parseQuantity(text) !== undefined,
  sign: (quantity: Quantity) => BigInt(quantity.compare(new Quantity(0n))),
  ip: ipOf,
  isIP: (text: string) => parseIp(text) !== undefined,
  'ip.isCanonical': (text: string) => ipOf(text).toString() === text,
  cidr: cidrOf,
  isCIDR: (text: string) => parseCidr(text) !== undefined,
  url: (text: string) => parsed(parseUrl(text), `URL parse error during conversion from string: ${text}`),
  isURL: (text: string) => parseUrl(text) !== undefined,
  semver: semverOf,
  isSemver: (text: string, isLoose = false) => parseSemver(text, isLoose) !== undefined,
  'format.named': (name: string) => (Object.hasOwn(FORMATS, name) ? new CelOptional(FORMATS[name]) : CelOptional.none),
  ...Object.fromEntries(Object.entries(FORMATS).map(([name, format]) => [`format.${name}`, () => format])),
};

type Methods<Target> = Readonly<Record<string, (target: Target, ...args: never[]) => unknown>>;

export const QUANTITY_METHODS: Methods<Quantity> = {
  isInteger: (quantity) => quantity.isInteger,
  asInteger: (quantity) => {
    if (!quantity.isInteger) throw new CelFailure('cannot convert value to integer');
    return quantity.asInteger();
  },
  asApproximateFloat: (quantity) => quantity.asNumber(),
  isGreaterThan: (quantity, other: Quantity) => quantity.compare(other) > 0,
  isLessThan: (quantity, other: Quantity) => quantity.compare(other) < 0,
  compareTo: (quantity, other: Quantity) => BigInt(quantity.compare(other)),
  add: (quantity, other: Quantity | bigint) => quantity.plus(asQuantity(other)),
  sub: (quantity, other: Quantity | bigint) => quantity.minus(asQuantity(other)),
};

function asQuantity(value: Quantity | bigint): Quantity {
  return typeof value === 'bigint' ? quantityOf(String(value)) : value;
}

export const SEMVER_METHODS: Methods<Semver> = {
  major: ({ numbers }) => numbers[0],
  minor: ({ numbers }) => numbers[1],
  patch: ({ numbers }) => numbers[2],
  isGreaterThan: (version, other: Semver) => version.compare(other) > 0,
  isLessThan: (version, other: Semver) => version.compare(other) < 0,
  compareTo: (version, other: Semver) => BigInt(version.compare(other)),
};

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
const isAny = (ip: Ip, networks: readonly string[]): boolean => networks.some((network) => ip.isIn(network));
const LINK_LOCAL = ['169.254.0.0/16', 'fe80::/10'];
const LINK_LOCAL_MULTICAST = ['224.0.0.0/24', 'ff02::/16'];
const MULTICAST = ['224.0.0.0/4', 'ff00::/8'];

export const IP_METHODS: Methods<Ip> = {
  family: ({ family }) => BigInt(family),
  isUnspecified: ({ bits }) => bits === 0n,
  isLoopback: (ip) => isAny(ip, LOOPBACK),
  isLinkLocalUnicast: (ip) => isAny(ip, LINK_LOCAL),
  isLinkLocalMulticast: (ip) => isAny(ip, LINK_LOCAL_MULTICAST),
  isGlobalUnicast: (ip) =>
    ip.bits !== 0n && !isAny(ip, [...LOOPBACK, ...LINK_LOCAL, ...MULTICAST, '255.255.255.255/32']),
};

export const CIDR_METHODS: Methods<Cidr> = {
  ip: ({ ip }) => ip,
  prefixLength: ({ length }) => BigInt(length),
  masked: (network) => network.masked(),
  containsIP: (network, ip: Ip | string) => network.contains(typeof ip === 'string' ? ipOf(ip) : ip),
  containsCIDR: (network, other: Cidr | string) => {
    const inner = typeof other === 'string' ? cidrOf(other) : other;
    return inner.length >= network.length && network.contains(inner.ip);
  },
};

export const URL_METHODS: Methods<URL> = {
  getScheme: (url) => (isPath(url) ? '' : url.protocol.slice(0, -1)),
  getHost: (url) => (isPath(url) ? '' : url.host),
  getHostname: (url) => (isPath(url) ? '' : url.hostname.replaceAll(/^\[|\]$/g, '')),
  getPort: (url) => url.port,
  getEscapedPath: (url) => url.pathname,
  getQuery: (url) =>
    CelMap.of([...new Set(url.searchParams.keys())].map((name) => [name, url.searchParams.getAll(name)] as const)),
};

export const FORMAT_METHODS: Methods<NamedFormat> = {
  validate: (format, text: string) => {
    const problems = format.check(text);
    return problems.length === 0 ? CelOptional.none : new CelOptional(problems);
  },
};
