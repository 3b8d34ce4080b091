/** Ranges of sizes and costs, in the arithmetic of the API server: unsigned 64-bit numbers that stop at the largest. */

/** From the least to the most. */
export interface Range {
  readonly min: number;
  readonly max: number;
}

/** The largest number; what is not known counts as this many. */
export const ENDLESS = 2 ** 64;
export const UNKNOWN: Range = { min: 0, max: ENDLESS };

export const fixed = (size: number): Range => ({ min: size, max: size });
export const capped = (number: number): number => Math.min(number, ENDLESS);

export function plus(left: Range, right: Range): Range {
  return { min: capped(left.min + right.min), max: capped(left.max + right.max) };
}

export function times(left: Range, right: Range): Range {
  return { min: capped(left.min * right.min), max: capped(left.max * right.max) };
}

/** Rounded up. */
export function scaled({ min, max }: Range, factor: number): Range {
  return { min: capped(Math.ceil(min * factor)), max: capped(Math.ceil(max * factor)) };
}

export function union(left: Range, right: Range): Range {
  return { min: Math.min(left.min, right.min), max: Math.max(left.max, right.max) };
}

/** What reading one character costs, and one character of a pattern. */
export const TRAVERSAL = 0.1;
export const REGEX = 0.25;
export const LIST_BASE = 10;
export const MAP_BASE = 30;
