/**
 * The checker forgets which property a type was taken from: `A extends { port: infer P } ? P : never` is a number. Where a
 * type that it computed may be that of a property with markers, a warning says that they do not hold.
 */
import type { ts } from 'ts-morph';
import type { Checker } from '../checker/checker.js';
import { reachableFrom, type ReachableProperty } from '../checker/reachable.js';
import { isRepeated, siteOf } from '../derived/report-loss.js';
import { type CheckedRef, type Place, placeOf, textOf } from '../evaluate/type-ref.js';
import type { SchemaContext } from '../schema/schema-context.js';
import { valueMarkers } from './taken-rules.js';

/** Reports the properties whose markers a computed type may have lost. */
export function reportLostProperties(context: SchemaContext, ref: CheckedRef): void {
  if (ref.isBare === true) return;
  const { checker } = context.evaluator;
  for (const property of othersFrom(checker, ref)) {
    const path = wayTo(checker, property, ref.type);
    if (path !== undefined) reportProperty(context, ref, property, path);
  }
}

/** Properties that a type may come from, besides those whose markers hold anyway. */
export function othersFrom(checker: Checker, ref: CheckedRef): readonly ReachableProperty[] {
  const taken = (ref.taken ?? []).map(({ place }) => place.node);
  const read = new Set<ts.Node>([...taken, ...(ref.field?.declarations ?? [])]);
  return reachableFrom(checker, ref.field?.written ?? ref.place.node).properties.filter(
    ({ place }) => !read.has(place.node),
  );
}

function reportProperty(
  context: SchemaContext,
  ref: CheckedRef,
  { place }: ReachableProperty,
  path: readonly 'items'[],
): void {
  const names = [...new Set(valueMarkers(context, { place, path }).map(({ definition }) => definition.name))];
  if (names.length === 0 || isRepeated(context, siteOf(ref), names)) return;
  const access = accessOf(context, place);
  context.report(placeOf(ref), {
    severity: 'warning',
    code: 'type-rules-lost',
    message: `TypeScript does not say whether "${context.evaluator.checker.types.typeToString(ref.type)}" in "${textOf(ref)}" is ${access}, so +${names.join(', +')} of that property does not hold here`,
    fix: `write ${access} itself, or repeat the markers on this field`,
  });
}

/** `Server['port']`. */
export function accessOf({ evaluator: { ts } }: SchemaContext, { unit, node }: Place): string {
  const { parent } = node;
  const owner = ts.isInterfaceDeclaration(parent) || ts.isClassDeclaration(parent) ? parent.name?.text : undefined;
  return `${owner ?? '…'}['${node.getText(unit.ast).replace(/[?:;\s].*$/s, '')}']`;
}

/** How a type may come from a property: it is the whole, a part or more, or its items. */
function wayTo(checker: Checker, property: ReachableProperty, type: ts.Type): readonly 'items'[] | undefined {
  if (property.isAnything) return [];
  const types = [...property.types];
  if (types.some((declared) => isRelated(checker, declared, type))) return [];
  const items = types.flatMap((declared) => itemsOf(checker, declared));
  return items.some((item) => isRelated(checker, item, type)) ? ['items'] : undefined;
}

function itemsOf(checker: Checker, type: ts.Type): readonly ts.Type[] {
  const { types } = checker;
  return membersOf(checker, type).flatMap((member) =>
    types.isArrayType(member) ? types.getTypeArguments(member as ts.TypeReference) : [],
  );
}

function isRelated(checker: Checker, left: ts.Type, right: ts.Type): boolean {
  const [some, others] = [membersOf(checker, left), membersOf(checker, right)];
  const isWithin = (inner: readonly ts.Type[], outer: readonly ts.Type[]): boolean =>
    inner.length > 0 && inner.every((type) => outer.some((other) => isSame(type, other)));
  return isWithin(some, others) || isWithin(others, some);
}

/** The members of a union that are not null or undefined. */
function membersOf(checker: Checker, type: ts.Type): readonly ts.Type[] {
  const { TypeFlags } = checker.program.ts;
  const members = type.isUnion() ? type.types : [type];
  return members
    .filter(({ flags }) => (flags & (TypeFlags.Null | TypeFlags.Undefined | TypeFlags.Never)) === 0)
    .map((member) => regular(member));
}

/** A literal that was inferred is another object than the same one as written. */
function regular(type: ts.Type): ts.Type {
  return (type as ts.Type & { readonly regularType?: ts.Type }).regularType ?? type;
}

/** An intersection that was made again is the same one. */
function isSame(left: ts.Type, right: ts.Type): boolean {
  if (left === right) return true;
  if (!left.isIntersection() || !right.isIntersection()) return false;
  return left.types.length === right.types.length && left.types.every((part) => right.types.includes(part));
}
