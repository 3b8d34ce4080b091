/** What calls cost and how large their results are, given the sizes of their arguments. */
import type { Node } from '../syntax/node.js';
import {
  capped,
  ENDLESS,
  fixed,
  LIST_BASE,
  plus,
  type Range,
  REGEX,
  scaled,
  times,
  TRAVERSAL,
  union,
  UNKNOWN,
} from './size.js';
import type { Type } from '../check/types.js';

/** An argument or target. */
export interface Operand {
  readonly node?: Node;
  readonly type: Type;
  /** Where the schema declares it, from a variable on; empty for computed values. */
  readonly path: readonly string[];
  readonly size?: Range;
}

/** The cost of a call without that of its arguments, and the size of its result where that is known. */
export interface CallCost {
  readonly cost: Range;
  readonly size?: Range;
}

/** Asks the schema for the size of a value. */
export type SizeOf = (path: readonly string[]) => Range | undefined;

/** A call to be judged. */
export interface CostedCall {
  readonly name: string;
  readonly overload: string;
  readonly target?: Operand;
  readonly args: readonly Operand[];
  readonly declared: SizeOf;
}

const ONE = fixed(1);

/** What libraries of the API server charge; undefined for calls that the language itself prices. */
export function libraryCost(call: CostedCall): CallCost | undefined {
  return listCost(call) ?? namedCost(call);
}

const sizeOf = ({ declared }: CostedCall, { size, path }: Operand): Range => size ?? declared(path) ?? UNKNOWN;

function listCost(call: CostedCall): CallCost | undefined {
  const { overload, target, args } = call;
  const [first, second] = args;
  if (overload.startsWith('list_sets_') && first !== undefined && second !== undefined) {
    const factor = overload === 'list_sets_equivalent_list' ? 2 : 1;
    return { cost: plus(scaled(times(sizeOf(call, first), sizeOf(call, second)), factor), ONE) };
  }
  if (overload === 'lists_range') return allocating(1, fixed(literalInt(first, ENDLESS)));
  if (target === undefined) return undefined;
  const size = sizeOf(call, target);
  if (overload === 'list_slice') {
    const length = literalInt(second, size.max) - literalInt(first, 0);
    return allocating(1, fixed(length < 0 ? ENDLESS : length));
  }
  if (overload === 'list_flatten' || overload === 'list_flatten_int')
    return allocating(first === undefined ? 1 : literalInt(first, ENDLESS), size);
  if (overload === 'list_reverse') return allocating(1, size);
  if (overload === 'list_distinct') return allocating(2, times(size, size));
  const sorted = /^list_(.*)_sort(ByAssociatedKeys)?$/.exec(overload);
  if (sorted === null) return undefined;
  const keys = sorted[2] === undefined || first === undefined ? size : sizeOf(call, first);
  const isText = sorted[1] === 'string' || sorted[1] === 'bytes';
  return allocating(isText ? 2 + TRAVERSAL : 2, times(keys, keys));
}

function allocating(factor: number, size: Range): CallCost {
  return { cost: plus(scaled(size, factor), fixed(1 + LIST_BASE)), size };
}

function literalInt(operand: Operand | undefined, otherwise: number): number {
  const node = operand?.node;
  if (node?.kind !== 'literal' || node.literal.type !== 'int') return otherwise;
  return Math.max(0, Number(node.literal.value));
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));
const SEARCHES = words('isSorted sum max min indexOf lastIndexOf includes');
const SAME_SIZE = words('lowerAscii upperAscii substring trim');
const PARSERS = words('cidr isIP isCIDR quantity isQuantity semver isSemver');
const AT_ONCE =
  words(`serviceAccount path group resource subresource namespace name allowed reason error errored masked prefixLength family
  isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast isGlobalUnicast format.named sign asInteger isInteger
  asApproximateFloat isGreaterThan isLessThan compareTo add sub major minor patch getScheme getHostname getHost getPort getEscapedPath getQuery`);
/** An authorization check is a request of its own. */
const CHECK = 350_000;

function namedCost(call: CostedCall): CallCost | undefined {
  const { name, overload, target, args } = call;
  const [first] = args;
  if (AT_ONCE.has(name)) return { cost: ONE };
  if (name === 'check') return { cost: fixed(CHECK) };
  if (name === '_==_') return equalityCost(call);
  if (target !== undefined) return methodCost(call, target);
  if (first === undefined) return undefined;
  const size = sizeOf(call, first);
  if (name === 'url') return { cost: scaled(size, TRAVERSAL), size };
  if (PARSERS.has(name) || (name === 'ip' && overload !== 'cidr_ip')) return { cost: scaled(size, TRAVERSAL) };
  return name === 'ip.isCanonical' ? { cost: scaled(size, 2 * TRAVERSAL) } : undefined;
}

