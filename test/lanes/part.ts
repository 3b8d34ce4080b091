/** Which part of the long tests runs with this commit. */
import { execFileSync } from 'node:child_process';

/** A number that differs from commit to commit: `KBTS_PART`, or else the beginning of the hash of HEAD. */
export const part = partNumber(process.env['KBTS_PART']);

export function partNumber(given: string | undefined): number {
  if (given === undefined || given === '') return Number.parseInt(hashOfHead().slice(0, 8), 16);
  if (/^\d{1,15}$/.test(given)) return Number(given);
  throw new Error(`invalid KBTS_PART "${given}": must be a number`);
}

/** Zeros outside of a git repository, as in a downloaded archive. */
function hashOfHead(): string {
  try {
    return execFileSync('git', ['rev-parse', 'HEAD'], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return '00000000';
  }
}
