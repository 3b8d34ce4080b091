/**
 * Whether one type fits into another, as far as syntax can tell for certain. Everything else is `undefined`, and
 * TypeScript's checker decides.
 */
import { takenPart, takenType } from '../taken/taken.js';
import type { Evaluator, NodeRef, ObjectShape, Shape, TypeRef } from './type-ref.js';
import { unionMembers } from './union-members.js';

/** What `infer X` stands for. */
export type Inferred = Map<string, TypeRef>;

/** Certain, or not known. */
export type Verdict = boolean | undefined;

/** Whether every value of `source` is one of `target`; fills `inferred` on the way. */
export function isAssignable(
  evaluator: Evaluator,
  source: TypeRef,
  target: TypeRef,
  inferred: Inferred = new Map(),
): Verdict {
  const { ts } = evaluator;
  if (target.kind === 'node' && ts.isParenthesizedTypeNode(target.node)) {
    return isAssignable(evaluator, source, { ...target, node: target.node.type }, inferred);
  }
  if (target.kind === 'node' && ts.isInferTypeNode(target.node)) {
    const { name, constraint } = target.node.typeParameter;
    if (constraint !== undefined || inferred.has(name.text)) return undefined;
    inferred.set(name.text, source);
    return true;
  }
  if (target.kind === 'node' && containsInfer(evaluator, target) && !isUnderstood(evaluator, target)) return undefined;
  const wanted = evaluator.evaluate(target);
  if (wanted.kind === 'keyword' && (wanted.name === 'unknown' || wanted.name === 'any')) return true;
  const sources = unionMembers(evaluator, source);
  if (sources.length === 0) return undefined;
  if (sources.length > 1 && inferred.size > 0) return undefined;
  return all(sources.map((member) => fitsMember(evaluator, member, target, wanted, inferred)));
}

/** `infer X` is understood as the whole target, as the items of a list and as a property that must be there. */
function isUnderstood(evaluator: Evaluator, target: NodeRef): boolean {
  return isListOfInferred(evaluator, target) || isObjectOfInferred(evaluator, target);
}

function isObjectOfInferred(evaluator: Evaluator, { node, scope }: NodeRef): boolean {
  const { ts } = evaluator;
  if (!ts.isTypeLiteralNode(node)) return false;
  return node.members.every((member) => {
    if (!ts.isPropertySignature(member) || member.questionToken !== undefined || member.type === undefined)
      return false;
    const type: NodeRef = { kind: 'node', node: member.type, scope };
    return ts.isInferTypeNode(member.type) || !containsInfer(evaluator, type) || isObjectOfInferred(evaluator, type);
  });
}

function isListOfInferred({ ts }: Evaluator, { node }: NodeRef): boolean {
  const inner = ts.isTypeOperatorNode(node) && node.operator === ts.SyntaxKind.ReadonlyKeyword ? node.type : node;
  if (!ts.isArrayTypeNode(inner)) return false;
  const item = ts.isParenthesizedTypeNode(inner.elementType) ? inner.elementType.type : inner.elementType;
  return ts.isInferTypeNode(item);
}

function containsInfer({ ts }: Evaluator, { node }: NodeRef): boolean {
  const visit = (inner: typeof node): boolean =>
    ts.isInferTypeNode(inner) || (ts.forEachChild(inner, (child) => visit(child) || undefined) ?? false);
  return visit(node);
}

function all(verdicts: readonly Verdict[]): Verdict {
  if (verdicts.includes(false)) return false;
  return verdicts.includes(undefined) ? undefined : true;
}

function fitsMember(
  evaluator: Evaluator,
  source: TypeRef,
  target: TypeRef,
  wanted: Shape,
  inferred: Inferred,
): Verdict {
  const have = evaluator.evaluate(source);
  if (wanted.kind !== 'union') return fits(evaluator, have, wanted, inferred, source, target);
  const verdicts = new Set(
    unionMembers(evaluator, target).map((type) => isAssignable(evaluator, source, type, inferred)),
  );
  if (verdicts.has(true)) return true;
  return verdicts.has(undefined) || isStructured(have) ? undefined : false;
}

/** Objects and lists may fit into a union as a whole though they fit into none of its members. */
function isStructured(shape: Shape): boolean {
  return !['literal', 'template'].includes(shape.kind) && !(shape.kind === 'keyword' && shape.name !== 'boolean');
}

