/** Places where a client leaves what can be read: what happens with it there is unknown. */
import type { ts } from 'ts-morph';
import { isOwnFile } from '../typescript/own-types.js';
import type { Unclear } from './find-uses.js';
import type { OpenProject } from './open-project.js';
import { CLIENTS } from './rules.js';

/** Whether `node` hands a client to code without source, or takes its type away. */
export function handedOver(project: OpenProject, node: ts.Node): readonly Unclear[] {
  const { ts, types } = project;
  if (ts.isAsExpression(node) && isAny(project, types.getTypeAtLocation(node)) && isClient(project, node.expression))
    return [{ node, reason: 'takes the type of a client away' }];
  if (isConstant(project, node) && isAny(project, types.getTypeAtLocation(node)))
    return isClient(project, node.initializer) ? [{ node, reason: 'takes the type of a client away' }] : [];
  if (!ts.isCallExpression(node) && !ts.isNewExpression(node)) return [];
  const clients = (node.arguments ?? []).filter((argument) => isClient(project, argument));
  if (clients.length === 0 || hasSource(project, node)) return [];
  return [{ node, reason: 'hands a client to code that has no source here' }];
}

function isConstant(
  { ts }: OpenProject,
  node: ts.Node,
): node is ts.VariableDeclaration & { initializer: ts.Expression } {
  return ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer !== undefined;
}

function hasSource(project: OpenProject, call: ts.CallExpression | ts.NewExpression): boolean {
  const { ts, types, modules } = project;
  const declaration = types.getResolvedSignature(call)?.declaration;
  // A class without a constructor of its own takes no arguments that it could use.
  if (declaration === undefined)
    return ts.isNewExpression(call) && !isAny(project, types.getTypeAtLocation(call.expression));
  const file = declaration.getSourceFile();
  return isOwnFile(file.fileName) || modules.includes(file);
}

function isAny({ ts }: OpenProject, type: ts.Type): boolean {
  return (type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) !== 0;
}

function isClient({ types }: OpenProject, expression: ts.Expression): boolean {
  const type = types.getTypeAtLocation(expression);
  const members = type.isUnionOrIntersection() ? type.types : [type];
  return members.some(({ symbol }) => {
    const declaration = symbol?.declarations?.[0];
    return declaration !== undefined && CLIENTS.has(symbol.name) && isOwnFile(declaration.getSourceFile().fileName);
  });
}
