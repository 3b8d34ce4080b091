/** How long a server asks to wait before the next try. */

/** A longer wait is not obeyed: one answer of a proxy under maintenance would stop a watch for hours. */
export const LONGEST_WAIT_SECONDS = 60;

/** The first of the given values that is a time to wait. Bodies come from elsewhere: `"abc"` would become a pause of `NaN`, which is none. */
export function waitSeconds(...given: readonly unknown[]): number | undefined {
  return given.find((value): value is number => Number.isFinite(value) && Number(value) >= 0);
}
