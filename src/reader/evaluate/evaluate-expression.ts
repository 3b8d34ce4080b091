/** Types of constant expressions, as TypeScript infers them: literals stay literals only below `as const`. */
import type { ts } from 'ts-morph';
import {
  computed,
  type Evaluator,
  type Member,
  type Place,
  type Shape,
  type TypeProblem,
  type TypeRef,
  Unsettled,
} from './type-ref.js';
import type { Unit } from '../sources/unit.js';
import { takenPart, takenType } from '../taken/taken.js';
import { unionOf } from './union-members.js';

/** A literal as written, if the expression is one. */
export function literalValue(ts: Evaluator['ts'], node: ts.Expression): string | number | boolean | undefined {
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isNumericLiteral(node)) return Number(node.text);
  if (
    ts.isPrefixUnaryExpression(node) &&
    node.operator === ts.SyntaxKind.MinusToken &&
    ts.isNumericLiteral(node.operand)
  ) {
    return -Number(node.operand.text);
  }
  if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword)
    return node.kind === ts.SyntaxKind.TrueKeyword;
  return undefined;
}

/** Where an expression stands, and what its parts may ask for. */
export interface ExpressionScope {
  readonly evaluator: Evaluator;
  readonly unit: Unit;
  /** The type of a constant by its name, as `typeof name` has it. */
  readonly nameType: (name: string, unit: Unit, place: Place) => TypeRef;
  /** Whether a name means a constant whose literal becomes `string`, `number` or `boolean` where it may change. */
  readonly isWidening: (name: string, unit: Unit) => boolean;
}

/** The type of the initializer of a constant (`isConstant`) or of a variable. Names of aliases are kept. */
export function initializerType(scope: ExpressionScope, expression: ts.Expression, isConstant: boolean): TypeRef {
  const value = literalValue(scope.evaluator.ts, expression);
  if (value !== undefined && isConstant) return at(scope, expression, { kind: 'literal', value });
  return isConstant ? fixedType(scope, expression, false) : partType(scope, expression, false);
}

/** The type of a part of an object or a list: a literal stays one below `as const` only. */
function partType(scope: ExpressionScope, expression: ts.Expression, isFixed: boolean): TypeRef {
  const type = fixedType(scope, expression, isFixed);
  const { ts } = scope.evaluator;
  if (isFixed || !ts.isIdentifier(expression) || !scope.isWidening(expression.text, scope.unit)) return type;
  const shape = scope.evaluator.evaluate(type);
  if (shape.kind !== 'literal') return type;
  return at(scope, expression, { kind: 'keyword', name: typeof shape.value as 'string' | 'number' | 'boolean' });
}

function fixedType(scope: ExpressionScope, expression: ts.Expression, isFixed: boolean): TypeRef {
  const { evaluator, unit } = scope;
  const { ts } = evaluator;
  if (ts.isParenthesizedExpression(expression)) return fixedType(scope, expression.expression, isFixed);
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression)) {
    if (ts.isConstTypeReference(expression.type)) return fixedType(scope, expression.expression, true);
    return { kind: 'node', node: expression.type, scope: { unit, parameters: new Map<string, TypeRef>() } };
  }
  if (ts.isSatisfiesExpression(expression)) return satisfiesType(scope, expression, isFixed);
  const value = literalValue(ts, expression);
  if (value !== undefined)
    return at(scope, expression, isFixed ? { kind: 'literal', value } : { kind: 'keyword', name: widened(value) });
  if (ts.isIdentifier(expression)) return scope.nameType(expression.text, unit, { unit, node: expression });
  if (ts.isPropertyAccessExpression(expression)) return propertyType(scope, expression);
  if (ts.isArrayLiteralExpression(expression)) return at(scope, expression, listShape(scope, expression, isFixed));
  if (ts.isObjectLiteralExpression(expression)) return at(scope, expression, objectShape(scope, expression, isFixed));
  if (isSymbol(scope, expression)) return at(scope, expression, { kind: 'keyword', name: 'symbol' });
  const frozen = frozenArgument(scope, expression);
  if (frozen !== undefined) return fixedType(scope, frozen, isFixed || ts.isObjectLiteralExpression(frozen));
  throw unreadable(scope, expression);
}

function at({ unit }: ExpressionScope, node: ts.Node, shape: Shape): TypeRef {
  return computed(shape, { unit, node });
}

