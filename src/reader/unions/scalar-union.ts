/** Unions of strings and numbers, with and without literals, patterns and bounds. */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, JsonValue, MutableSchema } from '../../model/schema.js';
import { primitiveOf } from '../evaluate/assignable.js';
import { KNOWN_SCHEMAS } from '../schema/known-schemas.js';
import type { SchemaContext } from '../schema/schema-context.js';
import { escapePattern } from '../evaluate/templates.js';
import { placeOf, type Shape, textOf, TypeProblem, type TypeRef } from '../evaluate/type-ref.js';

/** A member of a union. */
export interface Branch {
  readonly type: TypeRef;
  readonly shape: Shape;
}

/** Literals of each branch; `undefined` for a branch that has other values. */
export type Literals = readonly (readonly (string | number | bigint | boolean)[] | undefined)[];

/** What kind of JSON value the values of a shape are. */
export function valueKind(shape: Shape): string {
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

/** One kind of value: its literals, and what else is allowed. */
interface Side {
  readonly literals: readonly JsonValue[];
  /** Schemas of the branches that are not literals, each once. */
  readonly open: readonly JsonSchema[];
}

/** The schema of a union of strings, of numbers, or of both. */
export function scalarUnion(
  context: SchemaContext,
  branches: readonly Branch[],
  literals: Literals,
  type: TypeRef,
): JsonSchema {
  const texts = sideOf(context, branches, literals, 'string');
  const numbers = sideOf(context, branches, literals, 'number');
  if (isEmpty(numbers)) return textSchema(context, texts, type);
  if (isEmpty(texts)) return numberSchema(numbers, type);
  return intOrString(texts, numbers, type);
}

function isEmpty({ literals, open }: Side): boolean {
  return literals.length + open.length === 0;
}

function sideOf(context: SchemaContext, branches: readonly Branch[], literals: Literals, kind: string): Side {
  const open: JsonSchema[] = [];
  const values = new Set<JsonValue>();
  branches.forEach(({ type, shape }, index) => {
    if (valueKind(shape) !== kind) return;
    const known = literals[index];
    for (const value of known ?? []) values.add(value);
    if (known !== undefined) return;
    const schema = context.schemaOf(type);
    if (!open.some((other) => isDeepStrictEqual(other, schema))) open.push(schema);
  });
  return { literals: [...values], open };
}

/** What a schema checks beyond its type. */
function checksOf({ type: _type, description: _description, title: _title, ...checks }: JsonSchema): JsonSchema {
  return checks;
}

function isFree(schema: JsonSchema): boolean {
  return Object.keys(checksOf(schema)).every((key) => key === 'format' && schema.type !== 'string');
}

/** Any of several checks; rules, defaults and similar keywords cannot be there. */
function anyOf(base: JsonSchema, { literals, open }: Side, type: TypeRef): JsonSchema {
  const checks = open.map(checksOf);
  const wrong = checks.flatMap((check) => Object.keys(check)).find((key) => key === 'default' || key.startsWith('x-'));
  if (wrong !== undefined)
    throw new TypeProblem(
      placeOf(type),
      'type-union',
      `"${wrong}" of one member of "${textOf(type)}" would be lost: the API server knows it for the whole field only`,
      'give the field one type, and repeat the marker on it',
    );
  const values = literals.length > 0 ? [{ enum: [...literals] }] : [];
  return { ...base, anyOf: [...values, ...checks] };
}

/** `'A' | 'B' | string`: any text, the known ones in the description. */
function textSchema(context: SchemaContext, side: Side, type: TypeRef): JsonSchema {
  const { literals, open } = side;
  const [first = {}] = open;
  if (open.some(isFree)) {
    const schema: JsonSchema = { type: 'string' };
    if (literals.length > 0) context.remarks.set(schema, `Known values: ${literals.join(', ')}.`);
    return literals.length === 0 && open.length === 1 ? first : schema;
  }
  if (open.length === 1 && literals.length === 0) return first;
  const pattern = joinedPattern(side);
  return pattern === undefined ? anyOf({ type: 'string' }, side, type) : { type: 'string', pattern };
}

/** One pattern for strings that are listed or have a pattern; `undefined` when they are checked in other ways. */
function joinedPattern({ literals, open }: Side): string | undefined {
  const patterns = open.map((schema) => {
    const { pattern, ...rest } = checksOf(schema);
    const inner = /^\^(.*)\$$/s.exec(pattern ?? '')?.[1];
    return Object.keys(rest).length === 0 && inner !== undefined && isWhole(inner) ? inner : undefined;
  });
  if (patterns.includes(undefined)) return undefined;
  return `^(${[...literals.map((value) => escapePattern(String(value))), ...patterns].join('|')})$`;
}

/** A pattern whose alternatives are all inside brackets. */
function isWhole(pattern: string): boolean {
  let depth = 0;
  for (const character of pattern.replaceAll(/\\.|\[[^\]]*\]?/g, '')) {
    if (character === '(') depth++;
    if (character === ')') depth--;
    if (character === '|' && depth === 0) return false;
  }
  return true;
}

