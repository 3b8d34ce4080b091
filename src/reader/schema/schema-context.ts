/** What the parts of the schema builder share. */
import type { SchemaOrigin, SchemaOrigins } from '../../model/api.js';
import type { JsonSchema } from '../../model/schema.js';
import type { MarkerReader, PlacedMarker } from '../comments/node-markers.js';
import { originOf } from '../comments/node-markers.js';
import type { Evaluator, Place, TypeRef } from '../evaluate/type-ref.js';
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
  schemaOf(type: TypeRef): JsonSchema;
  /** Reports a problem at a node. */
  report(place: Place, problem: Problem): void;
  reportMarker(marker: PlacedMarker, message: string): void;
}

/** Stands for a type that was reported as wrong. */
export const UNREADABLE: JsonSchema = { 'x-kubernetes-preserve-unknown-fields': true };

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
