import { run } from '../../../src/cli/run.js';
import type { Terminal } from '../../../src/cli/terminal.js';
import { fakeTerminal } from './fake-terminal.js';

/** What a run of the program printed, and its exit code. */
export interface CliResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program in this process, in the folder `cwd`. */
export async function runCli(
  cwd: string,
  args: readonly string[],
  overrides: Partial<Terminal> = {},
): Promise<CliResult> {
  const terminal = fakeTerminal({ cwd, ...overrides });
  const code = await run(args, terminal);
  return { code, stdout: terminal.stdout, stderr: terminal.stderr };
}

/** Runs a command that must succeed. */
export async function runOk(cwd: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCli(cwd, args);
  if (code !== 0) throw new Error(`kbts ${args.join(' ')} exited with ${code}:\n${stdout}${stderr}`);
  return stdout;
}
