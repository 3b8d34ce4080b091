/** What operators and functions of CEL cost, given the sizes of their operands. */
import { type Estimate, type Operand, over, times } from './cel-estimate.js';
import { type CelKind, type CelType, typeOfKind } from './cel-types.js';

const TRAVERSAL = 0.1;
const REGEX = 0.25;
/** Length of the longest pattern behind `format.*().validate()`. */
const FORMAT_PATTERN = 128;

const sizeOf = ({ size, type }: Operand): number => size ?? (isScalar(type) ? 1 : over);
const read = (size: number, factor = 1): number => Math.ceil(times(size, TRAVERSAL * factor));
const SCALARS = new Set<CelKind | undefined>(['bool', 'double', 'duration', 'int', 'timestamp', 'null']);

function isScalar(type: CelType | undefined): boolean {
  return SCALARS.has(type?.kind === 'optional' ? type.element?.kind : type?.kind);
}

const isText = ({ type }: Operand): boolean => type?.kind === 'string' || type?.kind === 'bytes';
const isOpen = ({ type }: Operand): boolean => type === undefined || type.kind === 'dyn';
const value = (kind: CelKind, more: Partial<Operand> = {}): Operand => ({ type: typeOfKind(kind), path: [], ...more });

/** The cost of an operator with its operands. */
export function operatorCost(operator: string, parts: readonly Estimate[]): Estimate {
  const isGuess = parts.some((part) => part.isGuess);
  const sum = parts.reduce((total, part) => total + part.cost, 0);
  const [first, second, third] = parts;
  if (first === undefined) return { cost: 0, path: [], isGuess: true };
  if (operator === '?:' && second !== undefined && third !== undefined) {
    const size = Math.max(sizeOf(second), sizeOf(third));
    const entry =
      second.entry === undefined || third.entry === undefined ? undefined : Math.max(second.entry, third.entry);
    const cost = first.cost + Math.max(second.cost, third.cost);
    return { cost, type: second.type ?? third.type, path: [], size, entry, isGuess };
  }
  if (second === undefined) return { cost: sum + 1, ...value(first.type?.kind ?? 'dyn'), isGuess };
  const [cost, made] = binary(operator, first, second);
  return { ...made, cost: sum + cost, isGuess };
}

function binary(operator: string, left: Operand, right: Operand): [cost: number, made: Operand] {
  const smaller = Math.min(sizeOf(left), sizeOf(right));
  switch (operator) {
    case '&&':
    case '||':
      return [0, value('bool')];
    case '==':
      return [isComparedAtOnce(left, right) ? 1 : read(smaller), value('bool')];
    case '!=':
      return [read(smaller), value('bool')];
    case '<':
    case '<=':
    case '>':
    case '>=': {
      if (isText(left) || isText(right)) return [read(smaller), value('bool')];
      return [isOpen(left) && isOpen(right) ? Math.max(1, read(smaller)) : 1, value('bool')];
    }
    case 'in':
      return [right.type?.kind === 'map' ? 1 : sizeOf(right), value('bool')];
    case '+':
      return sumOf(left, right);
    default:
      return [1, value(left.type?.kind ?? right.type?.kind ?? 'dyn')];
  }
}

/** Values of the library's own types are not read through. */
function isComparedAtOnce(left: Operand, right: Operand): boolean {
  return left.type?.kind === 'opaque' && right.type?.kind === 'opaque';
}

function sumOf(left: Operand, right: Operand): [cost: number, made: Operand] {
  const size = sizeOf(left) + sizeOf(right);
  const known = isOpen(left) ? right : left;
  if (known.type?.kind === 'list') {
    const entry = left.entry === undefined || right.entry === undefined ? undefined : Math.max(left.entry, right.entry);
    return [1, { type: known.type, path: [], size, entry }];
  }
  if (isText(known) || isOpen(known)) return [read(size), { type: known.type, path: [], size }];
  return [1, value(known.type?.kind ?? 'dyn')];
}

/** The cost of a call with its target and arguments; names of libraries stand before functions, as in `sets.contains`. */
export function callCost(name: string, target: Estimate | undefined, args: readonly Estimate[]): Estimate {
  const sum = args.reduce((total, argument) => total + argument.cost, target?.cost ?? 0);
  const isGuess = [...args, ...(target === undefined ? [] : [target])].some((operand) => operand.isGuess);
  const [cost, made] = own(name, target, args) ?? [1, name.startsWith('format.') ? OPAQUE : RESULTS[name]];
  if (made === undefined) return { cost: sum + cost, path: [], isGuess: true };
  return { ...made, cost: sum + cost, isGuess };
}

type Own = [cost: number, made: Operand];

function own(name: string, target: Operand | undefined, args: readonly Operand[]): Own | undefined {
  const [first, second] = args;
  if (target !== undefined) return method(name, target, args);
  if (first === undefined) return undefined;
  const size = sizeOf(first);
  if (PARSERS.has(name)) return [read(size), value(name.startsWith('is') ? 'bool' : 'opaque')];
  switch (name) {
    case 'dyn':
      return [1, { ...first, type: typeOfKind('dyn') }];
    case 'matches':
      return second === undefined ? undefined : [pattern(size, sizeOf(second)), value('bool')];
    case 'bytes':
      return first.type?.kind === 'string' ? [read(size), value('bytes', { size: size * 4 })] : undefined;
    case 'string':
      return first.type?.kind === 'bytes' ? [read(size), value('string', { size })] : [1, value('string')];
    case 'ip.isCanonical':
      return [read(size, 2), value('bool')];
    case 'sets.contains':
    case 'sets.intersects':
    case 'sets.equivalent': {
      const factor = name === 'sets.equivalent' ? 2 : 1;
      return [1 + times(times(size, second === undefined ? over : sizeOf(second)), factor), value('bool')];
    }
    default:
      return undefined;
  }
}

