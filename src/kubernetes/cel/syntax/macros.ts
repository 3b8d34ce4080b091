/** Macros of CEL, as the API server expands them. */
import { copyNode, type Node, RESULT } from './node.js';
import { CelSyntaxError } from './syntax-error.js';

interface Call {
  readonly name: string;
  readonly target?: Node;
  readonly args: readonly Node[];
  readonly at: number;
}

/** A call, or what the macro of this name and number of arguments expands it to. */
export function expandMacro(call: Call): Node {
  if (call.target === undefined) {
    if (call.name === 'has' && call.args.length === 1) return presence(call);
    return { kind: 'call', ...call };
  }
  const macro = MACROS[`${call.name}:${call.args.length}`];
  return macro === undefined ? { kind: 'call', ...call } : macro({ ...call, target: call.target });
}

function presence({ args, at }: Call): Node {
  const [selection] = args;
  if (selection?.kind !== 'select')
    throw new CelSyntaxError('invalid argument to has() macro', selection?.at ?? at, false);
  return { ...selection, isTest: true, at };
}

interface MemberCall extends Call {
  readonly target: Node;
}
type Macro = (call: MemberCall) => Node;

const MACROS: Readonly<Record<string, Macro>> = {
  'all:2': (call) => quantifier(call, 'all', 1),
  'all:3': (call) => quantifier(call, 'all', 2),
  'exists:2': (call) => quantifier(call, 'exists', 1),
  'exists:3': (call) => quantifier(call, 'exists', 2),
  'exists_one:2': (call) => quantifier(call, 'one', 1),
  'exists_one:3': (call) => quantifier(call, 'one', 2),
  'existsOne:3': (call) => quantifier(call, 'one', 2),
  'map:2': (call) => listOf(call, 1, undefined, call.args[1]),
  'map:3': (call) => listOf(call, 1, call.args[1], call.args[2]),
  'filter:2': (call) => listOf(call, 1, call.args[1], call.args[0]),
  'transformList:3': (call) => listOf(call, 2, undefined, call.args[2]),
  'transformList:4': (call) => listOf(call, 2, call.args[2], call.args[3]),
  'transformMap:3': (call) => mapOf(call, undefined, (name) => [name, part(call, 2)]),
  'transformMap:4': (call) => mapOf(call, call.args[2], (name) => [name, part(call, 3)]),
  'transformMapEntry:3': (call) => mapOf(call, undefined, () => [part(call, 2)]),
  'transformMapEntry:4': (call) => mapOf(call, call.args[2], () => [part(call, 3)]),
  'optMap:2': (call) => optional(call, true),
  'optFlatMap:2': (call) => optional(call, false),
  'sortBy:2': sortBy,
};

function part({ args, at }: Call, index: number): Node {
  const node = args[index];
  if (node === undefined) throw new CelSyntaxError('an argument is missing', at, false);
  return node;
}

const call = (at: number, name: string, ...args: readonly Node[]): Node => ({ kind: 'call', name, args, at });
const result = (at: number): Node => ({ kind: 'name', name: RESULT, at });
const bool = (at: number, value: boolean): Node => ({ kind: 'literal', literal: { type: 'bool', value }, at });
const int = (at: number, value: bigint): Node => ({ kind: 'literal', literal: { type: 'int', value }, at });
const list = (at: number, ...elements: readonly Node[]): Node => ({ kind: 'list', elements, optional: [], at });

/** The names of the variables, one or two. */
function variables({ args, at }: Call, count: 1 | 2): { variable: string; variable2?: string } {
  const names = args.slice(0, count).map((argument) => {
    if (argument.kind !== 'name') throw new CelSyntaxError('argument must be a simple name', argument.at, false);
    if (argument.name === RESULT || argument.name === '__result__')
      throw new CelSyntaxError('iteration variable overwrites accumulator variable', argument.at, false);
    return argument.name;
  });
  const [variable = '', variable2] = names;
  if (variable === variable2)
    throw new CelSyntaxError(`duplicate variable name: ${variable}`, args[1]?.at ?? at, false);
  return variable2 === undefined ? { variable } : { variable, variable2 };
}

