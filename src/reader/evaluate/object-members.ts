/** Members of interfaces, classes and object types. */
import type { ts } from 'ts-morph';
import { expressionType } from './evaluate-value.js';
import { markedType } from '../taken/taken.js';
import {
  computed,
  type Evaluator,
  type Member,
  type ObjectShape,
  type Place,
  type Shape,
  TypeProblem,
  type TypeRef,
  type TypeScope,
  Unsettled,
} from './type-ref.js';
import type { Unit } from '../sources/unit.js';

type Element = ts.TypeElement | ts.ClassElement;
type Property = ts.PropertySignature | ts.PropertyDeclaration | ts.ParameterDeclaration;
type Accessor = ts.GetAccessorDeclaration | ts.SetAccessorDeclaration;

/** The data that elements declare; `owner` is the type that they belong to. */
export function readElements(
  evaluator: Evaluator,
  elements: readonly Element[],
  scope: TypeScope,
  owner: Place | undefined,
): ObjectShape {
  const { ts } = evaluator;
  const { unit } = scope;
  const members: Member[] = [];
  let index: TypeRef | undefined;
  let callable: Place | undefined;
  let isWithMethods = false;
  const add = (property: Property, name: string | undefined): void => {
    if (name === undefined) return;
    members.push({
      name,
      isOptional: property.questionToken !== undefined,
      type: typeOf(evaluator, property, scope),
      declaration: { unit, node: property },
      ...(owner && { owner }),
    });
  };
  for (const element of elements) {
    if (ts.isConstructorDeclaration(element)) {
      for (const parameter of element.parameters.filter((node) => isParameterProperty(ts, node)))
        add(parameter, ts.isIdentifier(parameter.name) ? parameter.name.text : undefined);
    } else if (isHidden(ts, element)) continue;
    else if (ts.isPropertySignature(element) || ts.isPropertyDeclaration(element))
      add(element, propertyName(evaluator, element.name, scope));
    else if (ts.isIndexSignatureDeclaration(element)) index = indexOf(evaluator, element, scope, index);
    else if (isDeclaredAccessor(ts, element)) addAccessor(evaluator, members, element, { scope, owner });
    else if (ts.isClassElement(element)) isWithMethods ||= !ts.isSemicolonClassElement(element);
    else callable ??= { unit, node: element };
  }
  return {
    kind: 'object',
    members,
    ...(index && { index }),
    ...(callable && { callable }),
    ...(isWithMethods && { isWithMethods }),
  };
}

/** The values of a map. JSON has no symbols; the checker says what other keys than strings allow. */
function indexOf(
  evaluator: Evaluator,
  element: ts.IndexSignatureDeclaration,
  scope: TypeScope,
  earlier: TypeRef | undefined,
): TypeRef | undefined {
  const { ts } = evaluator;
  const key = element.parameters[0]?.type?.kind;
  if (key === ts.SyntaxKind.SymbolKeyword) return earlier;
  if (key !== ts.SyntaxKind.StringKeyword || earlier !== undefined)
    throw new Unsettled({ unit: scope.unit, node: element }, 'keys that are not known to kbts');
  // What comments of the signature say is about the values.
  return markedType(evaluator, { kind: 'node', node: element.type, scope }, [{ unit: scope.unit, node: element }]);
}

/** `get v(): string` in an interface declares data, as a property does; in a class it is code. */
function isDeclaredAccessor(ts: Evaluator['ts'], element: Element): element is Accessor {
  return ts.isAccessor(element) && !ts.isClassLike(element.parent);
}

/** The type of a property is what can be read; one that can be written only has the type of that. */
function addAccessor(
  evaluator: Evaluator,
  members: Member[],
  element: Accessor,
  { scope, owner }: { readonly scope: TypeScope; readonly owner: Place | undefined },
): void {
  const { ts } = evaluator;
  const name = propertyName(evaluator, element.name, scope);
  if (name === undefined) return;
  const earlier = members.findIndex((member) => member.name === name);
  if (earlier >= 0 && ts.isSetAccessor(element)) return;
  const node = ts.isSetAccessor(element) ? element.parameters[0]?.type : element.type;
  const place = { unit: scope.unit, node: element };
  members.splice(earlier < 0 ? members.length : earlier, earlier < 0 ? 0 : 1, {
    name,
    isOptional: false,
    type: node === undefined ? computed({ kind: 'keyword', name: 'any' }, place) : { kind: 'node', node, scope },
    declaration: place,
    ...(owner && { owner }),
  });
}

/** The declared type; without one, that of the initializer, as TypeScript infers it. */
function typeOf(evaluator: Evaluator, property: Property, scope: TypeScope): TypeRef {
  const { ts } = evaluator;
  if (property.type !== undefined) return { kind: 'node', node: property.type, scope };
  const place = { unit: scope.unit, node: property };
  const unknown = computed({ kind: 'keyword', name: 'any' }, place);
  if (ts.isPropertySignature(property) || property.initializer === undefined) return unknown;
  const isReadonly = hasModifier(ts, property, ts.SyntaxKind.ReadonlyKeyword);
  return expressionType(evaluator, property.initializer, scope.unit, isReadonly);
}

/** `constructor(public name: string)` declares a property as well. */
function isParameterProperty(ts: Evaluator['ts'], node: ts.ParameterDeclaration): boolean {
  return ts.isParameterPropertyDeclaration(node, node.parent) && !isHidden(ts, node);
}

function isHidden(ts: Evaluator['ts'], element: Element | ts.ParameterDeclaration): boolean {
  if (element.name !== undefined && ts.isPrivateIdentifier(element.name)) return true;
  const { PrivateKeyword, ProtectedKeyword, StaticKeyword } = ts.SyntaxKind;
  return [PrivateKeyword, ProtectedKeyword, StaticKeyword].some((kind) => hasModifier(ts, element, kind));
}

function hasModifier(ts: Evaluator['ts'], node: ts.Node, wanted: ts.SyntaxKind): boolean {
  return ts.canHaveModifiers(node) && (ts.getModifiers(node) ?? []).some(({ kind }) => kind === wanted);
}

/** The name as JSON has it; `undefined` for symbols, which JSON leaves out. */
function propertyName(evaluator: Evaluator, name: ts.PropertyName, { unit }: TypeScope): string | undefined {
  const { ts } = evaluator;
  if (ts.isIdentifier(name) || ts.isStringLiteral(name) || ts.isNumericLiteral(name)) return name.text;
  if (!ts.isComputedPropertyName(name)) return undefined;
  if (/^Symbol\b/.test(name.expression.getText(unit.ast))) return undefined;
  const shape = nameShape(evaluator, name, unit);
  if (shape?.kind === 'literal') return String(shape.value);
  if (shape?.kind === 'keyword' && shape.name === 'symbol') return undefined;
  throw new TypeProblem(
    { unit, node: name },
    'type-unsupported',
    `the name of this property, ${name.getText(unit.ast)}, is not known to kbts`,
    'write the name itself, or a const with a literal value',
  );
}

/** The checker leaves a property out whose name it does not know, so it is not asked. */
function nameShape(evaluator: Evaluator, name: ts.ComputedPropertyName, unit: Unit): Shape | undefined {
  try {
    return evaluator.evaluate(expressionType(evaluator, name.expression, unit, true));
  } catch (error) {
    if (error instanceof Unsettled) return undefined;
    throw error;
  }
}
