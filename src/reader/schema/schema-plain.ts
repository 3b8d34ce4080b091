/** Schemas of builtin types and tuples. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, MutableSchema } from '../../model/schema.js';
import { isOptionalItem, restItem } from '../evaluate/evaluate-computed.js';
import { KNOWN_SCHEMAS } from './known-schemas.js';
import type { SchemaContext } from './schema-context.js';
import { type KeywordName, placeOf, type Shape, textOf, TypeProblem, type TypeRef } from '../evaluate/type-ref.js';

/** A tuple of one type is a list of fixed length. */
export function tupleSchema(
  context: SchemaContext,
  shape: Extract<Shape, { kind: 'tuple' }>,
  type: TypeRef,
): JsonSchema {
  const repeated = shape.items.map((item, index) =>
    shape.rests?.includes(index) === true ? item : restItem(context.evaluator, item),
  );
  const schemas = shape.items.map((item, index) => context.schemaOf(repeated[index] ?? item));
  const [first] = schemas;
  if (first === undefined || schemas.some((schema) => !isDeepStrictEqual(schema, first))) {
    const message = 'a tuple of different types has no structural schema: all items of a list have one type';
    throw new TypeProblem(placeOf(type), 'type-tuple', message, 'use an object with named properties');
  }
  const optional = shape.optional ?? shape.items.filter((item) => isOptionalItem(context.evaluator, item)).length;
  const fixed = repeated.filter((item) => item === undefined).length;
  const schema: MutableSchema = { type: 'array', items: first, minItems: fixed - optional };
  if (!shape.hasRest) schema.maxItems = fixed;
  return schema;
}

/** Types of the JavaScript library: two stand for JSON values, the others are errors. */
export function globalSchema(context: SchemaContext, name: string, type: TypeRef): JsonSchema {
  const warn = (message: string, fix: string): void =>
    context.report(placeOf(type), { severity: 'warning', code: 'type-not-json', message, fix });
  if (name === 'Date') {
    warn('the API server sends times as strings, not as Date objects', "use Time from 'kbts/runtime'");
    return KNOWN_SCHEMAS.Time ?? {};
  }
  if (name === 'Uint8Array') {
    warn('the API server sends bytes as base64 strings, not as Uint8Array', "use Bytes from 'kbts/runtime'");
    return KNOWN_SCHEMAS.Bytes ?? {};
  }
  const fixes: Readonly<Record<string, string>> = {
    Map: 'use Record<string, T>',
    ReadonlyMap: 'use Record<string, T>',
    Set: 'use T[] with +listType=set',
    ReadonlySet: 'use T[] with +listType=set',
  };
  throw new TypeProblem(
    placeOf(type),
    'type-unsupported',
    `"${name}" is not JSON, so it has no schema`,
    fixes[name] ?? 'use a plain data type',
  );
}

const KEYWORDS: Readonly<Partial<Record<KeywordName, JsonSchema>>> = {
  string: { type: 'string' },
  number: { type: 'integer' },
  boolean: { type: 'boolean' },
  unknown: { 'x-kubernetes-preserve-unknown-fields': true },
  object: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
};

/** `string`, `number` and their kin. */
export function keywordSchema(name: KeywordName, type: TypeRef): JsonSchema {
  const schema = KEYWORDS[name];
  if (schema !== undefined) return { ...schema };
  if (name === 'any')
    throw new TypeProblem(
      placeOf(type),
      'type-any',
      '"any" says nothing that a schema could check',
      'give it a type, or use Json for any JSON value',
    );
  if (name === 'bigint')
    throw new TypeProblem(
      placeOf(type),
      'type-bigint',
      'a bigint cannot be written as JSON',
      "use Int64 from 'kbts/runtime'",
    );
  throw new TypeProblem(placeOf(type), 'type-unsupported', `"${textOf(type)}" has no schema`, 'use a plain data type');
}

/** A function is no data. */
export function functionProblem(type: TypeRef): TypeProblem {
  return new TypeProblem(
    placeOf(type),
    'type-function',
    'functions cannot be part of a schema',
    'remove the property, or mark it @internal',
  );
}
