/** Messages that expressions make: objects of any fields, and operations of JSON patches. */
import type { Node } from '../syntax/node.js';
import { CelFailure, CelOptional } from './values.js';

/** A message, with the values of its fields. */
export class CelStruct {
  readonly typeName: string;
  readonly fields: ReadonlyMap<string, unknown>;

  constructor(typeName: string, fields: ReadonlyMap<string, unknown>) {
    this.typeName = typeName;
    this.fields = fields;
  }
}

/** The message of a literal; `value` is called for its fields. */
export function structOf(
  { name, fields }: Extract<Node, { kind: 'struct' }>,
  value: (node: Node) => unknown,
): CelStruct {
  const made = new Map<string, unknown>();
  for (const field of fields) {
    const given = value(field.value);
    if (!field.isOptional) made.set(field.name, given);
    else if (!(given instanceof CelOptional)) throw new CelFailure(`cannot initialize optional entry '${field.name}'`);
    else if (given.value !== undefined) made.set(field.name, given.value);
  }
  if (name === 'JSONPatch') checkOperation(made);
  return new CelStruct(name, made);
}

/** Types of values that are only known at run time. */
function checkOperation(fields: ReadonlyMap<string, unknown>): void {
  for (const field of ['op', 'path', 'from']) {
    const given = fields.get(field);
    if (given === undefined || typeof given === 'string') continue;
    throw new CelFailure(`unexpected type ${goTypeOf(given)} for JSONPatchType '${field}' field`);
  }
}

function goTypeOf(value: unknown): string {
  if (typeof value === 'bigint') return 'int64';
  if (typeof value === 'number') return 'float64';
  if (typeof value === 'boolean') return 'bool';
  if (value === null) return 'structpb.NullValue';
  return Array.isArray(value) ? '[]interface {}' : 'map[string]interface {}';
}
