/** Types as the reader handles them: references that are looked at when needed, and what they turn out to be. */
import type { ts } from 'ts-morph';
import type { DiagnosticCode } from '../../model/diagnostic-codes.js';
import type { JsonSchema } from '../../model/schema.js';
import type { TypeScript } from '../../typescript/load.js';
import type { Declaration } from '../sources/bindings.js';
import type { Checker } from '../checker/checker.js';
import type { Program } from '../sources/program.js';
import type { Unit } from '../sources/unit.js';

/** Where a type is written: its file, and what type parameters stand for there. */
export interface TypeScope {
  readonly unit: Unit;
  readonly parameters: ReadonlyMap<string, TypeRef>;
}

/** A node in its file. */
export interface Place {
  readonly unit: Unit;
  readonly node: ts.Node;
}

/** A property that a type was taken from by indexed access: what its markers say about values holds for the type. */
export interface Taken {
  readonly place: Place;
  /** The way from the property's values to the type: `T['ports'][number]` is `items`. */
  readonly path: readonly ('items' | 'values')[];
  /** The property may be something else as well, so its markers are not about this type alone. */
  readonly isPart?: boolean;
}

interface MaybeTaken {
  readonly taken?: readonly Taken[];
}

/** A type that was computed. */
export interface ShapeRef extends MaybeTaken {
  readonly kind: 'shape';
  readonly shape: Shape;
  readonly place: Place;
}

/** A type not looked at yet (`node`), or one that was computed (`shape`, `checked`). */
export type TypeRef = NodeRef | CheckedRef | ShapeRef;

/** A type as it is written. */
export interface NodeRef extends MaybeTaken {
  readonly kind: 'node';
  readonly node: ts.Node;
  readonly scope: TypeScope;
}

/** A type that TypeScript's checker computed, at the place that it was asked about. */
export interface CheckedRef extends MaybeTaken {
  readonly kind: 'checked';
  readonly type: ts.Type;
  readonly place: Place;
  /** The name that the type has was looked at already. */
  readonly isBare?: boolean;
  /** The property that it is the type of, or a part of the type: its markers are read there. */
  readonly field?: {
    readonly declarations: readonly ts.Node[];
    /** The type as declared, where it is the same besides null and undefined. */
    readonly written: ts.Node | undefined;
  };
}

/** A property of an object type. */
export interface Member {
  readonly name: string;
  readonly isOptional: boolean;
  /** A utility type decided `isOptional`, which then beats markers. */
  readonly isPresenceFixed?: boolean;
  readonly type: TypeRef;
  /** Where docs and markers come from; absent for properties without a declaration. */
  readonly declaration?: Place;
  /** Other declarations of the property, in other parts of an intersection: their markers count as well. */
  readonly also?: readonly Place[];
  /** Declarations of the same property in base types, nearest first: their markers hold as well, and docs fall back to them. */
  readonly inherited?: readonly Place[];
  /** The type that declares it, for package-wide and type-wide defaults. */
  readonly owner?: Place;
}

/** An object type. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly members: readonly Member[];
  /** Value type of an index signature. */
  readonly index?: TypeRef;
  /** A method or call signature: no data. */
  readonly callable?: Place;
  /** A class with methods or accessors: no data, and left out. */
  readonly isWithMethods?: boolean;
  /** The parts of an intersection; what is said about one of them applies to the whole. */
  readonly parts?: readonly TypeRef[];
  /** Types that were taken from a property, whose properties these are: `Partial<Server['limits']>`. */
  readonly from?: readonly TypeRef[];
}

/** A tuple. */
export interface TupleShape {
  readonly kind: 'tuple';
  readonly items: readonly TypeRef[];
  readonly hasRest: boolean;
  /** Of a tuple that the checker found: how many items may be left out, and which ones repeat. */
  readonly optional?: number;
  readonly rests?: readonly number[];
}

/** Names of types without parts. */
export type KeywordName =
  | 'string'
  | 'number'
  | 'boolean'
  | 'bigint'
  | 'symbol'
  | 'any'
  | 'unknown'
  | 'never'
  | 'undefined'
  | 'null'
  | 'object'
  | 'void';

