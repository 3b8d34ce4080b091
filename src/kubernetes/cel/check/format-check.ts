/** `'…'.format([…])` with a constant text: its clauses and the types of their arguments. */
import type { Checked } from './check.js';
import type { CelProblem } from './check-words.js';
import type { Node } from '../syntax/node.js';
import type { Type, TypeKind } from './types.js';

interface Clause {
  readonly takes: ReadonlySet<TypeKind>;
  readonly refusal: string;
}

const clause = (takes: string, refusal: string): Clause => ({
  takes: new Set(takes.split(' ') as TypeKind[]),
  refusal,
});

const STRING = clause(
  'list map int uint double bool string timestamp bytes duration type null',
  'string clause can only be used on strings, bools, bytes, ints, doubles, maps, lists, types, durations, and timestamps',
);
const HEX = clause('int uint string bytes', 'only integers, byte buffers, and strings can be formatted as hex');
const CLAUSES: Readonly<Record<string, Clause>> = {
  s: STRING,
  d: clause('int uint', 'decimal clause can only be used on integers'),
  f: clause('double string', 'fixed-point clause can only be used on doubles'),
  e: clause('double string', 'scientific clause can only be used on doubles'),
  b: clause('int uint bool', 'only integers and bools can be formatted as binary'),
  x: HEX,
  X: HEX,
  o: clause('int uint', 'octal clause can only be used on integers'),
};

/** What is wrong with such a call. */
export function formatProblem(node: Node, { typeOf }: Checked): CelProblem | undefined {
  if (node.kind !== 'call' || node.name !== 'format' || node.target?.kind !== 'literal') return undefined;
  const { literal } = node.target;
  const [list] = node.args;
  if (literal.type !== 'string' || list?.kind !== 'list') return undefined;
  let index = 0;
  for (const match of literal.value.matchAll(/%(?:%|(\.\d*)?([^]?))/g)) {
    if (match[0] === '%%') continue;
    const argument = list.elements[index];
    const letter = match[2] ?? '';
    if (letter === '') return { message: 'unexpected end of string', at: node.at };
    if (argument === undefined) return { message: `index ${index} out of range`, at: node.at };
    const found = Object.hasOwn(CLAUSES, letter) ? CLAUSES[letter] : undefined;
    if (found === undefined) {
      const message = `could not parse formatting clause: unrecognized formatting clause "${letter}"`;
      return { message, at: node.at };
    }
    const wrong = wrongArgument(argument, found, typeOf);
    if (wrong !== undefined)
      return { message: `error during formatting: ${found.refusal}, was given ${typeOf(wrong).name}`, at: wrong.at };
    index++;
  }
  const { length } = list.elements;
  if (length <= index) return undefined;
  const counts = `(expected ${index}, got ${length})`;
  return { message: `too many arguments supplied to string.format ${counts}`, at: node.at };
}

/** The argument, or a part of it, that a clause does not take. */
function wrongArgument(node: Node, { takes, refusal }: Clause, typeOf: (node: Node) => Type): Node | undefined {
  const { kind } = typeOf(node);
  if (kind !== 'dyn' && !takes.has(kind)) return node;
  if (takes !== STRING.takes) return undefined;
  const inner =
    node.kind === 'list'
      ? node.elements
      : node.kind === 'map'
        ? node.entries.flatMap(({ key, value }) => [key, value])
        : [];
  for (const part of inner) {
    const wrong = wrongArgument(part, { takes, refusal }, typeOf);
    if (wrong !== undefined) return wrong;
  }
  return undefined;
}
