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
  if (check === undefined || first?.kind !== 'literal' || first.literal.type !== 'string') return undefined;
  return check(first.literal.value) ? undefined : { message: `invalid ${node.name} argument`, at: first.at };
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
    if (node.kind === 'call' && node.target === undefined)
      found ??= patternProblem(node) ?? conversionProblem(node) ?? indexProblem(node);
  });
  return found;
}

type Call = Extract<Node, { kind: 'call' }>;

function patternProblem({ name, args }: Call): string | undefined {
  const pattern = args[1];
  if (name !== 'matches' || pattern?.kind !== 'literal' || pattern.literal.type !== 'string') return undefined;
  const compiled = compilePattern(pattern.literal.value);
  return compiled.kind === 'wrong' ? `error parsing regexp: ${compiled.message}` : undefined;
}

const NUMBERS: Readonly<Record<string, RegExp>> = {
  int: /^[-+]?\d+$/,
  uint: /^\+?\d+$/,
  double: /^[-+]?(?:(?:\d[\d_]*\.?\d*|\.\d+)(?:e[-+]?\d+)?|inf(?:inity)?|nan)$/i,
  bool: /^(?:1|0|t|f|true|false|TRUE|FALSE|True|False)$/,
};

function conversionProblem({ name, args }: Call): string | undefined {
  const [text] = args;
  const form = Object.hasOwn(NUMBERS, name) ? NUMBERS[name] : undefined;
  if (form === undefined || text?.kind !== 'literal' || text.literal.type !== 'string') return undefined;
  return form.test(text.literal.value) ? undefined : `type conversion error from 'string' to '${name}'`;
}

const QUALIFIERS: Readonly<Record<string, string>> = {
  list: '*types.baseList',
  map: '*types.baseMap',
  bytes: 'types.Bytes',
  null: 'types.Null',
};

/** Constants of these types can be no index. */
function indexProblem({ name, args }: Call): string | undefined {
  const [, index] = args;
  if ((name !== '_[_]' && name !== '_[?_]') || index === undefined || !isConstant(index)) return undefined;
  const type = index.kind === 'literal' ? index.literal.type : index.kind;
  const shown = QUALIFIERS[type];
  return shown === undefined ? undefined : `invalid qualifier type: ${shown}`;
}

function isConstant(node: Node): boolean {
  return (
    node.kind === 'literal' || ((node.kind === 'list' || node.kind === 'map') && childrenOf(node).every(isConstant))
  );
}