const PRIMITIVES = new Set(['string', 'number', 'boolean', 'bigint', 'symbol', 'null', 'undefined']);
/** Library types that no plain value has the methods of. */
const BEHAVIOURS = new Set(['Function', 'Date', 'Map', 'Set', 'WeakMap', 'WeakSet', 'Promise', 'RegExp', 'Error']);

function fits(
  evaluator: Evaluator,
  have: Shape,
  want: Shape,
  inferred: Inferred,
  source: TypeRef,
  target: TypeRef,
): Verdict {
  const primitive = primitiveName(have);
  if (want.kind === 'array') return fitsArray(evaluator, source, want.item, inferred);
  if (want.kind === 'literal') return fitsLiteral(have, want);
  if (want.kind === 'keyword') return fitsKeyword(have, want.name);
  if (want.kind === 'function' || (want.kind === 'global' && BEHAVIOURS.has(want.name))) {
    const isData = primitive !== undefined || have.kind === 'array' || have.kind === 'tuple';
    return isData || (have.kind === 'object' && isPlain(have)) ? false : undefined;
  }
  if (want.kind === 'object' && have.kind === 'object') return fitsObject(evaluator, source, target, inferred);
  return undefined;
}

/** The primitive that all values of a shape are of. */
function primitiveName(shape: Shape): string | undefined {
  if (shape.kind === 'literal') return typeof shape.value;
  if (shape.kind === 'template') return 'string';
  if (shape.kind === 'enum') {
    const kinds = new Set(shape.values.map((value) => typeof value));
    return kinds.size === 1 ? [...kinds][0] : undefined;
  }
  return shape.kind === 'keyword' && PRIMITIVES.has(shape.name) ? shape.name : undefined;
}

function fitsLiteral(have: Shape, want: Extract<Shape, { kind: 'literal' }>): Verdict {
  if (want.isEnum === true) return undefined;
  if (have.kind === 'literal') return have.value === want.value;
  return have.kind === 'keyword' && have.name !== 'boolean' && PRIMITIVES.has(have.name) ? false : undefined;
}

function fitsArray(evaluator: Evaluator, source: TypeRef, item: TypeRef, inferred: Inferred): Verdict {
  const have = evaluator.evaluate(source);
  if (have.kind === 'array') {
    const own = takenPart(evaluator.settle(source), have.item, 'items');
    return isAssignable(evaluator, own, item, inferred);
  }
  if (primitiveName(have) !== undefined || (have.kind === 'object' && isPlain(have))) return false;
  return undefined;
}

function fitsKeyword(have: Shape, name: string): Verdict {
  if (have.kind === 'known' && primitiveOf(have) !== 'object')
    return PRIMITIVES.has(name) ? primitiveOf(have) === name : undefined;
  const primitive = primitiveName(have);
  if (primitive !== undefined) return PRIMITIVES.has(name) ? primitive === name : name === 'object' ? false : undefined;
  if (have.kind !== 'array' && have.kind !== 'tuple' && have.kind !== 'object') return undefined;
  return name === 'object' ? true : PRIMITIVES.has(name) ? false : undefined;
}

/** The primitive behind a flavoured type such as `Int32`. */
export function primitiveOf(shape: Extract<Shape, { kind: 'known' }>): string {
  if (/^(?:Int32|Int64|Float|Double)$/.test(shape.name)) return 'number';
  if (/^(?:Duration|Time|MicroTime|Bytes)$/.test(shape.name)) return 'string';
  return 'object';
}

/** An object type that consists of its properties. */
export function isPlain(shape: ObjectShape): boolean {
  return shape.index === undefined && shape.callable === undefined && shape.isWithMethods !== true;
}

function fitsObject(evaluator: Evaluator, source: TypeRef, target: TypeRef, inferred: Inferred): Verdict {
  const have = evaluator.objectOf(source);
  const want = evaluator.objectOf(target);
  if (!isPlain(have) || !isPlain(want)) return undefined;
  // A type whose properties are all optional has rules of its own.
  if (want.members.every(({ isOptional }) => isOptional)) return undefined;
  return all(
    want.members.map((member) => {
      const own = have.members.find(({ name }) => name === member.name);
      if (own === undefined) return member.isOptional;
      if (own.isOptional && !member.isOptional) return false;
      return isAssignable(evaluator, takenType(evaluator, own), member.type, inferred);
    }),
  );
}
