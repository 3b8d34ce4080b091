/** Seeds of tests with random inputs. */
import { seedShift } from './thorough.js';

/**
 * The same seed in every run, so that a commit never fails because of an input that nobody has seen before. The whole
 * thorough lane, which runs before a release, sets KBTS_FRESH_SEEDS and searches on. The variable repeats a run.
 */
export function seedOf(variable = 'KBTS_SEED', tried = 20_261_117): number {
  const given = process.env[variable];
  if (given !== undefined) return Number(given);
  if (process.env['KBTS_FRESH_SEEDS'] !== '1') return tried + seedShift;
  const seed = Math.floor(Math.random() * 2 ** 31);
  console.log(`random inputs: ${variable}=${seed} repeats them`);
  return seed;
}
