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
import { isOptionalItem } from './evaluate-computed.js';
import { initializerType, literalValue, memberType } from './evaluate-expression.js';
import type { Binding } from '../sources/program.js';
import type { Unit } from '../sources/unit.js';
import { takenPart } from '../taken/taken.js';

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
  if (ts.isIdentifier(name)) return constantType(evaluator, name.text, unit, place);
  const { text } = name.right;
  const [first = '', ...rest] = namesOf(evaluator, name.left);
  const module = rest.length === 0 ? evaluator.program.lookUp(unit, first) : undefined;
  if (module?.kind === 'namespace') return bindingType(evaluator, evaluator.program.exportOf(module.unit, text), place);
  const owner = entityType(evaluator, name.left, unit, place);
  const member = evaluator.objectOf(owner).members.find((candidate) => candidate.name === text);
  if (member === undefined) throw unreadable(place);
  return memberType(evaluator, member, place);
}

function namesOf(evaluator: Evaluator, name: ts.EntityName): string[] {
  return evaluator.ts.isIdentifier(name) ? [name.text] : [...namesOf(evaluator, name.left), name.right.text];
}

/** The type of an initializer; `isConstant` keeps a literal. */
export function expressionType(evaluator: Evaluator, node: ts.Expression, unit: Unit, isConstant: boolean): TypeRef {
  const nameType = (name: string, from: Unit, at: Place): TypeRef => constantType(evaluator, name, from, at);
  const isWidening = (name: string, from: Unit): boolean => isWideningName(evaluator, name, from);
  return initializerType({ evaluator, unit, nameType, isWidening }, node, isConstant);
}

/** The type of a constant by its name. */
function constantType(evaluator: Evaluator, name: string, unit: Unit, place: Place): TypeRef {
  if (name === 'undefined') return computed({ kind: 'keyword', name }, place);
  return bindingType(evaluator, evaluator.program.lookUp(unit, name), place);
}

/** The type as it is declared, whose name counts; without one, that of the initializer. */
function bindingType(evaluator: Evaluator, binding: Binding, place: Place): TypeRef {
  const { ts } = evaluator;
  if (binding.kind !== 'declared') throw unreadable(place);
  const { unit } = binding;
  for (const declaration of binding.declarations) {
    if (ts.isEnumDeclaration(declaration)) return computed(enumObject(evaluator, declaration, unit), place);
    if (ts.isBindingElement(declaration)) return elementType(evaluator, declaration, unit);
    if (!ts.isVariableDeclaration(declaration)) continue;
    const type = variableType(evaluator, declaration, unit);
    if (type !== undefined) return type;
  }
  throw unreadable(place);
}

function variableType(evaluator: Evaluator, declaration: ts.VariableDeclaration, unit: Unit): TypeRef | undefined {
  if (declaration.type !== undefined)
    return { kind: 'node', node: declaration.type, scope: { unit, parameters: new Map() } };
  if (declaration.initializer === undefined) return undefined;
  return expressionType(evaluator, declaration.initializer, unit, isConst(evaluator, declaration));
}

function isConst({ ts }: Evaluator, declaration: ts.VariableDeclaration): boolean {
  return (ts.getCombinedNodeFlags(declaration) & ts.NodeFlags.Const) !== 0;
}

/** `const { name } = value` and `const [first] = values`; the checker decides about defaults and rests. */
function elementType(evaluator: Evaluator, element: ts.BindingElement, unit: Unit): TypeRef {
  const { ts } = evaluator;
  const place = { unit, node: element };
  const { parent: pattern, propertyName: key = element.name } = element;
  const owner = pattern.parent;
  if (element.initializer !== undefined || element.dotDotDotToken !== undefined || ts.isParameter(owner))
    throw unreadable(place);
  const whole = ts.isBindingElement(owner) ? elementType(evaluator, owner, unit) : variableType(evaluator, owner, unit);
  if (whole === undefined) throw unreadable(place);
  if (ts.isArrayBindingPattern(pattern)) return itemType(evaluator, whole, pattern.elements.indexOf(element), place);
  const name = ts.isIdentifier(key) || ts.isStringLiteral(key) ? key.text : undefined;
  const member = evaluator.objectOf(whole).members.find((candidate) => candidate.name === name);
  if (member === undefined) throw unreadable(place);
  return memberType(evaluator, member, place);
}

function itemType(evaluator: Evaluator, list: TypeRef, index: number, place: Place): TypeRef {
  const shape = evaluator.evaluate(list);
  const item =
    shape.kind === 'array' ? shape.item : shape.kind === 'tuple' && !shape.hasRest ? shape.items[index] : undefined;
  if (item === undefined || isOptionalItem(evaluator, item)) throw unreadable(place);
  return takenPart(evaluator.settle(list), item, 'items');
}

/** `const a = 1` and `const b = a`, but not `const a = 1 as const`. */
function isWideningName(evaluator: Evaluator, name: string, unit: Unit): boolean {
  const { ts, program } = evaluator;
  const binding = program.lookUp(unit, name);
  const [declaration] = binding.kind === 'declared' ? binding.declarations : [];
  if (binding.kind !== 'declared' || declaration === undefined || !ts.isVariableDeclaration(declaration)) return false;
  const { initializer, type } = declaration;
  if (initializer === undefined || type !== undefined) return false;
  if (literalValue(ts, initializer) !== undefined) return true;
  return (
    ts.isIdentifier(initializer) &&
    initializer.text !== name &&
    isWideningName(evaluator, initializer.text, binding.unit)
  );
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
