/** Declared types → schemas, with their docs and markers. */
import { isDeepStrictEqual } from 'node:util';
import type { ts } from 'ts-morph';
import type { JsonSchema, MutableSchema } from '../../model/schema.js';
import { mergeSchemas } from './merge-schema.js';
import type { SchemaContext } from './schema-context.js';
import { isNamedType, markSchema } from './schema-markers.js';
import { objectSchema } from './schema-object.js';
import { enumSchema } from './schema-union.js';
import { type Named, type Place, TypeProblem, type TypeRef, textOf, placeOf } from '../evaluate/type-ref.js';
import { literalsOf } from '../evaluate/union-members.js';
import { parametersFor } from '../evaluate/type-parameters.js';
import { isValue } from '../sources/bindings.js';

type Declared = Extract<Named, { kind: 'declared' }>;

/** The schema of an interface, class, alias or enum. */
export function namedSchema(context: SchemaContext, named: Declared, type: TypeRef): JsonSchema {
  const { ts } = context.evaluator;
  const { unit } = named;
  const node = named.declarations.find((candidate) => !isValue(ts, candidate));
  if (node === undefined)
    throw new TypeProblem(
      placeOf(type),
      'type-unknown',
      `"${textOf(type)}" is a value, not a type`,
      'write `typeof` before it, or declare a type',
    );
  const place: Place = { unit, node };
  const comments = context.markers.of(unit, node, 'type');
  if (ts.isTypeAliasDeclaration(node)) {
    const target: TypeRef = {
      kind: 'node',
      node: node.type,
      scope: { unit, parameters: parametersFor(ts, node, named.arguments, place) },
    };
    return markSchema(context, context.schemaOf(target), {
      place,
      comments,
      isNamed: isNamedType(context.evaluator, target),
    });
  }
  if (ts.isEnumDeclaration(node)) {
    const values = literalsOf(context.evaluator, type) ?? [];
    return markSchema(context, enumSchema(values, type), { place, comments, isNamed: false });
  }
  const own = interfaceSchema(context, named, type);
  const inherited = baseKeywords(context, named);
  const marked = markSchema(context, own, { place, comments, isNamed: false });
  return inherited === undefined ? marked : appendBase(marked, inherited);
}

function interfaceSchema(context: SchemaContext, named: Declared, type: TypeRef): JsonSchema {
  const shape = context.evaluator.objectOf(type);
  const covered = new Set(basesOf(context, named).flatMap((base) => Object.keys(baseProperties(context, base) ?? {})));
  const ownNames = new Set(
    shape.members
      .filter(({ owner }) => named.declarations.some((node) => node === owner?.node))
      .map(({ name }) => name),
  );
  return objectSchema(context, shape, type, new Set([...covered].filter((name) => !ownNames.has(name))));
}

function baseProperties(context: SchemaContext, base: TypeRef): Readonly<Record<string, JsonSchema>> | undefined {
  return context.schemaOf(base).properties;
}

/** Types of the user and of Kubernetes that the type extends; rules on them apply here too. */
function basesOf(context: SchemaContext, named: Declared): TypeRef[] {
  const { ts } = context.evaluator;
  return named.declarations.flatMap((node) => {
    if (!ts.isInterfaceDeclaration(node) && !ts.isClassDeclaration(node)) return [];
    const scope = {
      unit: named.unit,
      parameters: parametersFor(ts, node, named.arguments, { unit: named.unit, node }),
    };
    const clauses = (node.heritageClauses ?? []).filter(({ token }) => token === ts.SyntaxKind.ExtendsKeyword);
    const types = clauses.flatMap((clause): readonly ts.ExpressionWithTypeArguments[] => clause.types);
    return types
      .map((base): TypeRef => ({ kind: 'node', node: base, scope }))
      .filter((base) => ['declared', 'core', 'global'].includes(context.evaluator.resolve(base)?.kind ?? ''));
  });
}

const NOT_INHERITED = new Set(['type', 'properties', 'required', 'description', 'title', 'example', 'externalDocs']);

/** Type-wide keywords of the base types, such as rules and property counts. */
function baseKeywords(context: SchemaContext, named: Declared): JsonSchema | undefined {
  let merged: JsonSchema | undefined;
  for (const base of basesOf(context, named)) {
    const keywords = Object.entries(context.schemaOf(base)).filter(([key]) => !NOT_INHERITED.has(key));
    if (keywords.length > 0) merged = mergeSchemas(merged ?? {}, Object.fromEntries(keywords), () => undefined);
  }
  return merged;
}

/** Rules of the base come last, each once. The schema keeps its identity, because its origin is remembered by it. */
function appendBase(schema: JsonSchema, base: JsonSchema): JsonSchema {
  const merged: MutableSchema = mergeSchemas(base, schema, () => undefined);
  const rules = merged['x-kubernetes-validations'];
  if (rules !== undefined)
    merged['x-kubernetes-validations'] = rules.filter(
      (rule, index) => rules.findIndex((other) => isDeepStrictEqual(other, rule)) === index,
    );
  return Object.assign(schema, merged);
}
