/**
 * How much of a long test runs. `make test` runs a part of it, so that it ends in minutes; the project "thorough" of
 * vitest.config.ts, a part of `make test-real`, runs every file that imports this one again, in full.
 */

/** Whether everything is to be run. */
export const isThorough = process.env['KBTS_THOROUGH'] === '1';

/** How many rounds: what a variable of the environment says, or else all, or a part that takes seconds. */
export function roundsOf(variable: string, all: number, part: number): number {
  return Number(process.env[variable] ?? (isThorough ? all : part));
}

/** All items, or every nth, beginning with another one for another `offset`. */
export function partOf<T>(items: readonly T[], n: number, offset = 0): T[] {
  return isThorough ? [...items] : items.filter((_, index) => index % n === offset % n);
}
