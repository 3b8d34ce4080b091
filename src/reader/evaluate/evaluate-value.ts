/** Types of values: enums, and `typeof` of constants. */
import type { ts } from 'ts-morph';
import {
  computed,
  type Evaluator,
  type Member,
  type Place,
  type Shape,
  type TypeProblem,
  type TypeRef,
  type TypeScope,
  Unsettled,
} from './type-ref.js';
import { initializerShape, literalValue } from './evaluate-expression.js';
import type { Binding } from '../sources/program.js';
import type { Unit } from '../sources/unit.js';
import { takenType } from '../taken/taken.js';

/** The values of an enum, in source order. */
export function evaluateEnum(evaluator: Evaluator, nodes: readonly ts.Node[], place: Place): Shape {
  const entries = nodes.flatMap((node) =>
    evaluator.ts.isEnumDeclaration(node)
      ? enumEntries(evaluator, node, evaluator.program.unitOf(node) ?? place.unit)
      : [],
  );
  return { kind: 'enum', place, values: entries.map(({ value }) => value) };
}

/** Names and values of an enum. */
export function enumEntries(
  evaluator: Evaluator,
  node: ts.EnumDeclaration,
  unit: Unit,
): { name: string; value: string | number }[] {
  const { ts } = evaluator;
  let next: number | undefined = isAmbient(evaluator, node, unit) ? undefined : 0;
  return node.members.map((member) => {
    const place = { unit, node: member };
    const literal = member.initializer === undefined ? next : literalValue(ts, member.initializer);
    if (typeof literal !== 'string' && typeof literal !== 'number') {
      const message = `the value of "${member.name.getText(unit.ast)}" is computed`;
      throw new Unsettled(place, message, 'enum-computed', 'write a string or a number');
    }
    if (typeof literal === 'number' && next !== undefined) next = literal + 1;
    return { name: member.name.getText(unit.ast).replaceAll(/^['"]|['"]$/g, ''), value: literal };
  });
}

/** Members of `declare enum` without a value may be anything. */
function isAmbient({ ts }: Evaluator, node: ts.EnumDeclaration, { file }: Unit): boolean {
  const has = (kind: ts.SyntaxKind): boolean =>
    (ts.getModifiers(node) ?? []).some((modifier) => modifier.kind === kind);
  return (has(ts.SyntaxKind.DeclareKeyword) || /\.d\.[cm]?ts$/.test(file)) && !has(ts.SyntaxKind.ConstKeyword);
}

/** `typeof X`, where X is a constant or an enum; also `typeof X.y`. */
export function settleConstant(evaluator: Evaluator, node: ts.TypeQueryNode, { unit }: TypeScope): TypeRef {
  return entityType(evaluator, node.exprName, unit, { unit, node });
}

function entityType(evaluator: Evaluator, name: ts.EntityName, unit: Unit, place: Place): TypeRef {
  const { ts } = evaluator;
  if (ts.isIdentifier(name)) return computed(constantShape(evaluator, name.text, unit, place), place);
  const { text } = name.right;
  const [first = '', ...rest] = namesOf(evaluator, name.left);
  const module = rest.length === 0 ? evaluator.program.lookUp(unit, first) : undefined;
  if (module?.kind === 'namespace')
    return computed(bindingShape(evaluator, evaluator.program.exportOf(module.unit, text), place), place);
  const owner = entityType(evaluator, name.left, unit, place);
  const member = evaluator.objectOf(owner).members.find((candidate) => candidate.name === text);
  if (member === undefined) throw unreadable(place);
  const type = takenType(evaluator, member);
  const absent = computed({ kind: 'keyword', name: 'undefined' }, place);
  return member.isOptional ? computed({ kind: 'union', types: [type, absent] }, place) : type;
}

function namesOf(evaluator: Evaluator, name: ts.EntityName): string[] {
  return evaluator.ts.isIdentifier(name) ? [name.text] : [...namesOf(evaluator, name.left), name.right.text];
}

/** The type of an initializer; `isConstant` keeps a literal. */
export function expressionType(evaluator: Evaluator, node: ts.Expression, unit: Unit, isConstant: boolean): Shape {
  const nameShape = (name: string, from: Unit, at: Place): Shape => constantShape(evaluator, name, from, at);
  return initializerShape({ evaluator, unit, nameShape }, node, isConstant);
}

/** The type of a constant by its name. */
function constantShape(evaluator: Evaluator, name: string, unit: Unit, place: Place): Shape {
  if (name === 'undefined') return { kind: 'keyword', name };
  return bindingShape(evaluator, evaluator.program.lookUp(unit, name), place);
}

function bindingShape(evaluator: Evaluator, binding: Binding, place: Place): Shape {
  const { ts } = evaluator;
  if (binding.kind !== 'declared') throw unreadable(place);
  const { unit } = binding;
  for (const declaration of binding.declarations) {
    if (ts.isEnumDeclaration(declaration)) return enumObject(evaluator, declaration, unit);
    if (!ts.isVariableDeclaration(declaration)) continue;
    if (declaration.type !== undefined)
      return evaluator.evaluate({ kind: 'node', node: declaration.type, scope: { unit, parameters: new Map() } });
    if (declaration.initializer === undefined) continue;
    const isConstant = (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
    return expressionType(evaluator, declaration.initializer, unit, isConstant);
  }
  throw unreadable(place);
}

function unreadable(place: Place): TypeProblem {
  return new Unsettled(
    place,
    `"${place.node.getText(place.unit.ast)}" is not a constant that can be read`,
    'type-unknown',
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
