/** The parts of an intersection that are not objects. */
import { type Place, type Shape, TypeProblem, Unsettled } from '../evaluate/type-ref.js';

/** `object & T` and `unknown & T` are `T`. */
export function saysNothing(shape: Shape): boolean {
  return shape.kind === 'keyword' && (shape.name === 'unknown' || shape.name === 'object');
}

/** A phantom property says nothing about a string or a list; its length and its items do. */
export function rejectContents(parts: readonly { readonly shape: Shape }[], place: Place): void {
  const name = parts
    .flatMap(({ shape }) => (shape.kind === 'object' ? shape.members : []))
    .find((member) => member.name === 'length' || /^\d+$/.test(member.name))?.name;
  if (name === undefined) return;
  throw new TypeProblem(
    place,
    'type-unsupported',
    `this intersection sets "${name}" of a string or a list, which kbts does not read`,
    'use [T, ...T[]] for a list that is not empty, or a marker such as +kubebuilder:validation:MinItems',
  );
}

/** `string & 'a'` is 'a': whatever is narrower than its keyword counts. What two narrow types share, the checker knows. */
export function scalarPart(scalars: readonly Shape[], place: Place): Shape {
  const [first, ...rest] = [...new Set(scalars.map((shape) => (shape.kind === 'keyword' ? shape.name : shape)))];
  const narrow = scalars.filter(({ kind }) => kind !== 'keyword');
  const [scalar = scalars[0]] = narrow;
  const keywords = scalars.flatMap((shape) => (shape.kind === 'keyword' ? [shape.name] : []));
  const isNarrower = scalar?.kind === 'literal' && keywords.every((name) => name === typeof scalar.value);
  if (scalar === undefined || (rest.length > 0 && (narrow.length !== 1 || !isNarrower)) || first === undefined)
    throw new Unsettled(place, 'what these types have in common is not known to kbts');
  return scalar.kind === 'keyword' && scalar.name === 'string' ? { ...scalar, isOpen: true } : scalar;
}

/** Whether a type is not an object; known types may still be one. */
export function isScalar(shape: Shape): boolean {
  if (shape.kind === 'keyword') return shape.name !== 'object' && shape.name !== 'unknown';
  return (
    shape.kind === 'known' ||
    shape.kind === 'literal' ||
    shape.kind === 'template' ||
    shape.kind === 'enum' ||
    shape.kind === 'array' ||
    shape.kind === 'tuple'
  );
}
