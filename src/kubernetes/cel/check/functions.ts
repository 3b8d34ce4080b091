/** The functions of CEL on the API server, with the types of their arguments. */
import { FUNCTION_TABLE } from './function-table.js';
import {
  BOOL,
  BYTES,
  DOUBLE,
  DURATION,
  DYN,
  INT,
  listOf,
  mapOf,
  NULL,
  opaqueOf,
  paramOf,
  STRING,
  structOf,
  TIMESTAMP,
  type Type,
  typeOf,
  UINT,
} from './types.js';

/** One way to call a function. The first argument of a method is its target. */
export interface Overload {
  readonly id: string;
  readonly isMethod: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Names of type parameters. */
  readonly params: readonly string[];
}

const NAMED: Readonly<Record<string, Type>> = {
  bool: BOOL,
  bytes: BYTES,
  double: DOUBLE,
  duration: DURATION,
  dyn: DYN,
  int: INT,
  string: STRING,
  timestamp: TIMESTAMP,
  uint: UINT,
  'net.CIDR': opaqueOf('net.CIDR'),
  'net.IP': opaqueOf('net.IP'),
};

let table: ReadonlyMap<string, readonly Overload[]> | undefined;

/** What expressions can name besides their variables. */
export interface Names {
  overloadsOf(name: string): readonly Overload[] | undefined;
  /** A type that an expression names as a value, as in `type(self) == int`. */
  typeNamed(name: string): Type | undefined;
}

/** What every expression can name. */
export const STANDARD_NAMES: Names = { overloadsOf, typeNamed };

/** The overloads of a function; undefined when there is no such function. */
export function overloadsOf(name: string): readonly Overload[] | undefined {
  table ??= readTable();
  return table.get(name);
}

function readTable(): ReadonlyMap<string, readonly Overload[]> {
  const functions = new Map<string, Overload[]>();
  for (const line of FUNCTION_TABLE.trim().split('\n')) {
    const [, name = '', id = '', dot = '', args = '', result = ''] =
      /^(\S+) (\S+) (\.?)\((.*)\) -> (.*)$/.exec(line) ?? [];
    const overloads = functions.get(name) ?? [];
    functions.set(name, overloads);
    overloads.push({
      id,
      isMethod: dot === '.',
      args: readTypes(args),
      result: readTypes(result)[0] ?? DYN,
      params: [...new Set([...line.matchAll(/<(\w+)>/g)].map(([, param = '']) => param))],
    });
  }
  return functions;
}

/** Types in a row, as in `list(<A>), int`. */
function readTypes(text: string): Type[] {
  const types: Type[] = [];
  let rest = text;
  while (rest !== '') {
    const [type, behind] = readType(rest);
    types.push(type);
    rest = behind.replace(/^, /, '');
  }
  return types;
}

function readType(text: string): [type: Type, rest: string] {
  const [head = '', param] = /^(?:<(\w+)>|[\w.]+)/.exec(text) ?? [];
  const rest = text.slice(head.length);
  if (param !== undefined) return [paramOf(param), rest];
  if (!rest.startsWith('(')) return [NAMED[head] ?? structOf(head), rest];
  let depth = 0;
  const end = [...rest].findIndex((letter) => {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0;
    return depth === 0;
  });
  const params = readTypes(rest.slice(1, end));
  return [composed(head, params), rest.slice(end + 1)];
}

function composed(name: string, params: readonly Type[]): Type {
  const [first = DYN, second = DYN] = params;
  if (name === 'list') return listOf(first);
  if (name === 'map') return mapOf(first, second);
  return name === 'type' ? typeOf(first) : opaqueOf(name, params);
}

const TYPE_NAMES: Readonly<Record<string, Type>> = {
  bool: BOOL,
  bytes: BYTES,
  double: DOUBLE,
  int: INT,
  list: listOf(DYN),
  map: mapOf(DYN, DYN),
  null_type: NULL,
  string: STRING,
  type: typeOf(DYN),
  uint: UINT,
  'google.protobuf.Duration': DURATION,
  'google.protobuf.Timestamp': TIMESTAMP,
  optional_type: opaqueOf('optional_type', [DYN]),
  'net.CIDR': opaqueOf('net.CIDR'),
  'net.IP': opaqueOf('net.IP'),
  'kubernetes.Quantity': structOf('kubernetes.Quantity'),
  'kubernetes.Semver': structOf('kubernetes.Semver'),
  'kubernetes.URL': structOf('kubernetes.URL'),
};

function typeNamed(name: string): Type | undefined {
  const type = Object.hasOwn(TYPE_NAMES, name) ? TYPE_NAMES[name] : undefined;
  return type === undefined ? undefined : typeOf(type);
}
