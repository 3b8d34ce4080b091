/** Types of values: enums, and `typeof` of constants. */
import type { ts } from 'ts-morph';
import {
  computed,
  type Evaluator,
  type Member,
  type Place,
  type Shape,
  TypeProblem,
  type TypeScope,
} from './type-ref.js';
import type { Unit } from './unit.js';

/** The values of an enum, in source order. */
export function evaluateEnum(evaluator: Evaluator, node: ts.EnumDeclaration, unit: Unit): Shape {
  return { kind: 'enum', place: { unit, node }, values: enumEntries(evaluator, node, unit).map(({ value }) => value) };
}

/** Names and values of an enum. */
export function enumEntries(
  evaluator: Evaluator,
  node: ts.EnumDeclaration,
  unit: Unit,
): { name: string; value: string | number }[] {
  const { ts } = evaluator;
  let next = 0;
  return node.members.map((member) => {
    const place = { unit, node: member };
    const literal = member.initializer === undefined ? next : literalValue(ts, member.initializer);
    if (typeof literal !== 'string' && typeof literal !== 'number') {
      const message = `the value of "${member.name.getText(unit.ast)}" is computed`;
      throw new TypeProblem(place, 'enum-computed', message, 'write a text or a number');
    }
    if (typeof literal === 'number') next = literal + 1;
    return { name: member.name.getText(unit.ast).replaceAll(/^['"]|['"]$/g, ''), value: literal };
  });
}

function literalValue(ts: Evaluator['ts'], node: ts.Expression): string | number | boolean | undefined {
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

/** `typeof X`, where X is a constant or an enum. */
export function evaluateConstant(evaluator: Evaluator, node: ts.TypeQueryNode, scope: TypeScope): Shape {
  const { ts, program } = evaluator;
  const place: Place = { unit: scope.unit, node };
  const name = ts.isIdentifier(node.exprName) ? node.exprName.text : undefined;
  const binding = name === undefined ? undefined : program.lookUp(scope.unit, name);
  const declarations = binding?.kind === 'declared' ? binding.declarations : [];
  const unit = binding?.kind === 'declared' ? binding.unit : scope.unit;
  for (const declaration of declarations) {
    if (ts.isEnumDeclaration(declaration)) return enumObject(evaluator, declaration, unit);
    if (ts.isVariableDeclaration(declaration)) {
      if (declaration.type !== undefined)
        return evaluator.evaluate({ kind: 'node', node: declaration.type, scope: { unit, parameters: new Map() } });
      if (declaration.initializer !== undefined) return expressionShape(evaluator, declaration.initializer, unit);
    }
  }
  throw new TypeProblem(
    place,
    'type-unknown',
    `"${node.getText(scope.unit.ast)}" is not a constant that can be read`,
    'use a const with literal values',
  );
}

function enumObject(evaluator: Evaluator, node: ts.EnumDeclaration, unit: Unit): Shape {
  const place = { unit, node };
  const members = enumEntries(evaluator, node, unit).map(({ name, value }): Member => ({
    name,
    isOptional: false,
    type: computed({ kind: 'literal', value }, place),
  }));
  return { kind: 'object', members };
}

function expressionShape(evaluator: Evaluator, expression: ts.Expression, unit: Unit): Shape {
  const { ts } = evaluator;
  const place = { unit, node: expression };
  if (
    ts.isAsExpression(expression) ||
    ts.isSatisfiesExpression(expression) ||
    ts.isParenthesizedExpression(expression)
  ) {
    return expressionShape(evaluator, expression.expression, unit);
  }
  const value = literalValue(ts, expression);
  if (value !== undefined) return { kind: 'literal', value };
  if (ts.isArrayLiteralExpression(expression)) {
    return {
      kind: 'tuple',
      hasRest: false,
      items: expression.elements.map((element) => computed(expressionShape(evaluator, element, unit), place)),
    };
  }
  if (
    ts.isCallExpression(expression) &&
    /^Object\.freeze$/.test(expression.expression.getText(unit.ast)) &&
    expression.arguments[0] !== undefined
  ) {
    return expressionShape(evaluator, expression.arguments[0], unit);
  }
  if (!ts.isObjectLiteralExpression(expression)) {
    throw new TypeProblem(
      place,
      'type-unsupported',
      'the type of this expression is not known to kbts',
      'use a literal, or declare the type',
    );
  }
  const members = expression.properties.flatMap((property): Member[] => {
    if (!ts.isPropertyAssignment(property)) return [];
    const name = ts.isComputedPropertyName(property.name) ? property.name.getText(unit.ast) : property.name.text;
    return [{ name, isOptional: false, type: computed(expressionShape(evaluator, property.initializer, unit), place) }];
  });
  return { kind: 'object', members };
}
