/** What expressions of MutatingAdmissionPolicies can name in addition: `Object{}`, `JSONPatch{}` and `jsonpatch.escapeKey`. */
import { walkNodes } from '../syntax/node.js';
import type { Checked } from './check.js';
import { type Names, type Overload, STANDARD_NAMES } from './functions.js';
import { DYN, listOf, STRING, structOf, type Type, typeOf } from './types.js';

/** Fields of which every name is allowed: of objects any, of operations those without a type, which no value fits. */
class OpenFields extends Map<string, Type> {
  private readonly others: Type;

  constructor(others: Type, fields: readonly (readonly [string, Type])[] = []) {
    super(fields);
    this.others = others;
  }

  override get(name: string): Type {
    return super.get(name) ?? this.others;
  }
}

const UNTYPED: Type = { kind: 'type', name: '', params: [] };
const objectFields = new OpenFields(DYN);
const patchFields = new OpenFields(UNTYPED, [
  ['op', STRING],
  ['from', STRING],
  ['path', STRING],
  ['value', DYN],
]);

/** The result of an `ApplyConfiguration`. */
export const OBJECT = objectOf('Object');
/** One operation of a `JSONPatch`. */
export const JSON_PATCH = structOf('JSONPatch', () => patchFields);
/** The result of a `JSONPatch`. */
export const JSON_PATCHES = listOf(JSON_PATCH);

function objectOf(name: string): Type {
  return structOf(name, () => objectFields);
}

const ESCAPE: readonly Overload[] = [
  { id: 'string_jsonpatch_escapeKey_string', isMethod: false, args: [STRING], result: STRING, params: [] },
];

/** The names of the language with those of patches. */
export const PATCH_NAMES: Names = {
  overloadsOf: (name) => (name === 'jsonpatch.escapeKey' ? ESCAPE : STANDARD_NAMES.overloadsOf(name)),
  typeNamed: (name) => {
    if (name === 'JSONPatch') return typeOf(JSON_PATCH);
    return /^Object(?:\..+)?$/.test(name) ? typeOf(objectOf(name)) : STANDARD_NAMES.typeNamed(name);
  },
};

/** Why an expression cannot be made a program: types of patches make messages, and are no values of their own. */
export function typeValueProblem({ root, typeOf: typeAt }: Checked): string | undefined {
  let found: string | undefined;
  walkNodes(root, (node) => {
    if (node.kind !== 'name' && node.kind !== 'select') return;
    const [type] = typeAt(node).kind === 'type' ? typeAt(node).params : [];
    if (type?.fields instanceof OpenFields) found ??= `reference to undefined type: ${type.name}`;
  });
  return found;
}