/** The type on the right may or may not keep literals: only `as const` makes that certain. */
function satisfiesType(scope: ExpressionScope, node: ts.SatisfiesExpression, isFixed: boolean): TypeRef {
  const { ts } = scope.evaluator;
  let inner: ts.Expression = node.expression;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  if (isFixed || ts.isAsExpression(inner) || ts.isTypeAssertionExpression(inner))
    return fixedType(scope, inner, isFixed);
  const value = literalValue(ts, inner);
  if (value !== undefined) return at(scope, inner, { kind: 'literal', value });
  throw new Unsettled(
    { unit: scope.unit, node },
    'whether "satisfies" keeps the literals of this expression is not known to kbts',
    'type-unsupported',
    'write `as const satisfies …`',
  );
}

function widened(value: string | number | boolean): 'string' | 'number' | 'boolean' {
  return typeof value as 'string' | 'number' | 'boolean';
}

/** The argument of `Object.freeze(…)`. */
function frozenArgument({ evaluator, unit }: ExpressionScope, expression: ts.Expression): ts.Expression | undefined {
  if (!evaluator.ts.isCallExpression(expression)) return undefined;
  return expression.expression.getText(unit.ast) === 'Object.freeze' ? expression.arguments[0] : undefined;
}

/** `Symbol()` and `Symbol.for()`. */
function isSymbol({ evaluator, unit }: ExpressionScope, expression: ts.Expression): boolean {
  return evaluator.ts.isCallExpression(expression) && /^Symbol\b/.test(expression.expression.getText(unit.ast));
}

/** `value.name`: the markers of the property hold for it. */
function propertyType(scope: ExpressionScope, expression: ts.PropertyAccessExpression): TypeRef {
  const { evaluator } = scope;
  const owner = fixedType(scope, expression.expression, false);
  const member = evaluator.objectOf(owner).members.find(({ name }) => name === expression.name.text);
  if (member === undefined) throw unreadable(scope, expression);
  return memberType(evaluator, member, { unit: scope.unit, node: expression });
}

/** The type that a property has where it is read. */
export function memberType(evaluator: Evaluator, member: Member, place: Place): TypeRef {
  const type = takenType(evaluator, member);
  const absent = computed({ kind: 'keyword', name: 'undefined' }, place);
  return member.isOptional ? computed({ kind: 'union', types: [type, absent] }, place) : type;
}

function listShape(scope: ExpressionScope, expression: ts.ArrayLiteralExpression, isFixed: boolean): Shape {
  const { evaluator } = scope;
  const items = expression.elements.flatMap((element): readonly TypeRef[] => {
    if (!evaluator.ts.isSpreadElement(element)) return [partType(scope, element, isFixed)];
    const spread = fixedType(scope, element.expression, isFixed);
    const shape = evaluator.evaluate(spread);
    if (shape.kind === 'tuple' && !shape.hasRest) return shape.items;
    if (shape.kind === 'array') return [takenPart(evaluator.settle(spread), shape.item, 'items')];
    throw unreadable(scope, element);
  });
  if (isFixed) return { kind: 'tuple', hasRest: false, items };
  return { kind: 'array', item: unionOf(items, at(scope, expression, { kind: 'keyword', name: 'never' })) };
}

function objectShape(scope: ExpressionScope, expression: ts.ObjectLiteralExpression, isFixed: boolean): Shape {
  const members = new Map<string, Member>();
  for (const property of expression.properties) {
    for (const member of propertyMembers(scope, property, isFixed)) members.set(member.name, member);
  }
  return { kind: 'object', members: [...members.values()] };
}

function propertyMembers(scope: ExpressionScope, property: ts.ObjectLiteralElementLike, isFixed: boolean): Member[] {
  const { evaluator } = scope;
  const { ts } = evaluator;
  if (ts.isSpreadAssignment(property))
    return [...evaluator.objectOf(fixedType(scope, property.expression, isFixed)).members];
  const make = (name: string, type: TypeRef): Member[] => [{ name, isOptional: false, type }];
  if (ts.isShorthandPropertyAssignment(property))
    return make(property.name.text, partType(scope, property.name, isFixed));
  if (!ts.isPropertyAssignment(property)) throw unreadable(scope, property);
  return make(keyOf(scope, property.name), partType(scope, property.initializer, isFixed));
}

/** The text of a property's name; names in brackets are constants. */
function keyOf(scope: ExpressionScope, name: ts.PropertyName): string {
  const { ts } = scope.evaluator;
  if (!ts.isComputedPropertyName(name)) return name.text;
  const shape = scope.evaluator.evaluate(fixedType(scope, name.expression, true));
  if (shape.kind === 'literal') return String(shape.value);
  throw unreadable(scope, name);
}

function unreadable({ unit }: ExpressionScope, node: ts.Node): TypeProblem {
  return new Unsettled(
    { unit, node },
    'the type of this expression is not known to kbts',
    'type-unsupported',
    'use a literal, or declare the type',
  );
}
