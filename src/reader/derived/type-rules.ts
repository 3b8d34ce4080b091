/**
 * What markers say about a whole type, such as `XValidation` and `MinProperties`, when a computed type such as
 * `Pick<T, …>` takes its properties: kept where nothing changes, and a warning where something does.
 */
import { isDeepStrictEqual } from 'node:util';
import type { JsonSchema, ValidationRule } from '../../model/schema.js';
import { mergeSchemas } from '../schema/merge-schema.js';
import { rememberOrigin, type SchemaContext } from '../schema/schema-context.js';
import type { NodeRef, ObjectShape, Place, TypeRef } from '../evaluate/type-ref.js';
import { TypeProblem } from '../evaluate/type-ref.js';
import { isRepeated, reportLoss, ruleNames } from './report-loss.js';
import { OF_PROPERTIES, type Source, sourcesOf } from './sources.js';

/** The schema of a computed object type with the rules of the types that it comes from. */
export function withTypeRules(
  context: SchemaContext,
  schema: JsonSchema,
  shape: ObjectShape,
  { type, site }: { readonly type: TypeRef; readonly site: NodeRef | undefined },
): JsonSchema {
  if (site === undefined || isWritten(context, type)) return schema;
  const sources = sourcesOf(context, shape, type, site);
  if (!sources.some(hasRules)) return schema;
  let result = schema;
  const visit = (source: Source): void => {
    if (!hasRules(source)) return;
    const whole = keptSchema(context, source, schema);
    if (whole !== undefined) {
      result = withKeywords(result, whole);
      return;
    }
    if (source.keywords.length > 0) result = withKeywords(result, ofAnyProperties(context, source));
    const names = ruleNames(source);
    if (names.length > 0 && !isRepeated(context, site, names)) reportLoss(context, site, source.name, names);
    source.parts.forEach(visit);
  };
  sources.forEach(visit);
  if (result !== schema) rememberOrigin(context, result, placeOfSite(site), new Map());
  return result;
}

function placeOfSite({ node, scope }: NodeRef): Place {
  return { unit: scope.unit, node };
}

function hasRules({ markers, keywords, parts }: Source): boolean {
  return markers.length + keywords.length > 0 || parts.some(hasRules);
}

/** What a Kubernetes type says that holds whichever of its properties there are. */
function ofAnyProperties(context: SchemaContext, { ref }: Source): JsonSchema {
  const { 'x-kubernetes-map-type': mapType } = (ref === undefined ? undefined : trySchema(context, ref)) ?? {};
  return mapType === undefined ? {} : { 'x-kubernetes-map-type': mapType };
}

/** Whether a type is its own declaration: `{ … }`, an interface or a class. */
function isWritten({ evaluator }: SchemaContext, type: TypeRef): boolean {
  const { ts } = evaluator;
  if (type.kind === 'node') return ts.isTypeLiteralNode(type.node);
  if (type.kind === 'shape') return false;
  return (type.type.symbol?.declarations ?? []).some(
    (node) => ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node) || ts.isClassLike(node),
  );
}

/** The schema of a type all of whose properties are in another one, with the same types and presence. */
function keptSchema(context: SchemaContext, { ref }: Source, schema: JsonSchema): JsonSchema | undefined {
  const whole = ref === undefined ? undefined : trySchema(context, ref);
  const names = Object.keys(whole?.properties ?? {});
  const isKept = names.every(
    (name) =>
      isDeepStrictEqual(whole?.properties?.[name], schema.properties?.[name]) &&
      (whole?.required ?? []).includes(name) === (schema.required ?? []).includes(name),
  );
  return names.length > 0 && isKept ? whole : undefined;
}

/** A type that is being read already has no schema yet. */
function trySchema(context: SchemaContext, ref: TypeRef): JsonSchema | undefined {
  const { diagnostics } = context.evaluator.program;
  const mark = diagnostics.mark();
  try {
    return context.schemaOf(ref);
  } catch (error) {
    if (!(error instanceof TypeProblem)) throw error;
    diagnostics.reset(mark);
    return undefined;
  }
}

function withKeywords(schema: JsonSchema, whole: JsonSchema): JsonSchema {
  const have = schema['x-kubernetes-validations'] ?? [];
  const entries = Object.entries(whole).flatMap(([key, value]): [string, unknown][] => {
    if (OF_PROPERTIES.has(key)) return [];
    if (key !== 'x-kubernetes-validations') return [[key, value]];
    const added = (value as readonly ValidationRule[]).filter(
      (rule) => !have.some((old) => isDeepStrictEqual(old, rule)),
    );
    return added.length === 0 ? [] : [[key, added]];
  });
  return entries.length === 0 ? schema : mergeSchemas(schema, Object.fromEntries(entries), () => undefined);
}
