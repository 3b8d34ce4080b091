/**
 * How this program checks what annotations remember. `lossless` sets it, as nobody else reads those annotations: an operator
 * that never calls it does not carry the check, whose regular expressions are a quarter of a bundle.
 */
import type { convertWithMemory, hasMemory } from './remembered.js';

/** What finds and checks memories. */
export interface Memories {
  readonly has: typeof hasMemory;
  readonly convert: typeof convertWithMemory;
}

let current: Memories | undefined;

/** From now on all conversions are checked by this. */
export function useMemories(memories: Memories): void {
  current = memories;
}

/** Undefined in a program that remembers nothing. */
export function memoriesInUse(): Memories | undefined {
  return current;
}