/** What a type is, one level deep. */
export type Shape =
  | { readonly kind: 'keyword'; readonly name: KeywordName; readonly isOpen?: boolean }
  | { readonly kind: 'literal'; readonly value: string | number | bigint | boolean; readonly isEnum?: boolean }
  | { readonly kind: 'template'; readonly parts: readonly (string | TypeRef)[] }
  | { readonly kind: 'array'; readonly item: TypeRef }
  | TupleShape
  | ObjectShape
  | { readonly kind: 'union'; readonly types: readonly TypeRef[] }
  | { readonly kind: 'enum'; readonly place: Place; readonly values: readonly (string | number)[] }
  | {
      readonly kind: 'known';
      readonly name: string;
      readonly arguments: readonly TypeRef[];
      /** What the type is made from, when that is a type of Kubernetes. */
      readonly base?: JsonSchema;
    }
  | { readonly kind: 'core'; readonly name: string; readonly schema: JsonSchema }
  | { readonly kind: 'function' }
  | { readonly kind: 'global'; readonly name: string };

/** Looks at types. */
export interface Evaluator {
  readonly ts: TypeScript;
  readonly program: Program;
  readonly checker: Checker;
  evaluate(type: TypeRef): Shape;
  /** Properties of an object type; throws `TypeProblem` for other types. */
  objectOf(type: TypeRef): ObjectShape;
  /** What a type reference names. */
  resolve(type: TypeRef): Named | undefined;
  /** The type as the checker sees it; `undefined` for one that depends on type parameters. */
  checked(type: TypeRef): CheckedRef | undefined;
  /** The type behind indexed access, conditions and filters of unions: the names that it has there are kept. */
  settle(type: TypeRef): TypeRef;
}

/** What a type reference names. */
export type Named =
  | { readonly kind: 'type'; readonly type: TypeRef }
  /** A declaration whose type the checker computed: docs and markers are those of the declaration. */
  | { readonly kind: 'alias'; readonly place: Place; readonly type: TypeRef }
  | {
      readonly kind: 'declared';
      readonly unit: Unit;
      readonly declarations: readonly Declaration[];
      readonly arguments: readonly TypeRef[];
    }
  | {
      readonly kind: 'known';
      readonly name: string;
      readonly arguments: readonly TypeRef[];
      /** What the type is made from, when that is a type of Kubernetes. */
      readonly base?: JsonSchema;
    }
  | { readonly kind: 'core'; readonly name: string; readonly schema: JsonSchema }
  | { readonly kind: 'global'; readonly name: string; readonly arguments: readonly TypeRef[] };

/** Why a type cannot become a schema. */
export class TypeProblem extends Error {
  override readonly name = 'TypeProblem';
  readonly code: DiagnosticCode;
  readonly fix: string;
  readonly place: Place;
  constructor(place: Place, code: DiagnosticCode, message: string, fix: string) {
    super(message);
    this.code = code;
    this.fix = fix;
    this.place = place;
  }
}

/** A type that syntax alone does not decide: TypeScript's checker does, where it can. */
export class Unsettled extends TypeProblem {
  constructor(
    place: Place,
    what: string,
    code: DiagnosticCode = 'type-unsupported',
    fix = 'write the type out as an interface',
  ) {
    super(place, code, what, fix);
  }
}

/** Where a type is written. */
export function placeOf(type: TypeRef): Place {
  return type.kind === 'node' ? { unit: type.scope.unit, node: type.node } : type.place;
}

/** A computed type at a place. */
export function computed(shape: Shape, place: Place): TypeRef {
  return { kind: 'shape', shape, place };
}

/** The type as the user wrote it, shortened. */
export function textOf(type: TypeRef): string {
  const { unit, node } = placeOf(type);
  const text = node.getText(unit.ast).replaceAll(/\s+/g, ' ');
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}

/** A union of string literals. */
export function literalUnion(values: readonly string[], place: Place): Shape {
  return { kind: 'union', types: values.map((value) => computed({ kind: 'literal', value }, place)) };
}

/** A type that refers to itself in a way that never ends. */
export function endlessType(type: TypeRef): TypeProblem {
  return new TypeProblem(
    placeOf(type),
    'type-cyclic',
    `the type "${textOf(type)}" refers to itself without end`,
    'break the cycle, or use Json for the part of unknown depth',
  );
}

/** A type that contains itself. */
export function recursiveType(type: TypeRef, path: string): TypeProblem {
  return new TypeProblem(
    placeOf(type),
    'type-recursive',
    `the type contains itself (${path}); the API server takes no recursive schemas`,
    'cut the recursion with Json, or with +kubebuilder:validation:Schemaless and +kubebuilder:pruning:PreserveUnknownFields',
  );
}
