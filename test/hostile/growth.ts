/** How the processor time of a function grows with its input. */

import { partOf } from '../lanes/thorough.js';

/** Inputs of one shape; the size is about that of the text, or the number of parts. */
export interface Shape<T> {
  readonly name: string;
  make(size: number): T;
}

/** Times that are shorter say nothing. */
const LEAST_MS = 6;
const FACTOR = 16;
/** One large input against sixteen small ones: linear is 1, and several times that when garbage is collected on the way; quadratic is 16. */
const MOST = 7;

/** Undefined when time grows in line with the input; otherwise what it did. Sizes grow until a time can be judged. */
export async function superLinear<T>(
  run: (input: T) => unknown,
  shape: Shape<T>,
  { from = 2_000, to = 16_000 }: { from?: number; to?: number } = {},
): Promise<string | undefined> {
  for (let size = from; size <= to; size *= 2) {
    const large = await leastMs(run, [shape.make(size * FACTOR)]);
    if (large < LEAST_MS) continue;
    // A machine that is busy gets a second and a third chance; both times are taken again.
    for (let chance = 0; chance < 3; chance++) {
      const small = await leastMs(
        run,
        Array.from({ length: FACTOR }, () => shape.make(size)),
      );
      const ratio = (await leastMs(run, [shape.make(size * FACTOR)])) / Math.max(small, LEAST_MS / FACTOR);
      if (ratio < MOST) return undefined;
      if (chance === 2)
        return `${shape.name}: ${FACTOR} times the input (${size}) took ${Math.round(ratio * FACTOR)} times as long`;
    }
  }
  return undefined;
}

/** What is wrong with a function on all shapes (a third of them in `make test`); nothing, one hopes. */
export async function judge<T>(
  run: (input: T) => unknown,
  shapes: readonly Shape<T>[],
  sizes?: { from?: number; to?: number },
): Promise<string[]> {
  const found: string[] = [];
  for (const shape of partOf(shapes, 3)) {
    const problem = await superLinear(run, shape, sizes);
    if (problem !== undefined) found.push(problem);
  }
  return found;
}

/** What a parser refuses is refused; how long that takes is the question. */
export function tried<T>(run: (input: T) => unknown): (input: T) => Promise<unknown> {
  return async (input) => {
    try {
      return await run(input);
    } catch (error) {
      return error;
    }
  };
}

async function leastMs<T>(run: (input: T) => unknown, inputs: readonly T[]): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 2; turn++) {
    const took = await processorMs(async () => {
      for (const input of inputs) await run(input);
    });
    least = Math.min(least, took);
    if (least > 2_000) break;
  }
  return least;
}

/** Processor time of this process while something runs. */
export async function processorMs(run: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
