/** Union types → schemas. */
import type { JsonSchema, JsonValue } from '../../model/schema.js';
import { KNOWN_SCHEMAS } from './known-schemas.js';
import { combineObjects } from '../unions/object-union.js';
import type { SchemaContext } from './schema-context.js';
import { type ObjectShape, placeOf, type Shape, textOf, TypeProblem, type TypeRef } from '../evaluate/type-ref.js';
import { type Branch, scalarUnion, valueKind } from '../unions/scalar-union.js';
import { escapePattern } from '../evaluate/templates.js';
import { literalsOf, unionMembers } from '../evaluate/union-members.js';
import { reportLostParts } from '../taken/taken-rules.js';

/** The schema of a union. */
export function unionSchema(context: SchemaContext, type: TypeRef): JsonSchema {
  const { evaluator } = context;
  const alone = besideNullish(context, type);
  if (alone !== undefined) return alone;
  const all = unionMembers(evaluator, type).map((member): Branch => ({
    type: member,
    shape: evaluator.evaluate(member),
  }));
  const branches = all.filter(({ shape }) => !isKeyword(shape, 'null') && !isKeyword(shape, 'undefined'));
  const isNullable = all.some(({ shape }) => isKeyword(shape, 'null'));
  const [only] = branches;
  if (only === undefined)
    throw new TypeProblem(placeOf(type), 'type-unsupported', `"${textOf(type)}" has no value`, 'give it a type');
  if (branches.length > 1) reportLostParts(context, unreadMembers(context, branches), type);
  const schema = branches.length === 1 ? context.schemaOf(only.type) : combine(context, branches, type);
  return isNullable ? nullableSchema(schema) : schema;
}

/** `T | null | undefined`: `T` is read as a whole, so that it keeps the rules of a property that it is taken from. */
function besideNullish(context: SchemaContext, type: TypeRef): JsonSchema | undefined {
  const { evaluator } = context;
  const shape = evaluator.evaluate(type);
  const members = shape.kind === 'union' ? shape.types : [];
  const kept = members.filter((member) => {
    const inner = evaluator.evaluate(member);
    return !isKeyword(inner, 'null') && !isKeyword(inner, 'undefined');
  });
  const [only] = kept;
  if (only === undefined || kept.length > 1 || kept.length === members.length) return undefined;
  const isNullable = members.some((member) => isKeyword(evaluator.evaluate(member), 'null'));
  const schema = context.schemaOf(only);
  return isNullable ? nullableSchema(schema) : schema;
}

/** Literals and booleans of a union are listed, without a schema for each. */
function unreadMembers({ evaluator }: SchemaContext, branches: readonly Branch[]): TypeRef[] {
  return branches
    .filter(({ type, shape }) => type.taken !== undefined && (isKeyword(shape, 'boolean') || isListed(evaluator, type)))
    .map(({ type }) => type);
}

function isListed(evaluator: SchemaContext['evaluator'], type: TypeRef): boolean {
  return literalsOf(evaluator, type) !== undefined;
}

/**
 * Null is allowed. The API server refuses null wherever there is an enum, even one that names null, so the values are
 * said in another way: strings by a pattern, numbers by a rule, which do not look at null.
 */
export function nullableSchema(schema: JsonSchema): JsonSchema {
  const { enum: values, ...rest } = schema;
  if (values === undefined) return { ...schema, nullable: true };
  if (rest.pattern === undefined && values.every((value) => typeof value === 'string')) {
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
  if (kinds.size === 1 && kinds.has('object')) return objects(context, branches, type);
  if (kinds.size === 1 && kinds.has('boolean')) return { type: 'boolean' };
  const isScalar = [...kinds].every((kind) => kind === 'number' || kind === 'string');
  if (isScalar) return scalarUnion(context, branches, literals, type);
  throw new TypeProblem(
    placeOf(type),
    'type-union',
    `the API server cannot tell the members of "${textOf(type)}" apart`,
    remedyFor(kinds, branches),
  );
}

function remedyFor(kinds: ReadonlySet<string>, branches: readonly Branch[]): string {
  if (branches.some(({ shape }) => shape.kind === 'array'))
    return 'a schema has one type: use the list alone (one item is a list of one), or Json';
  if (kinds.has('boolean') && kinds.has('string'))
    return "a schema has one type: use only strings, such as 'true' | 'false' | 'auto', or Json";
  return 'use one type, number | string, a union of literals, a union of object types with a literal property, or Json';
}

function isKeyword(shape: Shape, name: string): boolean {
  return shape.kind === 'keyword' && shape.name === name;
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

function objects(context: SchemaContext, branches: readonly Branch[], type: TypeRef): JsonSchema {
  const forbidden = branches.map(({ shape }) => (shape.kind === 'object' ? neverNames(context, shape) : []));
  const result = combineObjects(
    branches.map((branch) => context.schemaOf(branch.type)),
    forbidden,
  );
  if (result.kind === 'schema') return result.schema;
  throw new TypeProblem(placeOf(type), 'type-union', result.message, result.fix);
}

/** `b?: never` says that a property must not be set. */
function neverNames({ evaluator }: SchemaContext, { members }: ObjectShape): string[] {
  return members
    .filter((member) =>
      unionMembers(evaluator, member.type).every((type) => isKeyword(evaluator.evaluate(type), 'undefined')),
    )
    .map(({ name }) => name);
}
