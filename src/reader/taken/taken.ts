/** Types that are taken from a property, as in `Server['port']`: they remember the property, whose markers hold for them. */
import type { ts } from 'ts-morph';
import { placeOfNode } from '../checker/checked-members.js';
import type { Evaluator, Member, ObjectShape, Place, Shape, Taken, TypeRef } from '../evaluate/type-ref.js';

/** The type of a property, which remembers the property if comments say something about it. */
export function takenType(evaluator: Evaluator, { type, declaration, also = [] }: Member): TypeRef {
  return markedType(evaluator, type, [...also, ...(declaration === undefined ? [] : [declaration])]);
}

/** A type that the comments of declarations are about. */
export function markedType(evaluator: Evaluator, type: TypeRef, places: readonly Place[]): TypeRef {
  return carry(
    type,
    places.filter((place) => hasComments(evaluator, place)).map((place) => ({ place, path: [] })),
  );
}

/** The items of a list or the values of a map that was taken from a property. */
export function takenPart(whole: TypeRef, part: TypeRef, step: 'items' | 'values'): TypeRef {
  return carry(
    part,
    (whole.taken ?? []).map((taken) => ({ ...taken, path: [...taken.path, step] })),
  );
}

/** A type that comes from properties, beside those that it comes from already. */
export function carry(type: TypeRef, taken: readonly Taken[] = []): TypeRef {
  return taken.length === 0 ? type : { ...type, taken: [...taken, ...(type.taken ?? [])] };
}

/** A shape that remembers the type that it is of, if that was taken from a property, or may have been. */
export function remembered(shape: Shape, type: TypeRef): Shape {
  if (shape.kind !== 'object' || (type.taken === undefined && type.kind !== 'checked')) return shape;
  return { ...shape, from: [type, ...(shape.from ?? [])] };
}

/** The types that a computed object takes its properties from, where they remember a property. */
export function takenFrom(evaluator: Evaluator, { from = [], parts = [] }: ObjectShape): Pick<ObjectShape, 'from'> {
  const ofParts = parts.flatMap((part) => {
    const shape = evaluator.evaluate(part);
    return shape.kind === 'object' ? (takenFrom(evaluator, shape).from ?? []) : [];
  });
  return from.length + ofParts.length === 0 ? {} : { from: [...from, ...ofParts] };
}

/** The members of a union that was taken from a property. What markers say about the whole, one member of several cannot show. */
export function carryToMembers(
  union: TypeRef,
  members: readonly TypeRef[],
  isNullish: (member: TypeRef) => boolean,
): TypeRef[] {
  const { taken } = union;
  if (taken === undefined) return [...members];
  const isPart = members.filter((member) => !isNullish(member)).length > 1;
  return members.map((member) => (isNullish(member) ? member : carry(member, isPart ? asParts(taken) : taken)));
}

function asParts(taken: readonly Taken[]): Taken[] {
  return taken.map((one) => ({ ...one, isPart: true }));
}

/** The properties that a type comes from which the checker computed, as in `(A | B)['port']`. */
export function checkedTaken(evaluator: Evaluator, node: ts.Node): { readonly taken?: readonly Taken[] } {
  const { checker, ts } = evaluator;
  if (!ts.isIndexedAccessTypeNode(node)) return {};
  const [object, index] = [checker.typeOf(node.objectType), checker.typeOf(node.indexType)];
  if (object === undefined || index === undefined) return {};
  const places = (index.isUnion() ? index.types : [index])
    .flatMap((key) => (key.isStringLiteral() ? (checker.types.getPropertyOfType(object, key.value) ?? []) : []))
    .flatMap(({ declarations }) => declarations ?? [])
    .flatMap((declaration) => placeOfNode(checker, declaration) ?? []);
  const marked = places
    .filter((place) => hasComments(evaluator, place))
    .map((place): Taken => ({ place, path: [], isPart: places.length > 1 }));
  return marked.length === 0 ? {} : { taken: marked };
}

function hasComments({ program }: Evaluator, { unit, node }: Place): boolean {
  const { markers, tags } = program.comments(unit).of(node);
  return markers.length + tags.length > 0;
}
