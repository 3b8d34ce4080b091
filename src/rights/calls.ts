/** What a call is, as far as rights go: which declaration of kbts it reaches, and by which object. */
import type { ts } from 'ts-morph';
import { isOwnFile } from '../typescript/own-types.js';
import type { OpenProject } from './open-project.js';

/** A call or a `new` expression. */
export type Call = ts.CallExpression | ts.NewExpression;

/** The name of the declaration of kbts that a call reaches: `Reader.get`, `controller`; undefined for any other call. */
export function ownCallee(project: OpenProject, call: Call): string | undefined {
  const declaration = project.types.getResolvedSignature(call)?.declaration;
  if (declaration === undefined || !isOwnFile(declaration.getSourceFile().fileName)) return undefined;
  return declarationName(project, declaration);
}

/** `Interface.member`, `object.member` or the name of a function: declarations and sources say the same in different syntax. */
export function declarationName({ ts }: OpenProject, declaration: ts.Node): string | undefined {
  const names: string[] = [];
  for (let node = declaration; !ts.isSourceFile(node); node = node.parent) {
    const isMember = ts.isTypeElement(node) || ts.isClassElement(node) || ts.isObjectLiteralElementLike(node);
    const isDeclared =
      ts.isInterfaceDeclaration(node) ||
      ts.isClassDeclaration(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isVariableDeclaration(node);
    if (isMember || isDeclared) names.unshift((node as ts.NamedDeclaration).name?.getText() ?? '');
  }
  return names.length === 0 ? undefined : names.join('.');
}

/** What is left of the dot of a method that is called. */
export function receiverOf({ ts }: OpenProject, call: Call): ts.Expression | undefined {
  return ts.isPropertyAccessExpression(call.expression) ? call.expression.expression : undefined;
}

/** Whether a read never comes from a cache: by the option `source`, or by `client.live`, which may have a name of its own. */
export function isLive(project: OpenProject, call: Call): boolean {
  if (optionOf(project, call, 'source') === 'live') return true;
  const receiver = receiverOf(project, call);
  return receiver !== undefined && leadsTo(project, receiver, 'live');
}

/** The subresource of `client.subresource('scale')`, also by a name of its own. */
export function subresourceOf(project: OpenProject, call: Call): string | undefined {
  const { ts, types } = project;
  const receiver = receiverOf(project, call);
  const made = receiver && valueOf(project, receiver);
  const [name] = made && ts.isCallExpression(made) ? made.arguments : [];
  const type = name && types.getTypeAtLocation(name);
  return type?.isStringLiteral() === true ? type.value : undefined;
}

/** The text of an option, when it is written in the call; `'computed'` when it cannot be known. */
export function optionOf({ ts, types }: OpenProject, call: Call, name: string): string | undefined {
  for (const argument of call.arguments ?? []) {
    if (!ts.isObjectLiteralExpression(argument)) continue;
    const declaration = types.getPropertyOfType(types.getTypeAtLocation(argument), name)?.valueDeclaration;
    if (declaration === undefined) continue;
    // The property itself is as wide as what the call accepts; what is written is not.
    const written = ts.isPropertyAssignment(declaration) ? declaration.initializer : declaration;
    const type = types.getTypeAtLocation(written);
    return type.isStringLiteral() ? type.value : 'computed';
  }
  return undefined;
}

/** Whether an option is written as `true`. */
export function hasOption({ ts, types }: OpenProject, call: Call, name: string): boolean {
  return (call.arguments ?? []).some((argument) => {
    if (!ts.isObjectLiteralExpression(argument)) return false;
    const declaration = types.getPropertyOfType(types.getTypeAtLocation(argument), name)?.valueDeclaration;
    const isWritten = declaration !== undefined && ts.isPropertyAssignment(declaration);
    return isWritten && declaration.initializer.kind === ts.SyntaxKind.TrueKeyword;
  });
}

/** The expression that a constant stands for; any other expression itself. */
function valueOf({ ts, types }: OpenProject, expression: ts.Expression): ts.Expression {
  if (!ts.isIdentifier(expression)) return expression;
  const declaration = types.getSymbolAtLocation(expression)?.valueDeclaration;
  if (declaration && ts.isVariableDeclaration(declaration) && declaration.initializer) return declaration.initializer;
  return expression;
}

/** Whether an expression is the property `name` of something, or a constant that is. */
function leadsTo(project: OpenProject, expression: ts.Expression, name: string): boolean {
  const { ts, types } = project;
  const value = valueOf(project, expression);
  if (ts.isPropertyAccessExpression(value)) return value.name.text === name;
  if (!ts.isIdentifier(value)) return false;
  const declaration = types.getSymbolAtLocation(value)?.valueDeclaration;
  return (
    declaration !== undefined &&
    ts.isBindingElement(declaration) &&
    (declaration.propertyName ?? declaration.name).getText() === name
  );
}

/** Whether the function that a step of a chain gets returns a `status`. */
export function returnsStatus({ types }: OpenProject, work: ts.Expression): boolean {
  const signatures = types.getTypeAtLocation(work).getCallSignatures();
  return signatures.some((signature) => {
    const returned = types.getAwaitedType(signature.getReturnType()) ?? signature.getReturnType();
    const members = returned.isUnion() ? returned.types : [returned];
    return members.some((member) => member.getProperty('status') !== undefined);
  });
}