function numberSchema(side: Side, type: TypeRef): JsonSchema {
  const { literals, open } = side;
  const [first = {}] = open;
  if (open.length === 1 && (literals.length === 0 || isFree(first)) && fitsAll(first, literals)) return first;
  const isFraction = open.some((schema) => schema.type === 'number') || literals.some((value) => !isInteger(value));
  const formats = new Set(open.map(({ format }) => format));
  const base: MutableSchema = { type: isFraction ? 'number' : 'integer' };
  const format = formats.has('double') ? 'double' : formats.size === 1 ? [...formats][0] : undefined;
  if (format !== undefined) base.format = format;
  const isWider = open.some((schema) => isFree(schema) && (schema.type === 'number' || !isFraction));
  if (isWider) return base;
  const checks = open.map(({ format: _format, ...rest }) => rest);
  return anyOf(base, { literals, open: checks }, type);
}

function fitsAll(schema: JsonSchema, literals: readonly JsonValue[]): boolean {
  return schema.type === 'number' || literals.every(isInteger);
}

function isInteger(value: JsonValue): boolean {
  return typeof value === 'number' && Number.isInteger(value);
}

/** A number or a string; literals on one side become a rule, patterns and bounds look at their own kind of value only. */
function intOrString(texts: Side, numbers: Side, type: TypeRef): JsonSchema {
  if (numbers.open.some((schema) => schema.type === 'number') || numbers.literals.some((value) => !isInteger(value)))
    throw new TypeProblem(
      placeOf(type),
      'type-union',
      `"${textOf(type)}" allows fractions and strings; the API server accepts only integers together with strings`,
      'use Int32 for the number, or only strings with a pattern',
    );
  const schema: MutableSchema = { ...KNOWN_SCHEMAS.IntOrString };
  const pattern = texts.open.length > 0 && !texts.open.some(isFree) ? joinedPattern(texts) : undefined;
  if (pattern !== undefined) schema.pattern = pattern;
  else Object.assign(schema, sideChecks(texts, type));
  Object.assign(schema, sideChecks(numbers, type));
  const rule = literalRule(pattern === undefined ? texts : { literals: [], open: texts.open }, numbers);
  return rule === undefined ? schema : { ...schema, 'x-kubernetes-validations': [rule] };
}

/** What applies to all values of one kind. */
function sideChecks({ literals, open }: Side, type: TypeRef): JsonSchema {
  const checks = open.map(checksOf).map(({ format: _format, ...rest }) => rest);
  if (checks.every((check) => Object.keys(check).length === 0)) return {};
  const [first = {}] = checks;
  if (checks.length === 1 && literals.length === 0 && first['x-kubernetes-validations'] === undefined) return first;
  throw new TypeProblem(
    placeOf(type),
    'type-union',
    `what is checked about one member of "${textOf(type)}" would be lost`,
    'give the field one string type and one number type, and move the markers to the field',
  );
}

function literalRule(texts: Side, numbers: Side): { rule: string; message: string } | undefined {
  const list = ({ literals }: Side): string => literals.map((value) => JSON.stringify(value)).join(', ');
  const [isTextOpen, isNumberOpen] = [texts.open.length > 0, numbers.open.length > 0];
  if (isTextOpen && isNumberOpen) return undefined;
  if (isNumberOpen)
    return {
      rule: `type(self) == int || self in [${list(texts)}]`,
      message: `must be a number or one of ${list(texts)}`,
    };
  return {
    rule: `type(self) == string || self in [${list(numbers)}]`,
    message: `must be a string or one of ${list(numbers)}`,
  };
}
