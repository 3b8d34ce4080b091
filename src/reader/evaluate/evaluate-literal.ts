/** Types that are one word: keywords and literals. */
import type { ts } from 'ts-morph';
import type { TypeScript } from '../../typescript/load.js';
import type { KeywordName, Shape } from './type-ref.js';

/** `'a'`, `1`, `-1`, `true`, `null`. */
export function literalShape(ts: TypeScript, node: ts.LiteralTypeNode): Shape {
  const { literal } = node;
  if (ts.isStringLiteral(literal) || ts.isNoSubstitutionTemplateLiteral(literal))
    return { kind: 'literal', value: literal.text };
  if (ts.isNumericLiteral(literal)) return { kind: 'literal', value: Number(literal.text) };
  if (ts.isBigIntLiteral(literal)) return { kind: 'keyword', name: 'bigint' };
  if (ts.isPrefixUnaryExpression(literal)) {
    if (!ts.isNumericLiteral(literal.operand)) return { kind: 'keyword', name: 'bigint' };
    return { kind: 'literal', value: -Number(literal.operand.text) };
  }
  if (literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'keyword', name: 'null' };
  return { kind: 'literal', value: literal.kind === ts.SyntaxKind.TrueKeyword };
}

/** Keywords by their kind of node. */
export function keywordTable(kinds: typeof ts.SyntaxKind): ReadonlyMap<number, KeywordName> {
  return new Map<number, KeywordName>([
    [kinds.StringKeyword, 'string'],
    [kinds.NumberKeyword, 'number'],
    [kinds.BooleanKeyword, 'boolean'],
    [kinds.BigIntKeyword, 'bigint'],
    [kinds.SymbolKeyword, 'symbol'],
    [kinds.AnyKeyword, 'any'],
    [kinds.UnknownKeyword, 'unknown'],
    [kinds.NeverKeyword, 'never'],
    [kinds.UndefinedKeyword, 'undefined'],
    [kinds.ObjectKeyword, 'object'],
    [kinds.VoidKeyword, 'void'],
  ]);
}
