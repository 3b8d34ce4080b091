/** The branches of unions in a source, and which of them a value is. */
import type { ts as Ts } from 'ts-morph';
import { loadTypeScript } from '../../src/typescript/load.js';

/** A branch as text, and whether a value is one. */
export interface Branch {
  readonly text: string;
  readonly fits: (value: unknown) => boolean;
}

/** The branches of every property of `RowSpec` whose type is a union, by property. */
export function unionsOf(source: string): ReadonlyMap<string, readonly Branch[]> {
  const ts = loadTypeScript();
  const file = ts.createSourceFile('types.ts', source, ts.ScriptTarget.Latest, true);
  const types = new Map<string, Ts.TypeNode | Ts.InterfaceDeclaration>();
  for (const node of file.statements) {
    if (ts.isTypeAliasDeclaration(node)) types.set(node.name.text, node.type);
    if (ts.isInterfaceDeclaration(node)) types.set(node.name.text, node);
  }
  const branches = (node: Node): Branch[] => {
    const target = follow(ts, types, node);
    if (ts.isUnionTypeNode(target)) return target.types.flatMap(branches);
    return [{ text: node.getText(), fits: (value) => fits(ts, types, node, value) }];
  };
  const spec = types.get('RowSpec');
  const members = spec !== undefined && ts.isInterfaceDeclaration(spec) ? spec.members : [];
  const unions = members.flatMap((member): [string, Branch[]][] => {
    if (!ts.isPropertySignature(member) || member.type === undefined) return [];
    const found = branches(member.type);
    return found.length > 1 ? [[member.name.getText(), found]] : [];
  });
  return new Map(unions);
}

type Node = Ts.TypeNode | Ts.InterfaceDeclaration;
type Types = ReadonlyMap<string, Node>;
type Compiler = ReturnType<typeof loadTypeScript>;

function follow(ts: Compiler, types: Types, node: Node): Node {
  if (ts.isParenthesizedTypeNode(node)) return follow(ts, types, node.type);
  if (!ts.isTypeReferenceNode(node)) return node;
  const target = types.get(node.typeName.getText());
  return target === undefined ? node : follow(ts, types, target);
}

function fits(ts: Compiler, types: Types, type: Node, value: unknown): boolean {
  const node = follow(ts, types, type);
  if (ts.isUnionTypeNode(node)) return node.types.some((member) => fits(ts, types, member, value));
  if (ts.isLiteralTypeNode(node)) return node.literal.getText().replaceAll("'", '"') === JSON.stringify(value);
  if (ts.isTypeLiteralNode(node) || ts.isInterfaceDeclaration(node)) {
    if (typeof value !== 'object' || value === null) return false;
    return node.members.every((member) => {
      if (!ts.isPropertySignature(member) || member.type === undefined) return true;
      const own = (value as Record<string, unknown>)[member.name.getText().replaceAll("'", '')];
      if (member.type.kind === ts.SyntaxKind.NeverKeyword) return own === undefined;
      return own === undefined ? member.questionToken !== undefined : fits(ts, types, member.type, own);
    });
  }
  // `string & {}` takes any text.
  const text = ts.isIntersectionTypeNode(node) ? 'string' : node.getText();
  return text === 'string' || text === 'boolean' ? typeof value === text : typeof value === 'number';
}
