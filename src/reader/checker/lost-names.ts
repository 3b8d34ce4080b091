/**
 * The checker forgets the names of types such as `type Port = number`. Where a type that it computed may be one with
 * markers, and its declaration does not tell, that is an error: validation would be lost.
 */
import type { ts } from 'ts-morph';
import { isRepeated, siteOf } from '../derived/report-loss.js';
import { type CheckedRef, TypeProblem } from '../evaluate/type-ref.js';
import type { SchemaContext } from '../schema/schema-context.js';
import type { Checker } from './checker.js';
import { reachableFrom } from './reachable.js';

/** Throws when the name that a type had may be lost. */
export function rejectLostName(context: SchemaContext, ref: CheckedRef): void {
  if (ref.isBare === true) return;
  const { checker } = context.evaluator;
  for (const alias of reachableFrom(checker, ref.place.node).aliases) {
    const declared = checker.declaredType(alias.node as ts.TypeAliasDeclaration);
    const hasName = ref.type.aliasSymbol?.declarations?.some((node) => node === alias.node) === true;
    if (declared === undefined || hasName || !isPartOf(checker, declared, ref.type)) continue;
    const lost = context.markers.of(alias.unit, alias.node, 'type').markers.map(({ definition }) => definition.name);
    if (lost.length === 0 || isRepeated(context, siteOf(ref), lost)) continue;
    const { name } = alias.node as ts.TypeAliasDeclaration;
    throw new TypeProblem(
      ref.place,
      'type-unsupported',
      `TypeScript does not say whether "${checker.types.typeToString(ref.type)}" is "${name.text}" here, so the markers of that type could be lost`,
      `write "${name.text}" itself, or repeat its markers on the field`,
    );
  }
}

/** Whether a type is the one that an alias names, without having that name. A union is made again by `NonNullable`. */
function isPartOf(checker: Checker, declared: ts.Type, type: ts.Type): boolean {
  if (isSame(declared, type)) return true;
  const { TypeFlags } = checker.program.ts;
  if (declared.isUnion() && type.isUnion()) {
    const isNullish = ({ flags }: ts.Type): boolean => (flags & (TypeFlags.Null | TypeFlags.Undefined)) !== 0;
    const [left, right] = [declared, type].map(({ types }) => types.filter((member) => !isNullish(member)));
    return left?.length === right?.length && (left ?? []).every((member) => right?.includes(member));
  }
  const isWhole = (TypeFlags.String | TypeFlags.Number | TypeFlags.Boolean | TypeFlags.Intersection) & declared.flags;
  return isWhole !== 0 && type.isUnion() && type.types.some((member) => isSame(declared, member));
}

/** An intersection that was made again is the same one. */
function isSame(left: ts.Type, right: ts.Type): boolean {
  if (left === right) return true;
  if (!left.isIntersection() || !right.isIntersection()) return false;
  return left.types.length === right.types.length && left.types.every((part) => right.types.includes(part));
}
