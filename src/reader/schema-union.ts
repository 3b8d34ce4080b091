/** Union types → schemas. */
import type { JsonSchema, JsonValue } from '../model/schema.js';
import { primitiveOf } from './assignable.js';
import { KNOWN_SCHEMAS } from './known-schemas.js';
import { combineObjects } from './object-union.js';
import type { SchemaContext } from './schema-context.js';
import { type Shape, placeOf, textOf, TypeProblem, type TypeRef } from './type-ref.js';
import { escapePattern, templatePattern } from './templates.js';
import { literalsOf, unionMembers } from './union-members.js';

interface Branch {
  readonly type: TypeRef;
  readonly shape: Shape;
}

/** The schema of a union. */
export function unionSchema(context: SchemaContext, type: TypeRef): JsonSchema {
  const { evaluator } = context;
  const all = unionMembers(evaluator, type).map((member): Branch => ({
    type: member,
    shape: evaluator.evaluate(member),
  }));
  const branches = all.filter(({ shape }) => !isKeyword(shape, 'null') && !isKeyword(shape, 'undefined'));
  const isNullable = all.some(({ shape }) => isKeyword(shape, 'null'));
  const [only] = branches;
  if (only === undefined)
    throw new TypeProblem(placeOf(type), 'type-unsupported', `"${textOf(type)}" has no value`, 'give it a type');
  const schema = branches.length === 1 ? context.schemaOf(only.type) : combine(context, branches, type);
  return isNullable ? nullableSchema(schema) : schema;
}

/**
 * Null is allowed. The API server refuses null wherever there is an enum, even one that names null, so the values are
 * said in another way: texts by a pattern, numbers by a rule, which do not look at null.
 */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = schema;
  if (values === undefined) return { ...schema, nullable: true };
  if (values.every((value) => typeof value === 'string')) {
    return { ...rest, nullable: true, pattern: `^(${values.map(escapePattern).join('|')})$` };
  }
  const list = values.map((value) => JSON.stringify(value)).join(', ');
  const rule = { rule: `self in [${list}]`, message: `must be one of ${list}` };
  return { ...rest, nullable: true, 'x-kubernetes-validations': [...(rest['x-kubernetes-validations'] ?? []), rule] };
}

function combine(context: SchemaContext, branches: readonly Branch[], type: TypeRef): JsonSchema {
  const { evaluator } = context;
  const literals = branches.map(({ type: branch }) => literalsOf(evaluator, branch));
  if (literals.every((values) => values !== undefined)) return enumSchema(literals.flat(), type);
  const kinds = new Set(branches.map(({ shape }) => valueKind(shape)));
  if (kinds.size === 1 && kinds.has('string')) return openEnum(context, literals, branches);
  if (kinds.size === 1 && kinds.has('boolean')) return { type: 'boolean' };
  if (kinds.size === 1 && kinds.has('number')) return { type: 'integer' };
  if (kinds.size === 2 && kinds.has('number') && kinds.has('string')) return intOrString(branches, literals);
  if (kinds.size === 1 && kinds.has('object')) return objects(context, branches, type);
  throw new TypeProblem(
    placeOf(type),
    'type-union',
    `the API server cannot tell the members of "${textOf(type)}" apart`,
    'use one type, number | string, a union of literals, a union of object types with a literal property, or Json',
  );
}

function isKeyword(shape: Shape, name: string): boolean {
  return shape.kind === 'keyword' && shape.name === name;
}

function valueKind(shape: Shape): string {
  switch (shape.kind) {
    case 'keyword':
      return shape.name === 'object' ? 'other' : shape.name;
    case 'literal':
      return typeof shape.value;
    case 'template':
      return 'string';
    case 'enum':
      return typeof shape.values[0];
    case 'known':
      return primitiveOf(shape) === 'object' ? 'other' : primitiveOf(shape);
    case 'object':
    case 'core':
      return 'object';
    default:
      return 'other';
  }
}

/** `type` and `enum` of literals. */
export function enumSchema(values: readonly (string | number | bigint | boolean)[], type: TypeRef): JsonSchema {
  const unique = [...new Set(values)] as JsonValue[];
  if (unique.every((value) => typeof value === 'string')) return { type: 'string', enum: unique };
  if (unique.every((value) => typeof value === 'boolean')) {
    return unique.length === 2 ? { type: 'boolean' } : { type: 'boolean', enum: unique };
  }
  if (unique.every((value) => typeof value === 'number' && Number.isInteger(value)))
    return { type: 'integer', enum: unique };
  if (unique.every((value) => typeof value === 'number')) return { type: 'number', enum: unique };
  if (unique.every((value) => typeof value === 'number' || typeof value === 'string'))
    return { ...KNOWN_SCHEMAS.IntOrString, enum: unique };
  throw new TypeProblem(
    placeOf(type),
    'type-union',
    `the literals of "${textOf(type)}" are of different types`,
    'use literals of one type',
  );
}

type Literals = readonly (readonly (string | number | bigint | boolean)[] | undefined)[];

/** `'A' | 'B' | string`: any text, the known ones in the description. */
function openEnum(context: SchemaContext, literals: Literals, branches: readonly Branch[]): JsonSchema {
  const templates = branches.flatMap(({ shape }) => (shape.kind === 'template' ? [shape] : []));
  const isClosed = branches.every(({ shape }, index) => shape.kind === 'template' || literals[index] !== undefined);
  if (isClosed) {
    const patterns = templates.map((template) => templatePattern(context.evaluator, template, literalsOf).slice(1, -1));
    const fixed = literals.flatMap((values) => values ?? []).map((value) => escapePattern(String(value)));
    return { type: 'string', pattern: `^(${[...fixed, ...patterns].join('|')})$` };
  }
  const schema: JsonSchema = { type: 'string' };
  const known = literals.flatMap((values) => values ?? []);
  if (known.length > 0) context.remarks.set(schema, `Known values: ${known.join(', ')}.`);
  return schema;
}

/** A number or a text; literals on one side become a rule. */
function intOrString(branches: readonly Branch[], literals: Literals): JsonSchema {
  const base = KNOWN_SCHEMAS.IntOrString ?? {};
  const texts = branches.flatMap(({ shape }, index) => (valueKind(shape) === 'string' ? [literals[index]] : []));
  if (texts.includes(undefined)) return base;
  const values = texts.flatMap((list) => list ?? []).map((value) => JSON.stringify(value));
  return {
    ...base,
    'x-kubernetes-validations': [
      {
        rule: `type(self) == int || self in [${values.join(', ')}]`,
        message: `must be a number or one of ${values.join(', ')}`,
      },
    ],
  };
}

function objects(context: SchemaContext, branches: readonly Branch[], type: TypeRef): JsonSchema {
  const result = combineObjects(branches.map((branch) => context.schemaOf(branch.type)));
  if (result.kind === 'schema') return result.schema;
  throw new TypeProblem(placeOf(type), 'type-union', result.message, result.fix);
}
