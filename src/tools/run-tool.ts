/** Runs outside programs: never through a shell, always with a reason when they fail. */
import { UserError } from '../errors.js';
import { programEnvironment } from './program-path.js';

/** How to run a program. */
export interface ToolOptions {
  readonly cwd: string;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly input?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Called with each line of output while the program runs. */
  readonly onLine?: (line: string) => void;
  /** Lines that say nothing about a failure. */
  readonly noise?: RegExp;
  /** What to do when the program is not installed. */
  readonly install: string;
}

/** What a program printed. */
export interface ToolOutput {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end; a failure is a UserError that quotes the last lines it printed. */
export async function runTool(program: string, args: readonly string[], options: ToolOptions): Promise<ToolOutput> {
  const { cwd, signal, timeoutMs, input, onLine } = options;
  // Most commands plan files and run nothing, so the library is loaded only here.
  const { execa } = await import('execa');
  const child = execa(program, args, {
    cwd,
    env: programEnvironment(program, options.env),
    timeout: timeoutMs,
    cancelSignal: signal,
    forceKillAfterDelay: 5000,
    reject: false,
    stripFinalNewline: false,
    ...(input === undefined ? { stdin: 'ignore' } : { input }),
  });
  if (onLine !== undefined) {
    child.stdout.on('data', (chunk: Buffer) => forEachLine(chunk, onLine));
    child.stderr.on('data', (chunk: Buffer) => forEachLine(chunk, onLine));
  }
  const result = await child;
  if (!result.failed) return { stdout: result.stdout, stderr: result.stderr };
  throw failure(program, args, { ...result, output: `${result.stdout}${result.stderr}` }, options);
}

interface Failure {
  readonly code?: string;
  readonly exitCode?: number;
  readonly timedOut: boolean;
  readonly isCanceled: boolean;
  readonly output: string;
  readonly cause?: unknown;
}

function failure(program: string, args: readonly string[], result: Failure, options: ToolOptions): UserError {
  const command = [program, ...args].join(' ');
  if (result.code === 'ENOENT') {
    return new UserError('tool-missing', `${program} was not found`, { fix: options.install, cause: result.cause });
  }
  const lines = result.output.trim().split('\n');
  const tail = lines
    .filter((line) => options.noise?.test(line) !== true)
    .slice(-15)
    .join('\n');
  const how = result.isCanceled
    ? 'was stopped'
    : result.timedOut
      ? `did not end within ${(options.timeoutMs ?? 0) / 1000} s`
      : `failed${result.exitCode === undefined ? '' : ` with exit code ${result.exitCode}`}`;
  return new UserError('tool-failed', `"${command}" ${how}${tail === '' ? '' : `:\n${tail}`}`, {
    fix: `run "${command}" yourself to see more`,
    cause: result.cause,
  });
}

function forEachLine(chunk: Buffer, onLine: (line: string) => void): void {
  for (const line of chunk.toString('utf8').split('\n')) if (line.trim() !== '') onLine(line.trimEnd());
}
