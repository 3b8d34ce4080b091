/** How the processor time of a function grows with its input. */

import { partOf } from '../lanes/thorough.js';

/** Inputs of one shape; the size is about that of the text, or the number of parts. */
export interface Shape<T> {
  readonly name: string;
  make(size: number): T;
}

/** Times that are shorter say nothing. */
const LEAST_MS = 6;
/** Times that are longer leave no doubt. */
const CERTAIN_MS = 100;
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
    const ratio = await leastRatio(run, shape, size);
    if (ratio < MOST) return undefined;
    // Garbage and compilation weigh little where times are long: what looks slow must look so with larger inputs too.
    if (large > CERTAIN_MS || size * 2 > to)
      return `${shape.name}: ${FACTOR} times the input (${size}) took ${Math.round(ratio * FACTOR)} times as long`;
  }
  return undefined;
}

/** How much longer one large input takes than as many small ones: the least of three looks, because machines are busy. */
async function leastRatio<T>(run: (input: T) => unknown, shape: Shape<T>, size: number): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let look = 0; look < 3 && least >= MOST; look++) {
    const small = await leastMs(
      run,
      Array.from({ length: FACTOR }, () => shape.make(size)),
    );
    const large = await leastMs(run, [shape.make(size * FACTOR)]);
    least = Math.min(least, large / Math.max(small, LEAST_MS / FACTOR));
  }
  return least;
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

/** The least of a few turns. Short times get more of them: a collection of garbage would be most of such a time. */
async function leastMs<T>(run: (input: T) => unknown, inputs: readonly T[]): Promise<number> {
  let [least, spent] = [Number.POSITIVE_INFINITY, 0];
  for (let turn = 0; turn < 2 || (turn < 6 && spent < 100); turn++) {
    const took = await processorMs(async () => {
      for (const input of inputs) await run(input);
    });
    least = Math.min(least, took);
    spent += took;
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
