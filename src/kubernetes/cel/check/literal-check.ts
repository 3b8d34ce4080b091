/** Constants that fail whenever they are used: patterns, durations, timestamps, mixed lists and maps, formats. */
import { parseGoDuration } from '../../value/go-duration.js';
import { isTimestamp } from '../../value/timestamp.js';
import { compilePattern } from '../../regex/pattern.js';
import type { Checked } from './check.js';
import type { CelProblem } from './check-words.js';
import { formatProblem } from './format-check.js';
import { childrenOf, type Node, walkNodes } from '../syntax/node.js';
import { isSame, showType, type Type, unwrapOptional } from './types.js';

/** What is wrong with the constants of an expression. */
export function literalProblems(checked: Checked): CelProblem[] {
  const problems: CelProblem[] = [];
  // Arguments of format() may be mixed.
  const exempt = new Set<Node>();
  walkNodes(checked.root, (node) => {
    if (exempt.has(node) || (node.kind === 'call' && node.name === 'format'))
      for (const child of childrenOf(node)) exempt.add(child);
    const mixed = exempt.has(node) ? undefined : mixedProblem(node, checked);
    const problem = callProblem(node) ?? formatProblem(node, checked) ?? mixed;
    if (problem !== undefined) problems.push(problem);
  });
  return problems;
}

const CHECKS: Readonly<Record<string, (text: string) => boolean>> = {
  matches: (text) => compilePattern(text).kind === 'pattern',
  duration: (text) => parseGoDuration(text) !== undefined,
  timestamp: isTimestamp,
};

/** Only the first argument is looked at, which is the pattern of a method and the text of the function. */
function callProblem(node: Node): CelProblem | undefined {
  if (node.kind !== 'call') return undefined;
  const [first] = node.args;
  const check = Object.hasOwn(CHECKS, node.name) ? CHECKS[node.name] : undefined;
  if (check === undefined || first?.kind !== 'literal') return undefined;
  const { literal } = first;
  // null is a duration or a timestamp to the type checker, and nothing that could be one when it is read.
  const isWrong = literal.type === 'string' ? !check(literal.value) : literal.type === 'null';
  return isWrong ? { message: `invalid ${node.name} argument`, at: first.at } : undefined;
}

function mixedProblem(node: Node, { typeOf }: Checked): CelProblem | undefined {
  if (node.kind === 'list') {
    return firstOther(node.elements, (element, index) => {
      const type = typeOf(element);
      return node.optional.includes(index) ? unwrapOptional(type).type : type;
    });
  }
  if (node.kind !== 'map') return undefined;
  const values = node.entries.map(({ value }) => value);
  return (
    firstOther(
      node.entries.map(({ key }) => key),
      typeOf,
    ) ??
    firstOther(values, (value, index) =>
      node.entries[index]?.isOptional === true ? unwrapOptional(typeOf(value)).type : typeOf(value),
    )
  );
}

function firstOther(nodes: readonly Node[], typeAt: (node: Node, index: number) => Type): CelProblem | undefined {
  const [first] = nodes;
  if (first === undefined) return undefined;
  const wanted = typeAt(first, 0);
  const index = nodes.findIndex((node, place) => !isSame(typeAt(node, place), wanted));
  const other = nodes[index];
  if (other === undefined) return undefined;
  const message = `expected type '${showType(wanted)}' but found '${showType(typeAt(other, index))}'`;
  return { message, at: other.at };
}

/** Why an expression without mistakes cannot be made a program: constants that can only fail. */
export function programProblem(root: Node): string | undefined {
  let found: string | undefined;
  walkNodes(root, (node) => {
    if (node.kind !== 'call' || found !== undefined) return;
    found =
      node.target === undefined
        ? (patternProblem(node) ?? conversionProblem(node) ?? castProblem(node) ?? indexProblem(node))
        : searchProblem(node);
  });
  return found;
}

type Call = Extract<Node, { kind: 'call' }>;

function patternProblem({ name, args }: Call): string | undefined {
  return name === 'matches' ? wrongPattern(args[1]) : undefined;
}

/** The methods that search text: their constant patterns are compiled with the program. */
function searchProblem({ name, args }: Call): string | undefined {
  return name === 'find' || name === 'findAll' ? wrongPattern(args[0]) : undefined;
}

function wrongPattern(pattern: Node | undefined): string | undefined {
  if (pattern?.kind !== 'literal' || pattern.literal.type !== 'string') return undefined;
  const compiled = compilePattern(pattern.literal.value);
  return compiled.kind === 'wrong' ? `error parsing regexp: ${compiled.message}` : undefined;
}

const NUMBERS: Readonly<Record<string, RegExp>> = {
  int: /^[-+]?\d+$/,
  uint: /^\+?\d+$/,
  double: /^[-+]?(?:(?:\d[\d_]*(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)$/i,
  bool: /^(?:1|0|t|f|true|false|TRUE|FALSE|True|False)$/,
};

function conversionProblem({ name, args }: Call): string | undefined {
  const [text] = args;
  const form = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (form === undefined || text?.kind !== 'literal' || text.literal.type !== 'string') return undefined;
  return form.test(text.literal.value) ? undefined : `type conversion error from 'string' to '${name}'`;
}

/** By conversion: the types of constants that it takes. Others get past the type checker only as `dyn`. */
const CONVERSIONS: Readonly<Record<string, readonly string[]>> = {
  bool: ['bool', 'string'],
  bytes: ['bytes', 'string'],
  double: ['double', 'int', 'uint', 'string'],
  duration: ['duration', 'string'],
  int: ['int', 'uint', 'double', 'string', 'timestamp', 'duration'],
  string: ['bool', 'bytes', 'double', 'duration', 'int', 'string', 'timestamp', 'uint'],
  timestamp: ['timestamp', 'string', 'int'],
  uint: ['uint', 'int', 'double', 'string'],
};

/** The type of a constant, also of one that conversions make; undefined for what is known at run time only. */
function constantType(node: Node): string | undefined {
  if (node.kind === 'literal') return node.literal.type;
  if (node.kind === 'list' || node.kind === 'map') {
    return childrenOf(node).every((child) => constantType(child) !== undefined) ? node.kind : undefined;
  }
  const [operand] = node.kind === 'call' && node.target === undefined ? node.args : [];
  if (node.kind !== 'call' || operand === undefined || node.args.length > 1) return undefined;
  const inner = constantType(operand);
  if (inner === undefined || node.name === 'dyn') return inner;
  return node.name === 'type' || Object.hasOwn(CONVERSIONS, node.name) ? node.name : undefined;
}

function castProblem({ name, args }: Call): string | undefined {
  const [operand] = args;
  const taken = Object.hasOwn(CONVERSIONS, name) && args.length === 1 ? CONVERSIONS[name] : undefined;
  const type = taken === undefined || operand === undefined ? undefined : constantType(operand);
  if (taken === undefined || type === undefined || taken.includes(type)) return undefined;
  return `type conversion error from '${type}' to '${name}'`;
}

const QUALIFIERS: Readonly<Record<string, string>> = {
  list: '*types.baseList',
  map: '*types.baseMap',
  bytes: 'types.Bytes',
  null: 'types.Null',
  duration: 'types.Duration',
  timestamp: 'types.Timestamp',
  type: '*types.Type',
};

/** Constants of these types can be no index. */
function indexProblem({ name, args }: Call): string | undefined {
  const [, index] = args;
  if ((name !== '_[_]' && name !== '_[?_]') || index === undefined) return undefined;
  const shown = QUALIFIERS[constantType(index) ?? ''];
  return shown === undefined ? undefined : `invalid qualifier type: ${shown}`;
}
