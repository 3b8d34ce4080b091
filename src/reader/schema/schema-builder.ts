/** TypeScript type → structural schema. */
import type { JsonSchema } from '../../model/schema.js';
import { saysNothing } from '../intersection/parts.js';
import { mergeSchemas } from './merge-schema.js';
import { isSameType } from '../evaluate/same-type.js';
import { rejectLostName } from '../checker/lost-names.js';
import { ReadAliases } from '../derived/lost-aliases.js';
import { withTypeRules } from '../derived/type-rules.js';
import { knownSchema } from './schema-known.js';
import { markSchema } from './schema-markers.js';
import { namedSchema } from './schema-named.js';
import type { MarkerReader, PlacedMarker } from '../comments/node-markers.js';
import { contradiction, isSite, mismatch, type SchemaContext, type SchemaOptions } from './schema-context.js';
import { objectSchema } from './schema-object.js';
import { functionProblem, globalSchema, keywordSchema, tupleSchema } from './schema-plain.js';
import { enumSchema, unionSchema } from './schema-union.js';
import { templatePattern } from '../evaluate/templates.js';
import {
  type CheckedRef,
  type Evaluator,
  type Named,
  type NodeRef,
  type ObjectShape,
  type Place,
  placeOf,
  recursiveType,
  type Shape,
  type TypeRef,
  Unsettled,
} from '../evaluate/type-ref.js';
import { literalsOf } from '../evaluate/union-members.js';
import { reportLostProperties } from '../taken/lost-properties.js';
import { withTakenRules } from '../taken/taken-rules.js';
import { makeCorrelator } from './transition-rules.js';
import type { Problem } from '../sources/unit.js';

/** A generic type that stands inside itself more often than this never ends. */
const MAX_NESTING = 8;
/** Types of the checker may grow from use to use as well. */
const MAX_CHECKED_DEPTH = 60;

/** Builds schemas of types, each declaration once. */
export class SchemaBuilder implements SchemaContext {
  readonly evaluator: Evaluator;
  readonly markers: MarkerReader;
  readonly options: SchemaOptions;
  readonly origins: SchemaContext['origins'] = new WeakMap();
  readonly remarks: SchemaContext['remarks'] = new WeakMap();
  /** Leaves out rules of Kubernetes' types that cannot work where they are. */
  readonly correlate = makeCorrelator((from, to) => {
    const origin = this.origins.get(from);
    if (origin !== undefined) this.origins.set(to, origin);
  });
  private readonly finished = new Map<unknown, JsonSchema>();
  private readonly endless = new Set<unknown>();
  private readonly openTypes: CheckedRef['type'][] = [];
  /** The types as written that are being read: messages point at the innermost. */
  private readonly sites: NodeRef[] = [];
  private readonly aliases = new ReadAliases();
  private readonly open: Extract<Named, { kind: 'declared' }>[] = [];

  constructor(evaluator: Evaluator, markers: MarkerReader, options: SchemaOptions) {
    this.evaluator = evaluator;
    this.markers = markers;
    this.options = options;
  }

  get site(): NodeRef | undefined {
    return this.sites.at(-1);
  }

  schemaOf(type: TypeRef, written: TypeRef = type): JsonSchema {
    const site = [written, type].find(isSite);
    if (site === undefined) return this.read(type);
    this.sites.push(site);
    try {
      return this.aliases.around(this, site, () => this.read(type));
    } finally {
      this.sites.pop();
    }
  }

  private read(type: TypeRef): JsonSchema {
    const mark = this.evaluator.program.diagnostics.mark();
    try {
      return this.withRules(this.evaluator.settle(type));
    } catch (error) {
      const checked = error instanceof Unsettled && type.kind === 'node' ? this.evaluator.checked(type) : undefined;
      if (checked === undefined) throw error;
      this.evaluator.program.diagnostics.reset(mark);
      return this.withRules(checked);
    }
  }

  private withRules(type: TypeRef): JsonSchema {
    if (type.kind === 'checked') reportLostProperties(this, type);
    return withTakenRules(this, type, (bare) =>
      bare.kind === 'checked' ? this.ofChecked(bare) : this.ofWritten(bare),
    );
  }

  private ofWritten(type: TypeRef): JsonSchema {
    const { ts } = this.evaluator;
    const named = this.evaluator.resolve(type);
    if (named !== undefined) return this.ofNamed(named, type);
    if (type.kind === 'node') {
      if (ts.isParenthesizedTypeNode(type.node)) return this.schemaOf({ ...type, node: type.node.type });
      if (ts.isIntersectionTypeNode(type.node))
        return this.ofIntersection(
          type,
          type.node.types.map((node) => ({ ...type, node })),
        );
    }
    return this.ofShape(this.evaluator.evaluate(type), type);
  }

  /** A type that the checker found; it may contain itself. */
  private ofChecked(type: CheckedRef): JsonSchema {
    const isOpen = this.openTypes.includes(type.type) && type.isBare !== true;
    if (isOpen || this.openTypes.length > MAX_CHECKED_DEPTH) throw recursiveType(type, type.type.symbol?.name ?? '…');
    this.openTypes.push(type.type);
    try {
      rejectLostName(this, type);
      return this.ofWritten(type);
    } finally {
      this.openTypes.pop();
    }
  }

