/** What the program runs in: streams, colour, and whether a person is there to answer. */
import { styleText } from 'node:util';
import { UserError } from '../errors.js';
import { withOwnControls } from './printable.js';
import { docsFolder } from './pages/docs-folder.js';

/** The world outside, as one value, so that tests can replace it. */
export interface Terminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  out(text: string): void;
  err(text: string): void;
  /** A person reads stderr and can answer on stdin. */
  readonly isInteractive: boolean;
  /** Colour for stderr. */
  readonly hasColor: boolean;
  /** What stdout is: a file or a program wants everything, and no colour. */
  readonly output: { readonly hasColor: boolean; readonly isTty: boolean };
  /** Width of stderr; undefined when it has none. */
  readonly columns: number | undefined;
  /** Aborts when the process is asked to end. */
  readonly signal: AbortSignal;
  /** The folder of the documentation, as it is shown; undefined when there is none to show. */
  readonly docs?: string;
}

type Style = Parameters<typeof styleText>[0];

/** Styles text when colour is wanted. */
export function paint(terminal: Pick<Terminal, 'hasColor'>, style: Style, text: string): string {
  return terminal.hasColor ? styleText(style, text, { validateStream: false }) : text;
}

/** Styles text for stdout. */
export function paintOut(terminal: Pick<Terminal, 'output'>, style: Style, text: string): string {
  return paint(terminal.output, style, text);
}

/** The text, cut to the width of stderr less what is beside it. A line that wraps could not be drawn over. */
export function cut(terminal: Pick<Terminal, 'columns'>, text: string, beside = 0): string {
  const room = Math.max(1, (terminal.columns ?? 80) - 1 - beside);
  const plain = text.replaceAll(/\s+/g, ' ');
  const letters = [...plain];
  return letters.length <= room ? plain : `${letters.slice(0, room - 1).join('')}…`;
}

/** The terminal of this process. */
export function processTerminal(signal: () => AbortSignal): Terminal {
  const { env, stdout, stderr } = process;
  for (const stream of [stdout, stderr]) {
    const { isTTY } = stream;
    stream.on('error', (error) => ignoreClosedPipe(error, isTTY));
  }
  return {
    get cwd() {
      return currentFolder();
    },
    env,
    out: (text) => void stdout.write(stdout.isTTY ? withOwnControls(text) : text),
    err: (text) => void stderr.write(withOwnControls(text)),
    // Standard input is asked last: Node takes milliseconds to open it.
    isInteractive: stderr.isTTY === true && !env.CI && process.stdin.isTTY === true,
    hasColor: wantsColor(env, stderr.isTTY === true),
    output: { hasColor: wantsColor(env, stdout.isTTY === true), isTty: stdout.isTTY === true },
    get columns() {
      return stderr.columns;
    },
    get docs() {
      return docsFolder(currentFolder());
    },
    get signal() {
      return signal();
    },
  };
}

/** Throws where the folder was deleted under us: another shell, a branch that does not have it. */
function currentFolder(): string {
  try {
    return process.cwd();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new UserError('cannot-read', 'the current folder does not exist any more', {
      fix: 'go to a folder that exists, with "cd", and run the command again',
    });
  }
}

/**
 * A reader that has seen enough (`kbts list | head -1`) is not a failure, nor is a terminal that was closed (EIO); the
 * command still finishes its work.
 */
export function ignoreClosedPipe(error: NodeJS.ErrnoException, isTty = false): void {
  if (error.code !== 'EPIPE' && !(isTty && error.code === 'EIO')) throw error;
}

/** NO_COLOR beats FORCE_COLOR beats the TTY. */
export function wantsColor(env: Readonly<Record<string, string | undefined>>, isTty: boolean): boolean {
  if (env.NO_COLOR !== undefined && env.NO_COLOR !== '') return false;
  if (env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0') return true;
  return isTty && env.TERM !== 'dumb';
}