function methodCost(call: CostedCall, target: Operand): CallCost | undefined {
  const { name, args } = call;
  const [first] = args;
  const size = sizeOf(call, target);
  if (SEARCHES.has(name)) return { cost: searchCost(call, target, size) };
  if (SAME_SIZE.has(name)) return { cost: scaled(size, TRAVERSAL), size };
  switch (name) {
    case 'ip':
      return { cost: ONE };
    case 'replace':
      return { cost: scaled(size, 2 * TRAVERSAL), size: replaced(call, size) };
    case 'split':
      return { cost: scaled(size, 2 * TRAVERSAL), size: { min: 0, max: literalInt(args[1], size.max) } };
    case 'join':
      return joinCost(call, target, size);
    case 'find':
    case 'findAll': {
      if (first === undefined) return undefined;
      const text = scaled(plus(size, ONE), TRAVERSAL);
      return { cost: times(text, scaled(sizeOf(call, first), REGEX)), size: { min: 0, max: size.max } };
    }
    case 'containsIP':
    case 'containsCIDR':
      return { cost: networkCost(call) };
    case 'validate':
      return first && { cost: scaled(scaled(sizeOf(call, first), TRAVERSAL), FORMAT_PATTERN * REGEX) };
    case 'fieldSelector':
    case 'labelSelector':
      return first && { cost: selectorCost(sizeOf(call, first)) };
    default:
      return undefined;
  }
}

/** Length of the longest pattern behind `format.*().validate()`. */
const FORMAT_PATTERN = 128;
const FORMAT_SIZE = 64;

function selectorCost(size: Range): Range {
  const requirements = scaled(scaled(size, 0.5), LIST_BASE + 40);
  return plus(plus(fixed(LIST_BASE), scaled(size, TRAVERSAL)), requirements);
}

/** Each item is compared once; strings are read. */
function searchCost(call: CostedCall, target: Operand, size: Range): Range {
  const [element] = target.type.params;
  if (element === undefined) return call.name === 'includes' ? size : scaled(size, TRAVERSAL);
  const isText = element.kind === 'string' || element.kind === 'bytes';
  const item = isText ? plus(ONE, scaled(itemSize(call, target), TRAVERSAL)) : ONE;
  return times(size, item);
}

function itemSize({ declared }: CostedCall, { path }: Operand): Range {
  return (path.length === 0 ? undefined : declared([...path, '@items'])) ?? UNKNOWN;
}

function joinCost(call: CostedCall, target: Operand, size: Range): CallCost {
  const [separator] = call.args;
  const items = target.type.params.length > 0 ? times(size, itemSize(call, target)) : fixed(0);
  const between = { min: Math.max(0, size.min - 1), max: size.max === ENDLESS ? ENDLESS : Math.max(0, size.max - 1) };
  const length = separator === undefined ? items : plus(items, times(sizeOf(call, separator), between));
  return { cost: scaled(length, TRAVERSAL), size: length };
}

function networkCost(call: CostedCall): Range {
  const [other] = call.args;
  const address = { min: 4, max: 16 };
  const base = scaled(plus(address, address), TRAVERSAL);
  const cost = call.name === 'containsIP' ? base : plus(plus(base, scaled(address, TRAVERSAL)), ONE);
  if (!call.overload.endsWith('_string') || other === undefined) return cost;
  return plus(cost, scaled(sizeOf(call, other), TRAVERSAL));
}

function replaced(call: CostedCall, size: Range): Range {
  const [from, to] = call.args;
  if (from === undefined || to === undefined) return UNKNOWN;
  const [old, fresh] = [sizeOf(call, from), sizeOf(call, to)];
  let [most, kept] = [0, 0];
  if (old.min === 0) [most, kept] = [capped(size.max + 1), size.max];
  else if (fresh.max <= old.min) kept = size.max;
  else most = Math.ceil(size.max / old.min);
  return { min: 0, max: capped(most * fresh.max + kept) };
}

/** Values of the library's own types are compared at once. */
function equalityCost({ args }: CostedCall): CallCost | undefined {
  const [left, right] = args;
  if (left === undefined || right === undefined || left.type.name !== right.type.name) return undefined;
  const { kind, name } = left.type;
  if (kind === 'opaque') return name === 'net.IP' || name === 'net.CIDR' ? { cost: ONE } : undefined;
  if (kind !== 'struct' || !name.startsWith('kubernetes.')) return undefined;
  if (name === 'kubernetes.NamedFormat') return { cost: scaled({ min: 1, max: FORMAT_SIZE }, TRAVERSAL) };
  if (name !== 'kubernetes.URL') return { cost: ONE };
  return { cost: scaled({ min: 1, max: right.size === undefined ? 1 : union(right.size, right.size).max }, TRAVERSAL) };
}
