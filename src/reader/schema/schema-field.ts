/** One property of an object type → its schema and whether it must be given. */
import type { ts } from 'ts-morph';
import type { JsonSchema } from '../../model/schema.js';
import { reportLostBases } from '../derived/lost-aliases.js';
import { rememberNotes } from '../console/console-notes.js';
import { hasMarker, type NodeMarkers } from '../comments/node-markers.js';
import { type SchemaContext, UNREADABLE } from './schema-context.js';
import { isNamedType, markSchema } from './schema-markers.js';
import { nullableSchema } from './schema-union.js';
import { carry } from '../taken/taken.js';
import { hasTakenMarker, withoutOwn } from '../taken/taken-rules.js';
import {
  type CheckedRef,
  computed,
  type Evaluator,
  type Member,
  type Place,
  placeOf,
  TypeProblem,
  type TypeRef,
  Unsettled,
} from '../evaluate/type-ref.js';
import { unionMembers } from '../evaluate/union-members.js';

/** A finished property. */
export interface FieldSchema {
  readonly name: string;
  readonly schema: JsonSchema;
  readonly isRequired: boolean;
  readonly isImmutable: boolean;
}

const NO_COMMENTS: NodeMarkers = { description: '', markers: [], values: [], isHidden: false };

/** The schema of a property, or `undefined` for one that is left out. */
export function fieldSchema(context: SchemaContext, member: Member): FieldSchema | undefined {
  const comments = commentsOf(context, member);
  if (comments.isHidden) return undefined;
  const place = member.declaration ?? placeOf(member.type);
  try {
    return readField(context, member, comments, place);
  } catch (error) {
    if (error instanceof Unsettled && !isClosed(member.type)) throw error;
    const problem = asProblem(error, place);
    if (isInPackage(place)) throw problem;
    reportProblem(context, isInPackage(problem.place) ? moved(problem, place) : problem);
    return { name: member.name, schema: { ...UNREADABLE }, isRequired: false, isImmutable: false };
  }
}

/** What a package declares is reported where the user's types use it. */
function isInPackage({ unit }: Place): boolean {
  return /[\\/]node_modules[\\/]/.test(unit.file);
}

function moved({ code, message, fix }: TypeProblem, place: Place): TypeProblem {
  return new TypeProblem(place, code, message, fix);
}

/** A type that depends on type parameters is asked about where these are known. */
function isClosed(type: TypeRef): boolean {
  return type.kind === 'checked' || (type.kind === 'node' && type.scope.parameters.size === 0);
}

/** A type that runs the stack out refers to itself in a way that no other check has seen. */
function asProblem(error: unknown, place: Place): TypeProblem {
  if (error instanceof TypeProblem) return error;
  if (!(error instanceof RangeError)) throw error;
  return new TypeProblem(
    place,
    'type-cyclic',
    'this type refers to itself without end',
    'break the cycle, or use Json',
  );
}

/** Reports why a type has no schema. */
export function reportProblem(context: SchemaContext, problem: TypeProblem): void {
  context.report(problem.place, { severity: 'error', code: problem.code, message: problem.message, fix: problem.fix });
}

function readField(
  context: SchemaContext,
  member: Member,
  comments: NodeMarkers,
  place: Place,
): FieldSchema | undefined {
  const { markers } = comments;
  const isSchemaless = hasMarker(markers, 'kubebuilder:validation:Schemaless');
  const { type, isNullable, isUndefinable } = isSchemaless
    ? { type: member.type, isNullable: false, isUndefinable: false }
    : withoutNullish(context, member.type);
  if (!isSchemaless && isNever(context, type)) {
    const mayBeMissing = member.isOptional || isUndefinable || isUndefined(context, type);
    if (!isNullable && mayBeMissing) return undefined;
    throw new TypeProblem(
      place,
      'type-unsupported',
      isNullable ? `"${member.name}" can only be null` : `"${member.name}" must be set, and no value fits its type`,
      isNullable ? 'give it another type as well' : 'make it optional to forbid it, or remove it',
    );
  }
  const base = isSchemaless ? {} : context.schemaOf(withoutOwn(type, member), member.type);
  const isNamed = !isSchemaless && isNamedType(context.evaluator, type);
  let marked = isNullable ? nullableSchema(base) : base;
  // What a base type says about the property holds as well, as for an embedded struct; the nearest default wins.
  const inherited = (member.inherited ?? []).toReversed();
  reportLostBases(context, member);
  for (const other of inherited) {
    const { markers: rules, values } = context.markers.of(other.unit, other.node, 'field');
    const rulesOnly: NodeMarkers = { ...NO_COMMENTS, markers: rules, values };
    marked = markSchema(context, marked, { place: other, comments: rulesOnly, isNamed: true });
  }
  for (const other of member.also ?? []) {
    const also = context.markers.of(other.unit, other.node, 'field');
    marked = markSchema(context, marked, { place: other, comments: also, isNamed: true });
  }
  const isMarked = inherited.length > 0 || member.also !== undefined;
  marked = markSchema(context, marked, { place, comments, isNamed: isNamed || isMarked });
  if (isNullable && marked.enum !== undefined) {
    const origin = context.origins.get(marked);
    marked = nullableSchema(marked);
    if (origin !== undefined) context.origins.set(marked, origin);
  }
  rememberNotes(context, marked, markers);
  const isOptional = member.isOptional || isUndefinable;
  return {
    name: member.name,
    schema: marked,
    isRequired: isRequired(context, member, comments, isOptional),
    isImmutable:
      hasMarker(markers, 'k8s:immutable') ||
      hasTakenMarker(context, type, 'k8s:immutable') ||
      inherited.some(({ unit, node }) => hasMarker(context.markers.of(unit, node, 'field').markers, 'k8s:immutable')),
  };
}