const PARSERS = new Set(['cidr', 'ip', 'isCIDR', 'isIP', 'isQuantity', 'isSemver', 'quantity', 'semver', 'url']);
const SAME_SIZE = new Set(['lowerAscii', 'substring', 'trim', 'upperAscii']);
const SEARCHES = new Set(['includes', 'indexOf', 'isSorted', 'lastIndexOf', 'max', 'min', 'sum']);

const pattern = (text: number, regex: number): number => times(read(text + 1), Math.ceil(times(regex, REGEX)));

function method(name: string, target: Operand, args: readonly Operand[]): Own | undefined {
  const [first] = args;
  const size = sizeOf(target);
  const given = first === undefined ? over : sizeOf(first);
  if (SAME_SIZE.has(name)) return [read(size), value('string', { size })];
  if (SEARCHES.has(name)) return [search(target, size), searchResult(name, target)];
  switch (name) {
    case 'startsWith':
    case 'endsWith':
      return [read(given), value('bool')];
    case 'matches':
      return [pattern(size, given), value('bool')];
    case 'contains':
      return [times(read(size), read(given)), value('bool')];
    case 'find':
      return [pattern(size, given), value('string', { size })];
    case 'findAll':
      return [pattern(size, given), { type: typeOfKind('list', typeOfKind('string')), path: [], size }];
    case 'format':
      return [read(size), value('string')];
    case 'replace':
      return [read(size, 2), value('string', { size: replaced(size, first, args[1]) })];
    case 'split':
      return [read(size, 2), { type: typeOfKind('list', typeOfKind('string')), path: [], size: split(size, args[1]) }];
    case 'join':
      return joined(target, size, first);
    case 'validate':
      return [Math.ceil(times(read(given), FORMAT_PATTERN * REGEX)), value('opaque')];
    case 'containsIP':
    case 'containsCIDR':
      return [
        Math.ceil(32 * TRAVERSAL) + (name === 'containsIP' ? 0 : 3) + (first && isText(first) ? read(given) : 0),
        value('bool'),
      ];
    case 'orValue':
      return [1, { type: target.type?.element ?? first?.type, path: [] }];
    case 'value':
    case 'or':
      return [1, { type: name === 'or' ? target.type : target.type?.element, path: [] }];
    case 'distinct':
      return [11 + times(times(size, size), 2), { type: target.type, path: [], size }];
    case 'sort':
      return [
        11 + Math.ceil(times(times(size, size), isTextList(target) ? 2.1 : 2)),
        { type: target.type, path: [], size },
      ];
    case 'reverse':
      return target.type?.kind === 'list' ? [11 + size, { ...target, path: [] }] : [1, value('string')];
    default:
      return undefined;
  }
}

/** Each item is compared once; texts are read. */
function search(target: Operand, size: number): number {
  if (target.type?.kind !== 'list' || target.type.element === undefined) return isText(target) ? read(size) : size;
  const item = target.path.length > 0 ? target.type.element.largest : over;
  return times(size, 1 + (isTextList(target) ? read(item) : 0));
}

function isTextList({ type }: Operand): boolean {
  return type?.element?.kind === 'string' || type?.element?.kind === 'bytes';
}

function searchResult(name: string, { type }: Operand): Operand {
  if (name === 'isSorted' || name === 'includes') return value('bool');
  if (name === 'indexOf' || name === 'lastIndexOf') return value('int');
  return { type: type?.element, path: [] };
}

function replaced(size: number, from: Operand | undefined, to: Operand | undefined): number {
  const [least, most] = [from?.least ?? 0, to === undefined ? over : sizeOf(to)];
  if (least === 0) return times(size + 1, most) + size;
  return most <= least ? size : times(Math.ceil(size / least), most);
}

function split(size: number, limit: Operand | undefined): number {
  return limit?.literal !== undefined && limit.type?.kind === 'int' ? Number(limit.literal) : size;
}

function joined(target: Operand, size: number, separator: Operand | undefined): Own {
  const item = target.path.length > 0 ? (target.type?.element?.largest ?? over) : over;
  const between = separator === undefined ? 0 : times(sizeOf(separator), Math.max(size - 1, 0));
  const length = times(size, item) + between;
  return [read(length), value('string', { size: length })];
}

const BOOL = value('bool');
const INT = value('int');
const OPAQUE = value('opaque');

/** What functions with a fixed price make. */
const RESULTS: Readonly<Record<string, Operand>> = Object.fromEntries([
  ...`hasValue isInteger isGreaterThan isLessThan isUnspecified isLoopback isLinkLocalMulticast isLinkLocalUnicast
    isGlobalUnicast isURL bool`
    .split(/\s+/)
    .map((name): [string, Operand] => [name, BOOL]),
  ...`size int uint compareTo sign asInteger major minor patch prefixLength family getFullYear getMonth getDate
    getDayOfMonth getDayOfWeek getDayOfYear getHours getMinutes getSeconds getMilliseconds`
    .split(/\s+/)
    .map((name): [string, Operand] => [name, INT]),
  ...`add sub masked optional.none optional.of optional.ofNonZeroValue type`
    .split(/\s+/)
    .map((name): [string, Operand] => [name, OPAQUE]),
  ...`getScheme getHostname getHost getPort getEscapedPath charAt`
    .split(/\s+/)
    .map((name): [string, Operand] => [name, value('string')]),
  ['double', value('double')],
  ['asApproximateFloat', value('double')],
  ['duration', value('duration')],
  ['timestamp', value('timestamp')],
]);
