/**
 * How much of a long test runs. `make test` and `make test-real` run a part of it, another one for another commit;
 * `make test-thorough` runs all of it, and one of its parts in CI runs a slice.
 */
import { part } from './part.js';

/** Whether everything is to be run. */
export const isThorough = process.env['KBTS_THOROUGH'] === '1';

/** Which of how many slices of a thorough run this is, from `KBTS_SLICE=2/5`: 2 of 0 to 4. */
const slice = readSlice(process.env['KBTS_SLICE'] ?? '0/1');

/** Whether all items are selected: what only some of them show can be asked for. */
export const isWhole = isThorough && slice.of === 1;

/** Number of rounds: from the environment variable, or else all (or their slice), or a number that takes seconds. */
export function roundsOf(variable: string, all: number, few: number): number {
  return Number(process.env[variable] ?? (isThorough ? Math.ceil(all / slice.of) : few));
}

/** All items (or their slice), or every nth; which ones depends on the commit and on `offset`. */
export function partOf<T>(items: readonly T[], n: number, offset = 0): T[] {
  const [step, start] = isThorough ? [slice.of, slice.index] : [n, offset + part];
  return items.filter((_, index) => index % step === start % step);
}

/** What is added to a fixed seed, so that each slice of a random test tries other inputs. */
export const seedShift = isThorough ? slice.index : 0;

function readSlice(text: string): { readonly index: number; readonly of: number } {
  const [index = 0, of = 1] = text.split('/').map(Number);
  if (Number.isInteger(index) && Number.isInteger(of) && index >= 0 && index < of) return { index, of };
  throw new Error(`invalid KBTS_SLICE "${text}": must be like 0/4`);
}
