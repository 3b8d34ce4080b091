/** References to types that the checker found. */
import type { ts } from 'ts-morph';
import type { CheckedRef } from '../evaluate/type-ref.js';
import type { Checker } from './checker.js';

/** A part of a type, at the same place. */
export function checkedPart(checker: Checker, ref: CheckedRef, type: ts.Type): CheckedRef {
  const { field } = ref;
  return { kind: 'checked', type: withoutNote(checker, type), place: ref.place, ...(field && { field }) };
}

/** In the branch of a condition the checker keeps what the condition says beside the type. */
export function withoutNote(checker: Checker, type: ts.Type): ts.Type {
  const isNoted = (type.flags & checker.program.ts.TypeFlags.Substitution) !== 0;
  return isNoted ? withoutNote(checker, (type as ts.SubstitutionType).baseType) : type;
}