/** Comments of the property; without any docs, those of the same property in a base type. */
function commentsOf(context: SchemaContext, member: Member): NodeMarkers {
  const { declaration } = member;
  const read = ({ unit, node }: Place): NodeMarkers => context.markers.of(unit, node, 'field');
  const own = declaration === undefined ? NO_COMMENTS : read(declaration);
  if (own.description !== '') return own;
  const inherited = (member.inherited ?? []).map(read).find(({ description }) => description !== '');
  return inherited === undefined ? own : { ...own, description: inherited.description };
}

function isRequired(context: SchemaContext, member: Member, { markers }: NodeMarkers, isOptional: boolean): boolean {
  if (member.isPresenceFixed === true) return !isOptional;
  if (hasMarker(markers, 'kubebuilder:validation:Optional')) return false;
  if (hasMarker(markers, 'kubebuilder:validation:Required')) return true;
  if (hasMarker(markers, 'optional', 'k8s:optional')) return false;
  if (hasMarker(markers, 'required', 'k8s:required')) return true;
  const { owner } = member;
  const ofOwner = owner === undefined ? [] : context.markers.of(owner.unit, owner.node, 'type').markers;
  if (hasMarker(ofOwner, 'kubebuilder:validation:Optional')) return false;
  if (hasMarker(ofOwner, 'kubebuilder:validation:Required')) return true;
  if (owner !== undefined && context.options.isOptionalByDefault(owner.unit)) return false;
  return !isOptional;
}

/** A type without null and undefined, and whether it had them. */
export interface Stripped {
  readonly type: TypeRef;
  readonly isNullable: boolean;
  readonly isUndefinable: boolean;
}

/** `T | null | undefined` without the last two; the name of `T` survives. */
function withoutNullish(context: SchemaContext, given: TypeRef): Stripped {
  const { evaluator } = context;
  const type = evaluator.settle(given);
  if (type.kind === 'checked') return checkedWithoutNullish(evaluator, type);
  const isUnion = type.kind === 'shape' || evaluator.ts.isUnionTypeNode(type.node);
  // The name of an alias stays: its own schema says whether there may be null.
  if (!isUnion)
    return { type, isNullable: false, isUndefinable: isAlias(evaluator, type) && mayBeUndefined(evaluator, type) };
  const shape = evaluator.evaluate(type);
  if (shape.kind !== 'union') return { type, isNullable: false, isUndefinable: false };
  const isKeyword = (member: TypeRef, name: string): boolean => {
    const inner = evaluator.evaluate(member);
    return inner.kind === 'keyword' && inner.name === name;
  };
  const kept = shape.types.filter((member) => !isKeyword(member, 'null') && !isKeyword(member, 'undefined'));
  const [only] = kept;
  const isNullable = shape.types.some((member) => isKeyword(member, 'null'));
  const isUndefinable = mayBeUndefined(evaluator, type);
  if (kept.length === shape.types.length || only === undefined) return { type, isNullable: false, isUndefinable };
  if (kept.length > 1)
    return {
      type: carry(computed({ kind: 'union', types: kept }, placeOf(type)), type.taken),
      isNullable,
      isUndefinable,
    };
  const inner = withoutNullish(context, only);
  return { type: carry(inner.type, type.taken), isNullable: isNullable || inner.isNullable, isUndefinable };
}

function checkedWithoutNullish({ checker, ts }: Evaluator, ref: CheckedRef): Stripped {
  const members = ref.type.isUnion() ? ref.type.types : [ref.type];
  const has = (flag: ts.TypeFlags): boolean => members.some(({ flags }) => (flags & flag) !== 0);
  const [isNullable, isUndefinable] = [has(ts.TypeFlags.Null), has(ts.TypeFlags.Undefined | ts.TypeFlags.Void)];
  if (members.length === 1 || (!isNullable && !isUndefinable)) return { type: ref, isNullable: false, isUndefinable };
  return { type: { ...ref, type: checker.types.getNonNullableType(ref.type) }, isNullable, isUndefinable };
}

function isAlias(evaluator: Evaluator, type: TypeRef): boolean {
  const named = evaluator.resolve(type);
  if (named?.kind === 'declared') return named.declarations.some((node) => evaluator.ts.isTypeAliasDeclaration(node));
  return named?.kind === 'global';
}

function mayBeUndefined(evaluator: Evaluator, type: TypeRef): boolean {
  const shape = evaluator.evaluate(type);
  if (shape.kind !== 'union') return false;
  return unionMembers(evaluator, type).some((member) => {
    const inner = evaluator.evaluate(member);
    return inner.kind === 'keyword' && inner.name === 'undefined';
  });
}

function isNever(context: SchemaContext, type: TypeRef): boolean {
  return type.kind !== 'node' || context.evaluator.ts.isTypeNode(type.node) ? neverShape(context, type) : false;
}

/** Types with names are looked at as well: `Status` may be a parameter that is `never`. */
function neverShape(context: SchemaContext, type: TypeRef): boolean {
  const named = context.evaluator.resolve(type);
  if (named !== undefined && named.kind !== 'type' && named.kind !== 'declared') return false;
  const shape = context.evaluator.evaluate(type);
  return shape.kind === 'keyword' && (shape.name === 'never' || shape.name === 'undefined');
}

function isUndefined({ evaluator }: SchemaContext, type: TypeRef): boolean {
  const shape = evaluator.evaluate(type);
  return shape.kind === 'keyword' && shape.name === 'undefined';
}
