/** From arguments to an exit code: the only error boundary, and the only place that ends the process. */
import type { Command } from 'commander';
import { exitCodes } from './exit-codes.js';
import { withOwnNames } from './kubebuilder/other-names.js';
import { processTerminal, type Terminal } from './terminal.js';

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

/** Runs in this process: Ctrl-C cancels what is running, a second one ends the process. */
export async function runProcess(args: readonly string[]): Promise<void> {
  const controller = new AbortController();
  process.once('SIGINT', () => {
    controller.abort();
    process.once('SIGINT', () => process.exit(exitCodes.interrupted));
  });
  const code = await run(args, processTerminal(controller.signal));
  process.exitCode = controller.signal.aborted ? exitCodes.interrupted : code;
}
