/** From arguments to an exit code: the only error boundary, and the only place that ends the process. */
import type { Command } from 'commander';
import { exitCodes } from './exit-codes.js';
import { withOwnNames } from './kubebuilder/other-names.js';
import { processTerminal, type Terminal } from './terminal.js';
import { onWrapperEnd } from './process/wrapper.js';

/** Runs the program with these arguments; resolves to its exit code and never rejects. */
export async function run(args: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const { createProgram } = await import('./program.js');
    const program = createProgram(terminal);
    await program.parseAsync(withoutVersion(withOwnNames(explained(args, program)), program), { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    const { exitCodeOf } = await import('./error-boundary.js');
    return exitCodeOf(error, terminal);
  }
}

/**
 * `help create api` means `create api --help`; the library's own help command knows the first level only.
 * What is not a command is the mistake, and not a question about all of them.
 */
function explained([first, ...rest]: readonly string[], { commands }: Pick<Command, 'commands'>): string[] {
  const isUnknown = rest[0] !== undefined && !commands.some((one) => one.name() === rest[0]);
  if (first === 'help' && isUnknown) return rest;
  if (first === 'help' && rest.length > 1) return [...rest, '--help'];
  return first === undefined ? [] : [first, ...rest];
}

/** `--version` belongs to the program only when it is alone: after a word that is not a command, that word is the mistake. */
function withoutVersion(args: string[], program: Pick<Command, 'commands'>): string[] {
  const first = args.find((arg, index) => !arg.startsWith('-') && !/^(-C|--directory)$/.test(args[index - 1] ?? ''));
  const isCommand = first === undefined || ['help', ...program.commands.map((one) => one.name())].includes(first);
  return isCommand ? args : args.filter((arg) => arg !== '--version');
}

/**
 * Runs in this process: Ctrl-C cancels what is running, a second one ends the process. Only commands that have something to
 * put back ask for the signal; all others end as the system wants it, even while they compute.
 */
export async function runProcess(args: readonly string[]): Promise<void> {
  let ending: ReturnType<typeof endOn> | undefined;
  const code = await run(
    args,
    processTerminal(() => (ending ??= endOn(process)).signal),
  );
  process.exitCode = ending?.exitCode() ?? code;
}

/** The part of `process` that is needed. */
export interface SignalSource {
  on(signal: keyof typeof signalCodes, listener: () => void): unknown;
  exit(code: number): void;
}

/** Ctrl-C, a program that asks, and a terminal that is closed. */
const signalCodes = { SIGINT: exitCodes.interrupted, SIGTERM: 143, SIGHUP: 129 } as const;

/** npm, make and others pass on the Ctrl-C that the terminal has sent to us already: that is not a second wish. */
const sameWishMs = 1000;

/** A manager has 35 s to end; what it leaves in the cluster is put back after that. */
const mostEndingMs = 60_000;

/**
 * Aborts on the first signal, so that what runs can put back what it changed; a later one ends the process immediately. A
 * wrapper that has ended counts as SIGTERM. What has not ended after a minute never will.
 */
export function endOn(
  source: SignalSource,
  now: () => number = Date.now,
  watchWrapper: typeof onWrapperEnd = onWrapperEnd,
): { readonly signal: AbortSignal; exitCode(): number | undefined } {
  const controller = new AbortController();
  let first: { readonly code: number; readonly at: number } | undefined;
  const begin = (code: number): void => {
    first = { code, at: now() };
    setTimeout(() => source.exit(code), mostEndingMs).unref();
    controller.abort();
  };
  watchWrapper(() => {
    if (first === undefined) begin(signalCodes.SIGTERM);
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    source.on(name, () => {
      if (first === undefined) begin(signalCodes[name]);
      else if (name !== 'SIGHUP' && now() - first.at >= sameWishMs) source.exit(first.code);
    });
  }
  return { signal: controller.signal, exitCode: () => first?.code };
}
