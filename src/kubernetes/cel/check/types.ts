/** Types of CEL and when a value of one can be used as another: the rules of the type checker. */

/** The sorts of types. `struct` has a name and fields, `opaque` a name and parameters, `param` is to be found out. */
export type TypeKind =
  | 'bool'
  | 'bytes'
  | 'double'
  | 'duration'
  | 'dyn'
  | 'error'
  | 'int'
  | 'list'
  | 'map'
  | 'null'
  | 'opaque'
  | 'param'
  | 'string'
  | 'struct'
  | 'timestamp'
  | 'type'
  | 'uint';

/** A type. */
export interface Type {
  readonly kind: TypeKind;
  readonly name: string;
  readonly params: readonly Type[];
  /** Types of a struct's fields, by the names that expressions write; absent when it has none that can be selected. */
  readonly fields?: ReadonlyMap<string, Type>;
}

const plain = (kind: TypeKind, name: string = kind): Type => ({ kind, name, params: [] });

/** Types without parameters. */
export const BOOL = plain('bool');
export const BYTES = plain('bytes');
export const DOUBLE = plain('double');
export const DURATION = plain('duration', 'google.protobuf.Duration');
export const DYN = plain('dyn');
export const ERROR = plain('error');
export const INT = plain('int');
export const NULL = plain('null', 'null_type');
export const STRING = plain('string');
export const TIMESTAMP = plain('timestamp', 'google.protobuf.Timestamp');
export const UINT = plain('uint');

export const listOf = (element: Type): Type => ({ kind: 'list', name: 'list', params: [element] });
export const mapOf = (key: Type, value: Type): Type => ({ kind: 'map', name: 'map', params: [key, value] });
export const optionalOf = (value: Type): Type => ({ kind: 'opaque', name: 'optional_type', params: [value] });
export const typeOf = (type: Type): Type => ({ kind: 'type', name: 'type', params: [type] });
export const paramOf = (name: string): Type => plain('param', name);
export const opaqueOf = (name: string, params: readonly Type[] = []): Type => ({ kind: 'opaque', name, params });
export const structOf = (name: string, fields?: () => ReadonlyMap<string, Type>): Type => {
  if (fields === undefined) return plain('struct', name);
  let found: ReadonlyMap<string, Type> | undefined;
  return {
    ...plain('struct', name),
    // Schemas are deep, so fields are looked at when somebody asks.
    get fields() {
      return (found ??= fields());
    },
  };
};

/** The type inside an optional, or the type itself. */
export function unwrapOptional(type: Type): { readonly type: Type; readonly isOptional: boolean } {
  const [inner] = type.params;
  const isOptional = type.kind === 'opaque' && type.name === 'optional_type' && inner !== undefined;
  return { type: isOptional ? inner : type, isOptional };
}

/** Whether two types are the same. */
export function isSame(left: Type, right: Type): boolean {
  return (
    left === right ||
    (left.kind === right.kind &&
      left.name === right.name &&
      left.params.length === right.params.length &&
      left.params.every((param, index) => isSame(param, right.params[index] ?? ERROR)))
  );
}

/** What parameters have been found out to be. */
export type Bindings = Pick<ReadonlyMap<string, Type>, 'get'>;
interface MutableBindings extends Bindings {
  set(name: string, type: Type): void;
}

/** Whether `right` can be used where `left` is; what that says of parameters is added to the bindings. */
export function assign(bindings: Map<string, Type>, left: readonly Type[], right: readonly Type[]): boolean {
  const found = new Map<string, Type>();
  const both: MutableBindings = {
    get: (name) => found.get(name) ?? bindings.get(name),
    set: (name, type) => void found.set(name, type),
  };
  if (!areAssignable(both, left, right)) return false;
  for (const [name, type] of found) bindings.set(name, type);
  return true;
}

function areAssignable(bindings: MutableBindings, left: readonly Type[], right: readonly Type[]): boolean {
  return (
    left.length === right.length && left.every((type, index) => isAssignable(bindings, type, right[index] ?? ERROR))
  );
}

const isAnything = ({ kind }: Type): boolean => kind === 'dyn' || kind === 'error';
const NULLABLE = new Set<TypeKind>(['opaque', 'struct', 'duration', 'timestamp', 'null']);

function isAssignable(bindings: MutableBindings, left: Type, right: Type): boolean {
  if (right.kind === 'param') {
    const found = bind(bindings, left, right);
    if (found.isValid) return true;
    if (found.hasBinding) return false;
  }
  if (left.kind === 'param') return bind(bindings, right, left).isValid;
  if (isAnything(left) || isAnything(right)) return true;
  if (left.kind === 'null') return NULLABLE.has(right.kind);
  if (right.kind === 'null') return NULLABLE.has(left.kind);
  if (left.kind !== right.kind) return false;
  if (left.kind === 'type') return true;
  return left.name === right.name && areAssignable(bindings, left.params, right.params);
}

/** Whether a parameter can be a type; if it was free, it is that type from now on. */
function bind(bindings: MutableBindings, type: Type, param: Type): { isValid: boolean; hasBinding: boolean } {
  if (isSame(type, param)) return { isValid: true, hasBinding: true };
  const bound = bindings.get(param.name);
  if (bound !== undefined) {
    if (isSame(type, bound)) return { isValid: true, hasBinding: true };
    if (!isAssignable(bindings, type, bound)) return { isValid: false, hasBinding: true };
    const general = moreGeneral(type, bound);
    if (!mentions(bindings, general, param)) bindings.set(param.name, general);
    return { isValid: true, hasBinding: true };
  }
  if (mentions(bindings, type, param)) return { isValid: false, hasBinding: false };
  bindings.set(param.name, type);
  return { isValid: true, hasBinding: false };
}

function mentions(bindings: Bindings, type: Type, param: Type): boolean {
  if (isSame(type, param)) return true;
  if (type.kind === 'param') {
    const bound = bindings.get(type.name);
    return bound !== undefined && mentions(bindings, bound, param);
  }
  return type.params.some((inner) => mentions(bindings, inner, param));
}

/** The less specific of two types. */
export function moreGeneral(left: Type, right: Type): Type {
  return isLessSpecific(left, right) ? left : right;
}

function isLessSpecific(left: Type, right: Type): boolean {
  if (left.kind === 'dyn' || left.kind === 'param') return true;
  if (right.kind === 'dyn' || right.kind === 'param') return false;
  if (left.kind !== right.kind) return false;
  if (left.kind === 'type') return true;
  if (left.params.length === 0) return isSame(left, right);
  return (
    left.name === right.name &&
    left.params.length === right.params.length &&
    left.params.every((param, index) => isLessSpecific(param, right.params[index] ?? ERROR))
  );
}

/** The type with its parameters replaced; `isFinal` makes those that are still free `dyn`. */
export function substitute(bindings: Bindings, type: Type, isFinal: boolean): Type {
  if (type.kind === 'param') {
    const bound = bindings.get(type.name);
    if (bound !== undefined) return substitute(bindings, bound, isFinal);
    return isFinal ? DYN : type;
  }
  if (type.params.length === 0) return type;
  return { ...type, params: type.params.map((param) => substitute(bindings, param, isFinal)) };
}

const SHORT: Readonly<Partial<Record<TypeKind, string>>> = {
  duration: 'duration',
  error: '!error!',
  null: 'null',
  timestamp: 'timestamp',
};

/** A type as messages name it. */
export function showType(type: Type): string {
  const name = SHORT[type.kind] ?? type.name;
  return type.params.length === 0 ? name : `${name}(${type.params.map(showType).join(', ')})`;
}
