/** What a call costs, given its function, the values that it gets and what it returns. */
import { NamedFormat } from '../run/named-formats.js';
import { Cidr, Ip } from '../run/networks.js';
import { CelFailure, CelOptional } from '../run/values.js';
import { Stopped } from './meter.js';
import { depthCost, sizeOf, traversal } from './measure.js';

const LIST_BASE = 10;
/** What a list of requirements costs for each, and how short one can be. */
const REQUIREMENT = 50;
const REQUIREMENTS_PER_CHARACTER = 0.5;
/** An authorization check is a request of its own: two fit into an expression. */
const CHECK = 350_000;
/** A pattern has about one state for so many of its characters. */
const STATES_PER_CHARACTER = 0.25;

/** The cost of a call; `overload` is empty where only the values decide which one is meant. */
export function callCharge(name: string, overload: string, args: readonly unknown[], result: unknown): number {
  return (
    listCharge(overload, args, result) ?? LIBRARY[name]?.(args, overload, result) ?? languageCharge(overload, args)
  );
}

/** Whether the cost depends on what the call returns, so that it can only be charged afterwards. */
export function dependsOnResult(name: string, overload: string): boolean {
  return name === 'join' || overload === 'list_slice';
}

/** Whether the cost is that of the items of a list, which therefore has to be there. */
function needsList(overload: string): boolean {
  return overload === 'list_distinct' || SORTS.test(overload);
}

const SORTS = /^list_[\w.]+_sort(ByAssociatedKeys)?$/;

function listCharge(overload: string, args: readonly unknown[], result: unknown): number | undefined {
  const [first, second] = args;
  switch (overload) {
    case 'list_sets_contains_list':
    case 'list_sets_intersects_list':
      return 1 + sizeOf(first) * sizeOf(second);
    case 'list_sets_equivalent_list':
      return 1 + 2 * sizeOf(first) * sizeOf(second);
    case 'lists_range':
      return allocating(1, typeof first === 'bigint' && first > 0n ? Number(first) : 0);
    case 'list_slice':
      return allocating(1, sizeOf(result));
    case 'list_reverse':
      return allocating(1, sizeOf(first));
    case 'list_flatten':
    case 'list_flatten_int':
      return allocating(args.length === 2 && typeof second === 'bigint' ? Number(second) : 1, sizeOf(first));
    default:
      if (!needsList(overload)) return undefined;
      return comparing(overload.endsWith('_sortByAssociatedKeys') ? second : first);
  }
}

function allocating(factor: number, size: number): number {
  return Math.floor(size * (factor < 0 ? 1 : factor)) + 1 + LIST_BASE;
}

/** Every item with every other one. */
function comparing(list: unknown): number {
  // The API server's own count breaks there, and nothing can make good for that.
  if (!Array.isArray(list)) throw new Stopped(list instanceof CelFailure ? list : new CelFailure('no such overload'));
  const size = sizeOf(list);
  const [item] = list as unknown[];
  return allocating(typeof item === 'string' || item instanceof Uint8Array ? 2.1 : 2, size * size);
}

type Charge = (args: readonly unknown[], overload: string, result: unknown) => number | undefined;

function each(names: string, charge: Charge): Record<string, Charge> {
  return Object.fromEntries(
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, charge]),
  );
}

const selectorCharge: Charge = ([, text]) => {
  const size = sizeOf(text);
  return LIST_BASE + traversal(size) + Math.ceil(size * REQUIREMENTS_PER_CHARACTER) * REQUIREMENT;
};

function patternCharge(text: unknown, patternSize: number): number {
  return traversal(1 + sizeOf(text)) * Math.ceil(patternSize * STATES_PER_CHARACTER);
}

/** Comparing two networks looks at the bytes of one of them twice. */
function networkCharge(network: unknown, other: unknown, isText: boolean): number {
  return traversal(2 * sizeOf(network)) + (isText ? traversal(sizeOf(other)) : 0);
}

const LIBRARY: Readonly<Record<string, Charge>> = {
  check: () => CHECK,
  ...each(
    `serviceAccount path group resource subresource namespace name allowed reason error errored
    masked prefixLength family isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named
    sign asInteger isInteger asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch
    getScheme getHostname getHost getPort getEscapedPath getQuery`,
    () => 1,
  ),
  ...each('fieldSelector labelSelector', selectorCharge),
  ...each('isSorted sum max min indexOf lastIndexOf includes', ([list]) => depthCost(list)),
  ...each(
    'url jsonpatch.escapeKey lowerAscii upperAscii substring trim cidr isIP isCIDR quantity isQuantity semver isSemver',
    ([text]) => traversal(sizeOf(text)),
  ),
  ...each('replace split ip.isCanonical', ([text]) => traversal(2 * sizeOf(text))),
  join: (_args, _overload, result) => traversal(2 * sizeOf(result)),
  ...each('find findAll', ([text, pattern]) => patternCharge(text, sizeOf(pattern))),
  ip: ([text], overload) => (overload === 'cidr_ip' ? 1 : traversal(sizeOf(text))),
  containsIP: ([network, other], overload) => networkCharge(network, other, overload === 'cidr_contains_ip_string'),
  containsCIDR: ([network, other], overload) =>
    networkCharge(network, other, overload === 'cidr_contains_cidr_string') + traversal(sizeOf(network)) + 1,
  // Only what is called on an address or network itself is cheap, not `!=`.
  '_==_': ([left]) => (left instanceof Ip || left instanceof Cidr ? 1 : undefined),
  validate: ([format, text]) => (format instanceof NamedFormat ? patternCharge(text, format.patternSize) : undefined),
};

/** An optional is as large as what it holds. */
function innerSize(value: unknown): number {
  return value instanceof CelOptional ? innerSize(value.value) : sizeOf(value);
}

const ORDERS = /^(less|greater)(_equals)?_(string|bytes)$/;

/** Functions of the language itself. */
function languageCharge(overload: string, [first, second]: readonly unknown[]): number {
  switch (overload) {
    case 'starts_with_string':
    case 'ends_with_string':
      return traversal(innerSize(second));
    case 'string_to_bytes':
    case 'bytes_to_string':
    case 'strings_quote':
    case 'string_format':
      return traversal(innerSize(first));
    case 'in_list':
      return innerSize(second);
    case 'equals':
    case 'not_equals':
      return traversal(Math.min(innerSize(first), innerSize(second)));
    case 'add_string':
    case 'add_bytes':
      return traversal(innerSize(first) + innerSize(second));
    case 'matches':
    case 'matches_string':
      return patternCharge(first, innerSize(second));
    case 'contains_string':
      return traversal(innerSize(first)) * traversal(innerSize(second));
    default:
      return ORDERS.test(overload) ? traversal(Math.min(innerSize(first), innerSize(second))) : 1;
  }
}
