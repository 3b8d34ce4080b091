/** What the type checker says. */
import { showType, type Type } from './types.js';

/** What is wrong with an expression, and where in the text. */
export interface CelProblem {
  readonly message: string;
  readonly at: number;
  /** A name or field that does not exist, told apart from other mistakes. */
  readonly missing?: Missing;
}

/** What does not exist. */
export type Missing =
  | { readonly kind: 'variable' | 'function'; readonly name: string }
  /** `owner` is the path of the object that does not have the field, from `self` on. */
  | { readonly kind: 'field'; readonly name: string; readonly owner: string; readonly known: readonly string[] };

export type Said = Omit<CelProblem, 'at'>;

export function undeclared(name: string, kind: 'variable' | 'function'): Said {
  return { message: `undeclared reference to '${name}' (in container '')`, missing: { kind, name } };
}

export function undefinedField(name: string, { name: owner, fields }: Type): Said {
  if (fields === undefined) return { message: `unexpected failed resolution of '${owner}'` };
  return { message: `undefined field '${name}'`, missing: { kind: 'field', name, owner, known: [...fields.keys()] } };
}

export function expected(wanted: Type, found: Type): Said {
  return { message: `expected type '${showType(wanted)}' but found '${showType(found)}'` };
}

export function fieldMismatch(name: string, wanted: Type, found: Type): Said {
  const [field, given] = [showType(wanted), showType(found)];
  return { message: `expected type of field '${name}' is '${field}' but provided type is '${given}'` };
}

export function noMessage({ name }: Type): Said {
  return { message: `'${name}' is not a message type` };
}

export function noOverload(name: string, args: readonly Type[], isMethod: boolean): Said {
  const shown = args.map(showType);
  const applied = isMethod ? `${shown[0] ?? ''}.(${shown.slice(1).join(', ')})` : `(${shown.join(', ')})`;
  return { message: `found no matching overload for '${name}' applied to '${applied}'` };
}

export function noFields(type: Type): Said {
  return { message: `type '${showType(type)}' does not support field selection` };
}

export function noRange(type: Type): Said {
  const why = 'cannot be range of a comprehension (must be list, map, or dynamic)';
  return { message: `expression of type '${showType(type)}' ${why}` };
}
