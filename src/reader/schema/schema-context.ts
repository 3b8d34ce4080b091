/** What the parts of the schema builder share. */
import type { SchemaOrigin, SchemaOrigins } from '../../model/api.js';
import type { JsonSchema } from '../../model/schema.js';
import type { MarkerReader, PlacedMarker } from '../comments/node-markers.js';
import { originOf } from '../comments/node-markers.js';
import type { Evaluator, NodeRef, Place, TypeRef } from '../evaluate/type-ref.js';
import type { Problem, Unit } from '../sources/unit.js';

/** Choices that change schemas. */
export interface SchemaOptions {
  /** Whether metadata inside a spec has its properties. */
  readonly hasEmbeddedObjectMeta: boolean;
  /** Whether fields are optional unless they say otherwise, by a package-level marker. */
  readonly isOptionalByDefault: (unit: Unit) => boolean;
}

/** Builds schemas of types; parts call each other through it. */
export interface SchemaContext {
  readonly evaluator: Evaluator;
  readonly markers: MarkerReader;
  readonly options: SchemaOptions;
  readonly origins: SchemaOrigins;
  /** Sentences to add to the description of whoever uses a schema. */
  readonly remarks: WeakMap<JsonSchema, string>;
  /** The innermost type as written that is being read and has no type parameters: messages about it point there. */
  readonly site: NodeRef | undefined;
  /** The schema of a type; `site` is the type as written, where that is another. */
  schemaOf(type: TypeRef, site?: TypeRef): JsonSchema;
  /** Reports a problem at a node. */
  report(place: Place, problem: Problem): void;
  reportMarker(marker: PlacedMarker, message: string): void;
}

/** Stands for a type that was reported as wrong. */
export const UNREADABLE: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

/** A type as written without type parameters. */
export function isSite(type: TypeRef): type is NodeRef {
  return type.kind === 'node' && type.scope.parameters.size === 0 && type.node.parent !== undefined;
}

/** A marker that cannot be used where it is. */
export function mismatch({ definition: { name, example } }: PlacedMarker, message: string): Problem {
  return {
    severity: 'error',
    code: 'marker-mismatch',
    message: `the marker "${name}" does not fit here: ${message}`,
    fix: `see \`kbts manifests --explain ${name}\`, for example ${example}`,
  };
}

/** Parts of an intersection that no value fits. */
export function contradiction(message: string): Problem {
  return {
    severity: 'error',
    code: 'schema-conflict',
    message: `the parts of this intersection contradict each other: ${message}`,
    fix: 'give the property one type',
  };
}

/** Remembers where a schema node comes from; positions are computed when asked for. */
export function rememberOrigin(
  context: SchemaContext,
  schema: JsonSchema,
  place: Place,
  sources: ReadonlyMap<string, PlacedMarker>,
): void {
  if (Object.isFrozen(schema)) return;
  const origin: SchemaOrigin = {
    get position() {
      return originOf(anchorOf(place)).position;
    },
    get excerpt() {
      return originOf(anchorOf(place)).excerpt;
    },
    get markers() {
      return new Map([...sources].map(([keyword, marker]) => [keyword, originOf(marker)]));
    },
  };
  context.origins.set(schema, origin);
}

/** The name of a declaration. */
function anchorOf({ unit, node }: Place): Parameters<typeof originOf>[0] {
  const offset = node.getStart(unit.ast);
  const name = unit.text.slice(offset, node.end).search(/[?:{=\s]/);
  return { unit, offset, length: name < 1 ? 1 : name };
}