  report(place: Place, problem: Problem): void {
    this.evaluator.program.diagnostics.atNode(place.unit, place.node, problem);
  }

  reportMarker(marker: PlacedMarker, message: string): void {
    this.evaluator.program.diagnostics.at(marker.unit, marker.offset, marker.length, mismatch(marker, message));
  }

  private ofNamed(named: Named, type: TypeRef): JsonSchema {
    switch (named.kind) {
      case 'type':
        return this.schemaOf(named.type);
      case 'alias':
        return this.ofAlias(named);
      case 'declared':
        return this.ofDeclared(named, type);
      case 'core':
        return named.schema;
      case 'known':
        return knownSchema(this, named, type);
      case 'global':
        return named.name === 'Readonly' && named.arguments[0] !== undefined
          ? this.schemaOf(named.arguments[0])
          : this.ofShape(this.evaluator.evaluate(type), type);
    }
  }

  private ofDeclared(named: Extract<Named, { kind: 'declared' }>, type: TypeRef): JsonSchema {
    const [key] = named.declarations;
    this.aliases.add(key);
    const isPlain = named.arguments.length === 0;
    const known = isPlain ? this.finished.get(key) : undefined;
    if (known !== undefined) return known;
    this.rejectCycle(this.findCycle(named), named, type);
    this.open.push(named);
    try {
      const schema = namedSchema(this, named, type);
      if (isPlain) this.finished.set(key, schema);
      return schema;
    } finally {
      this.open.pop();
    }
  }

  /** Where the type is open already, with the same arguments or with ones that grow from use to use. */
  private findCycle(named: Extract<Named, { kind: 'declared' }>): number {
    const same = this.open.findIndex((other) => isSameType(this.evaluator, other, named));
    if (same >= 0) return same;
    const [key] = named.declarations;
    const uses = this.open.flatMap((other, index) => (other.declarations[0] === key ? [index] : []));
    // Once a type is known to grow, no further use of it is followed: there may be many.
    if (uses.length < MAX_NESTING && !(uses.length > 0 && this.endless.has(key))) return -1;
    this.endless.add(key);
    return uses.at(-1) ?? -1;
  }

  private rejectCycle(start: number, named: Extract<Named, { kind: 'declared' }>, type: TypeRef): void {
    if (start < 0) return;
    const nameOf = ({ declarations, unit }: Extract<Named, { kind: 'declared' }>): string =>
      declarations[0]?.name?.getText(unit.ast) ?? '?';
    const path = [...this.open.slice(start), named].map(nameOf).join(' → ');
    throw recursiveType(type, path);
  }

  /** The docs and markers of a declaration on the type that the checker computed for it. */
  private ofAlias({ place, type }: Extract<Named, { kind: 'alias' }>): JsonSchema {
    const comments = this.markers.of(place.unit, place.node, 'type');
    return markSchema(this, this.schemaOf(type), { place, comments, isNamed: false });
  }

  /** Constraints of all parts apply; docs are those of the last part that has some. */
  private ofIntersection(type: TypeRef, parts: readonly TypeRef[]): JsonSchema {
    const shape = this.evaluator.evaluate(type);
    if (shape.kind !== 'object') return this.ofShape(shape, type);
    return this.ofParts(shape, type, parts);
  }

  private ofParts(shape: ObjectShape, type: TypeRef, parts: readonly TypeRef[]): JsonSchema {
    if (shape.index !== undefined || shape.callable !== undefined) return objectSchema(this, shape, type);
    let merged: JsonSchema = { type: 'object' };
    for (const part of parts.filter((inner) => !saysNothing(this.evaluator.evaluate(inner)))) {
      const conflict = (message: string): void => this.report(placeOf(type), contradiction(message));
      merged = mergeSchemas(merged, this.schemaOf(part), conflict);
    }
    return merged;
  }

  private ofShape(shape: Shape, type: TypeRef): JsonSchema {
    switch (shape.kind) {
      case 'keyword':
        return keywordSchema(shape.name, type);
      case 'literal':
        return enumSchema([shape.value], type);
      case 'enum':
        return enumSchema(shape.values, type);
      case 'template': {
        const literals = literalsOf(this.evaluator, type);
        return literals === undefined
          ? { type: 'string', pattern: templatePattern(this.evaluator, shape, literalsOf, type) }
          : enumSchema(literals, type);
      }
      case 'array':
        return { type: 'array', items: this.schemaOf(shape.item) };
      case 'tuple':
        return tupleSchema(this, shape, type);
      case 'object':
        if (shape.parts !== undefined) return this.ofParts(shape, type, shape.parts);
        return withTypeRules(this, objectSchema(this, shape, type), shape, { type, site: this.site });
      case 'union':
        return unionSchema(this, type);
      case 'known':
        return knownSchema(this, shape, type);
      case 'core':
        return shape.schema;
      case 'function':
        throw functionProblem(type);
      case 'global':
        return globalSchema(this, shape.name, type);
    }
  }
}
