/** The order of unions that the checker computed: its own depends on which file it saw first. */
import type { ts } from 'ts-morph';
import type { Checker } from './checker.js';

/** Members of a union by where they are declared, then by value. */
export function sortedMembers(checker: Checker, types: readonly ts.Type[]): ts.Type[] {
  const keys = new Map(types.map((type) => [type, orderKey(checker, type)]));
  return [...types].sort((left, right) => compare(keys.get(left) ?? '', keys.get(right) ?? ''));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

function orderKey(checker: Checker, type: ts.Type): string {
  const [declaration] = type.symbol?.declarations ?? type.aliasSymbol?.declarations ?? [];
  const place =
    declaration === undefined
      ? ''
      : `${declaration.getSourceFile().fileName}:${String(declaration.pos).padStart(9, '0')}`;
  if (type.isNumberLiteral()) return `1${place}${type.value < 0 ? '-' : '0'}${String(type.value).padStart(20, '0')}`;
  return `${type.isStringLiteral() ? '2' : '3'}${place}:${checker.types.typeToString(type)}`;
}
