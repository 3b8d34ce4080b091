/** Seeds of tests with random inputs. */
import { seedShift } from './thorough.js';

/**
 * Another seed for each run on a developer's machine, so that the search goes on; always the same one in CI, where a
 * run must not depend on luck. The variable sets it, to repeat a run.
 */
export function freshSeed(variable: string): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  return process.env['CI'] === undefined ? Math.floor(Math.random() * 2 ** 31) : 20_261_117 + seedShift;
}