function quantifier(from: MemberCall, kind: 'all' | 'exists' | 'one', count: 1 | 2): Node {
  const { target: range, at } = from;
  const body = part(from, count);
  const base = { kind: 'fold', range, ...variables(from, count), result: RESULT, at } as const;
  if (kind === 'all') {
    const condition = call(at, '@not_strictly_false', result(at));
    return { ...base, init: bool(at, true), condition, step: call(at, '_&&_', result(at), body), value: result(at) };
  }
  if (kind === 'exists') {
    const condition = call(at, '@not_strictly_false', call(at, '!_', result(at)));
    return { ...base, init: bool(at, false), condition, step: call(at, '_||_', result(at), body), value: result(at) };
  }
  const step = call(at, '_?_:_', body, call(at, '_+_', result(at), int(at, 1n)), result(at));
  const value = call(at, '_==_', result(at), int(at, 1n));
  return { ...base, init: int(at, 0n), condition: bool(at, true), step, value };
}

function listOf(from: MemberCall, count: 1 | 2, filter: Node | undefined, element: Node | undefined): Node {
  const { target: range, at } = from;
  const names = variables(from, count);
  const added = call(at, '_+_', result(at), list(at, element ?? part(from, count)));
  const step = filter === undefined ? added : call(at, '_?_:_', filter, added, result(at));
  const base = { kind: 'fold', range, ...names, result: RESULT, at } as const;
  return { ...base, init: list(at), condition: bool(at, true), step, value: result(at) };
}

function mapOf(from: MemberCall, filter: Node | undefined, entry: (name: Node) => Node[]): Node {
  const { target: range, at } = from;
  const names = variables(from, 2);
  const inserted = call(at, 'cel.@mapInsert', result(at), ...entry({ kind: 'name', name: names.variable, at }));
  const step = filter === undefined ? inserted : call(at, '_?_:_', filter, inserted, result(at));
  const base = { kind: 'fold', range, ...names, result: RESULT, at } as const;
  return { ...base, init: { kind: 'map', entries: [], at }, condition: bool(at, true), step, value: result(at) };
}

/** A name for a value: a fold over nothing. */
function bind(at: number, name: string, init: Node, value: Node): Node {
  const unused = { kind: 'fold', range: list(at), variable: '#unused', at } as const;
  return { ...unused, result: name, init, condition: bool(at, false), step: { kind: 'name', name, at }, value };
}

function optional(from: MemberCall, isWrapped: boolean): Node {
  const { target, at } = from;
  const [name] = from.args;
  if (name?.kind !== 'name')
    throw new CelSyntaxError(`${from.name}() variable name must be a simple identifier`, name?.at ?? at, false);
  const value: Node = { kind: 'call', name: 'value', target: copyNode(target), args: [], at };
  const bound = bind(at, name.name, value, part(from, 1));
  const test: Node = { kind: 'call', name: 'hasValue', target, args: [], at };
  return call(at, '_?_:_', test, isWrapped ? call(at, 'optional.of', bound) : bound, call(at, 'optional.none'));
}

const INPUT = '@__sortBy_input__';

function sortBy(from: MemberCall): Node {
  const { target, at } = from;
  if (target.kind === 'literal' || target.kind === 'map' || target.kind === 'struct')
    throw new CelSyntaxError(
      'sortBy can only be applied to a list, identifier, comprehension, call or select expression',
      target.at,
      false,
    );
  const input: Node = { kind: 'name', name: INPUT, at };
  const keys = listOf({ ...from, target: { ...input } }, 1, undefined, from.args[1]);
  return bind(at, INPUT, target, { kind: 'call', name: '@sortByAssociatedKeys', target: input, args: [keys], at });
}
