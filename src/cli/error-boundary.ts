/** Turns whatever was thrown into a message and an exit code. */
import { CommanderError } from 'commander';
import { UserError } from '../errors.js';
import { packageVersion } from '../package-root.js';
import { exitCodes } from './exit-codes.js';
import { ExitRequest } from './exit-request.js';
import { reportBug, reportUserError } from './report.js';
import type { Terminal } from './terminal.js';

/** Prints the error, unless it has been printed, and returns the exit code. */
export function exitCodeOf(error: unknown, terminal: Terminal): number {
  if (error instanceof ExitRequest) return error.exitCode;
  if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
  if (error instanceof UserError) {
    reportUserError(terminal, error);
    if (error.code === 'drift') return exitCodes.drift;
    return error.code.startsWith('flag-') ? exitCodes.usage : exitCodes.userError;
  }
  if (isInterruption(error) && terminal.signal.aborted) {
    terminal.err('interrupted\n');
    return exitCodes.interrupted;
  }
  reportBug(terminal, error, packageVersion());
  return exitCodes.bug;
}

/** What the signal of the terminal ended, and nobody explained. */
function isInterruption(error: unknown): boolean {
  return error instanceof Error && error.name === 'AbortError';
}
