/** Asks whether a program is installed. */
import { UserError } from '../errors.js';
import { runTool } from './run-tool.js';

/** What the program prints about its version, or `undefined` when it cannot be run. */
export async function toolVersion(program: string, args: readonly string[], cwd: string): Promise<string | undefined> {
  try {
    const { stdout } = await runTool(program, args, { cwd, timeoutMs: 10_000, install: `install ${program}` });
    return stdout.trim();
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}
