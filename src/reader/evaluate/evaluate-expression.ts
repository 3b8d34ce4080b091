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
  /** What a name stands for, as `typeof name` says. */
  readonly nameShape: (name: string, unit: Unit, place: Place) => Shape;
}

/** The type of the initializer of a constant (`isConstant`) or of a variable. */
export function initializerShape(scope: ExpressionScope, expression: ts.Expression, isConstant: boolean): Shape {
  const value = literalValue(scope.evaluator.ts, expression);
  if (value !== undefined && isConstant) return { kind: 'literal', value };
  return expressionShape(scope, expression, false);
}

function expressionShape(scope: ExpressionScope, expression: ts.Expression, isFixed: boolean): Shape {
  const { ts } = scope.evaluator;
  if (ts.isParenthesizedExpression(expression)) return expressionShape(scope, expression.expression, isFixed);
  if (ts.isAsExpression(expression) || ts.isTypeAssertionExpression(expression)) {
    if (ts.isConstTypeReference(expression.type)) return expressionShape(scope, expression.expression, true);
    const inner = { unit: scope.unit, parameters: new Map<string, TypeRef>() };
    return scope.evaluator.evaluate({ kind: 'node', node: expression.type, scope: inner });
  }
  if (ts.isSatisfiesExpression(expression)) return satisfiesShape(scope, expression, isFixed);
  const value = literalValue(ts, expression);
  if (value !== undefined) return isFixed ? { kind: 'literal', value } : { kind: 'keyword', name: widened(value) };
  if (ts.isIdentifier(expression))
    return scope.nameShape(expression.text, scope.unit, { unit: scope.unit, node: expression });
  if (ts.isPropertyAccessExpression(expression)) return propertyShape(scope, expression);
  if (ts.isArrayLiteralExpression(expression)) return listShape(scope, expression, isFixed);
  if (ts.isObjectLiteralExpression(expression)) return objectShape(scope, expression, isFixed);
  if (isSymbol(scope, expression)) return { kind: 'keyword', name: 'symbol' };
  const frozen = frozenArgument(scope, expression);
  if (frozen !== undefined) return expressionShape(scope, frozen, isFixed || ts.isObjectLiteralExpression(frozen));
  throw unreadable(scope, expression);
}

/** The type on the right may or may not keep literals: only `as const` makes that certain. */
function satisfiesShape(scope: ExpressionScope, node: ts.SatisfiesExpression, isFixed: boolean): Shape {
  const { ts } = scope.evaluator;
  let inner: ts.Expression = node.expression;
  while (ts.isParenthesizedExpression(inner)) inner = inner.expression;
  if (isFixed || ts.isAsExpression(inner) || ts.isTypeAssertionExpression(inner))
    return expressionShape(scope, inner, isFixed);
  const value = literalValue(ts, inner);
  if (value !== undefined) return { kind: 'literal', value };
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

function propertyShape(scope: ExpressionScope, expression: ts.PropertyAccessExpression): Shape {
  const owner = computed(expressionShape(scope, expression.expression, false), {
    unit: scope.unit,
    node: expression.expression,
  });
  const member = scope.evaluator.objectOf(owner).members.find(({ name }) => name === expression.name.text);
  if (member === undefined) throw unreadable(scope, expression);
  return scope.evaluator.evaluate(member.type);
}

function listShape(scope: ExpressionScope, expression: ts.ArrayLiteralExpression, isFixed: boolean): Shape {
  const { ts } = scope.evaluator;
  const items = expression.elements.flatMap((element): readonly TypeRef[] => {
    const place = { unit: scope.unit, node: element };
    if (!ts.isSpreadElement(element)) return [computed(expressionShape(scope, element, isFixed), place)];
    const spread = expressionShape(scope, element.expression, isFixed);
    if (spread.kind === 'tuple' && !spread.hasRest) return spread.items;
    if (spread.kind === 'array') return [spread.item];
    throw unreadable(scope, element);
  });
  return isFixed
    ? { kind: 'tuple', hasRest: false, items }
    : { kind: 'array', item: computed({ kind: 'union', types: items }, { unit: scope.unit, node: expression }) };
}

function objectShape(scope: ExpressionScope, expression: ts.ObjectLiteralExpression, isFixed: boolean): Shape {
  const members = new Map<string, Member>();
  for (const property of expression.properties) {
    for (const member of propertyMembers(scope, property, isFixed)) members.set(member.name, member);
  }
  return { kind: 'object', members: [...members.values()] };
}

function propertyMembers(scope: ExpressionScope, property: ts.ObjectLiteralElementLike, isFixed: boolean): Member[] {
  const { evaluator, unit } = scope;
  const { ts } = evaluator;
  const place = { unit, node: property };
  if (ts.isSpreadAssignment(property)) {
    const spread = computed(expressionShape(scope, property.expression, isFixed), place);
    return [...evaluator.objectOf(spread).members];
  }
  const make = (name: string, shape: Shape): Member[] => [{ name, isOptional: false, type: computed(shape, place) }];
  if (ts.isShorthandPropertyAssignment(property))
    return make(property.name.text, scope.nameShape(property.name.text, unit, place));
  if (!ts.isPropertyAssignment(property)) throw unreadable(scope, property);
  return make(keyOf(scope, property.name), expressionShape(scope, property.initializer, isFixed));
}

/** The text of a property's name; names in brackets are constants. */
function keyOf(scope: ExpressionScope, name: ts.PropertyName): string {
  const { ts } = scope.evaluator;
  if (!ts.isComputedPropertyName(name)) return name.text;
  const shape = expressionShape(scope, name.expression, true);
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
