/** Puts the markers of a declaration onto the schema of its type. */
import { applySchemaMarkers } from '../../markers/apply-schema.js';
import { readTagValue, valueMarker } from '../../markers/tags.js';
import type { JsonSchema, MutableSchema } from '../../model/schema.js';
import { PLAIN_TYPES } from './known-schemas.js';
import { mergeSchemas } from './merge-schema.js';
import type { NodeMarkers, PlacedMarker } from '../comments/node-markers.js';
import { rememberOrigin, type SchemaContext } from './schema-context.js';
import type { Evaluator, Place, TypeRef } from '../evaluate/type-ref.js';

/** Whether a type has a name of its own, so that markers add to it instead of replacing parts of it. */
export function isNamedType(evaluator: Evaluator, given: TypeRef): boolean {
  const type = evaluator.settle(given);
  const named = evaluator.resolve(type);
  if (named === undefined) return type.kind === 'shape' && type.shape.kind === 'core';
  if (named.kind === 'type') return isNamedType(evaluator, named.type);
  if (named.kind === 'known') return !PLAIN_TYPES.has(named.name);
  return named.kind !== 'global';
}

/** What a schema gets from comments. */
export interface Marking {
  readonly place: Place;
  readonly comments: NodeMarkers;
  readonly isNamed: boolean;
}

/** The schema with markers applied; docs of the declaration come before those of the type. */
export function markSchema(
  context: SchemaContext,
  base: JsonSchema,
  { place, comments, isNamed }: Marking,
): JsonSchema {
  const markers = [...comments.markers, ...valueMarkers(context, base, comments)];
  const added = applySchemaMarkers(base, markers);
  for (const { marker, message } of added.problems) context.reportMarker(marker, message);
  const conflict = (message: string): void =>
    context.report(place, {
      severity: 'error',
      code: 'schema-conflict',
      message: `the markers here contradict the type: ${message}`,
      fix: 'change the marker, or use another type',
    });
  const own: JsonSchema = {
    ...added.own,
    ...(added.items !== undefined && { items: added.items }),
    ...(added.values !== undefined && { additionalProperties: added.values }),
  };
  let schema: JsonSchema = base;
  if (Object.keys(own).length > 0)
    schema = isNamed ? mergeSchemas(base, own, conflict) : overwrite(base, own, conflict);
  const description = isHelper(context, place)
    ? base.description
    : describe(comments, base.description, context.remarks.get(base));
  if (description !== schema.description) schema = { ...schema, description };
  if (schema === base) schema = { ...base };
  rememberOrigin(context, schema, place, added.sources);
  return schema;
}

/** A generic type of another package, such as type-fest's `Simplify`: its docs are about itself. */
function isHelper({ evaluator: { ts } }: SchemaContext, { unit, node }: Place): boolean {
  const isInstalled = /[\\/]node_modules[\\/]/.test(unit.file);
  return isInstalled && ts.isTypeAliasDeclaration(node) && node.typeParameters !== undefined;
}

/** Markers on a builtin type replace its keywords. */
function overwrite(base: JsonSchema, own: JsonSchema, conflict: (message: string) => void): JsonSchema {
  const { items, additionalProperties: values, ...rest } = own;
  const narrowed: MutableSchema = { ...base };
  for (const key of ['type', 'format', 'pattern', 'multipleOf'] as const)
    if (rest[key] !== undefined) delete narrowed[key];
  const { 'x-kubernetes-validations': rules, ...keywords } = rest;
  const combined = mergeSchemas(narrowed, keywords, conflict);
  const ownRules = [...(base['x-kubernetes-validations'] ?? []), ...(rules ?? [])];
  const merged = ownRules.length > 0 ? { ...combined, 'x-kubernetes-validations': ownRules } : combined;
  const valuesBefore = typeof base.additionalProperties === 'object' ? base.additionalProperties : {};
  return {
    ...merged,
    ...(items !== undefined && { items: mergeSchemas(base.items ?? {}, items, conflict) }),
    ...(typeof values === 'object' && { additionalProperties: mergeSchemas(valuesBefore, values, conflict) }),
  };
}

function describe(
  comments: NodeMarkers,
  inherited: string | undefined,
  remark: string | undefined,
): string | undefined {
  const parts = [comments.description === '' ? (inherited ?? '') : comments.description];
  if (remark !== undefined && !parts[0]?.includes(remark)) parts.push(remark);
  if (comments.deprecation !== undefined) parts.push(`Deprecated: ${comments.deprecation || 'do not use.'}`);
  const text = parts.filter((part) => part !== '').join('\n\n');
  return text === '' ? undefined : text;
}

function valueMarkers(context: SchemaContext, base: JsonSchema, comments: NodeMarkers): PlacedMarker[] {
  return comments.values.flatMap(({ keyword, text, unit, offset }): PlacedMarker[] => {
    const read = readTagValue(text, base);
    const length = keyword.length + 1;
    if (read !== undefined) return [{ ...valueMarker(keyword, read.value), unit, offset, length }];
    if (keyword === 'default') {
      context.evaluator.program.diagnostics.at(unit, offset, length, {
        severity: 'warning',
        code: 'tag-ignored',
        message: `the value of @default does not fit this field, so it is read as prose`,
        fix: 'write the default as JSON, or use +kubebuilder:default',
      });
    }
    return [];
  });
}
