/** From a type parameter of a helper to the kinds that its callers give it. */
import type { ts } from 'ts-morph';
import type { Call } from './calls.js';
import { type KindsOfType, kindsOfType, merge } from './kinds-of-type.js';
import type { OpenProject } from './open-project.js';

/** The kinds of a type parameter at one place. */
export interface KindsAt {
  readonly kinds: KindsOfType;
  readonly node: ts.Node;
}

/** The kinds that a type parameter stands for, at each call of the function or class that declares it. */
export function callsOf(project: OpenProject, parameter: ts.TypeParameter, use: ts.Node): readonly KindsAt[] {
  const { ts } = project;
  const declaration = parameter.symbol?.declarations?.find(ts.isTypeParameterDeclaration);
  const owner = declaration?.parent;
  const unknown = [{ kinds: { names: [], open: [], isUnclear: true }, node: use }];
  if (declaration === undefined || owner === undefined || !isHelper(project, owner)) return unknown;
  const index = owner.typeParameters?.indexOf(declaration) ?? -1;
  const calls = allCalls(project).filter((call) => reaches(project, call, owner));
  if (calls.length === 0) return unknown;
  return calls.map((call) => ({ kinds: kindsAtCall(project, call, owner, index, parameter), node: call }));
}

type Helper = ts.SignatureDeclaration | ts.ClassLikeDeclaration;

function isHelper({ ts, modules }: OpenProject, node: ts.Node): node is Helper {
  const isDeclared = ts.isFunctionLike(node) || ts.isClassLike(node);
  return isDeclared && modules.includes(node.getSourceFile());
}

const callsOfProject = new WeakMap<OpenProject, readonly Call[]>();

function allCalls(project: OpenProject): readonly Call[] {
  const known = callsOfProject.get(project);
  if (known !== undefined) return known;
  const { ts } = project;
  const calls: Call[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) || ts.isNewExpression(node)) calls.push(node);
    ts.forEachChild(node, visit);
  };
  for (const module of project.modules) visit(module);
  callsOfProject.set(project, calls);
  return calls;
}

function reaches({ ts, types }: OpenProject, call: Call, owner: Helper): boolean {
  const declaration = types.getResolvedSignature(call)?.declaration;
  if (declaration === undefined) return isClassWithoutConstructor(ts, types, call, owner);
  if (declaration === owner) return true;
  // A class is reached by its constructor; an overload shares the symbol of what it declares.
  if (ts.isConstructorDeclaration(declaration) && declaration.parent === owner) return true;
  const symbol = (declaration as { symbol?: ts.Symbol }).symbol;
  return symbol !== undefined && symbol === (owner as { symbol?: ts.Symbol }).symbol;
}

function isClassWithoutConstructor(ts: OpenProject['ts'], types: ts.TypeChecker, call: Call, owner: Helper): boolean {
  if (!ts.isNewExpression(call) || !ts.isClassLike(owner)) return false;
  return types.getTypeAtLocation(call).symbol === (owner as { symbol?: ts.Symbol }).symbol;
}

/** A type argument that is written, or what the declared parameters became at this call. */
function kindsAtCall(
  project: OpenProject,
  call: Call,
  owner: Helper,
  index: number,
  parameter: ts.TypeParameter,
): KindsOfType {
  const { ts, types } = project;
  const written = call.typeArguments?.[index];
  if (written !== undefined) return kindsOfType(project, types.getTypeFromTypeNode(written), call);
  if (ts.isClassLike(owner)) {
    const made = types.getTypeArguments(types.getTypeAtLocation(call) as ts.TypeReference)[index];
    return made === undefined ? { names: [], open: [], isUnclear: true } : kindsOfType(project, made, call);
  }
  const signature = types.getResolvedSignature(call);
  const answers = (signature?.parameters ?? []).flatMap((instantiated, position) => {
    const declared = owner.parameters[position];
    if (declared === undefined) return [];
    const isAbout = kindsOfType(project, types.getTypeAtLocation(declared), declared).open.includes(parameter);
    return isAbout ? [kindsOfType(project, types.getTypeOfSymbolAtLocation(instantiated, call), call)] : [];
  });
  // Several parameters of one helper say the same; one of them may be an empty list.
  const clear = answers.filter(({ isUnclear }) => !isUnclear);
  if (clear.length > 0) return merge(clear);
  return { names: [], open: [], isUnclear: true };
}
