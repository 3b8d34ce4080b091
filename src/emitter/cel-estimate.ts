/** What an estimate of a CEL expression's cost is made of. */
import type { CelType } from './cel-types.js';

/** What is known of a value. */
export interface Operand {
  readonly type?: CelType;
  /** Where the schema declares it, from a variable on; empty for computed values. */
  readonly path: readonly string[];
  /** Most characters, items or entries. Unknown sizes count as endless. */
  readonly size?: number;
  /** Fewest of them. */
  readonly least?: number;
  /** Size of the items or values in it. */
  readonly entry?: number;
  /** The text of a literal. */
  readonly literal?: string;
  /** Whether a part of the expression is not known here. */
  readonly isGuess?: boolean;
}

/** The size of a value of which nothing is known. */
export const over = Number.POSITIVE_INFINITY;

/** A product in which nothing times endless is nothing. */
export function times(left: number, right: number): number {
  return left === 0 || right === 0 ? 0 : left * right;
}

/** What a part of an expression costs, and what is known of its value. */
export interface Estimate extends Operand {
  readonly cost: number;
}

/** What an estimate rests on. */
export interface CostScope {
  /** The type of `self`. */
  readonly root: CelType;
  readonly variables: ReadonlyMap<string, Operand>;
  /** Told of every size that only the largest request limits, with its path. */
  readonly onUnbounded: (path: readonly string[]) => void;
}
