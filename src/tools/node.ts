/** Runs a Node program as a child that ends when we do. */
import { execa } from 'execa';

/** How to run it. */
export interface NodeProgramOptions {
  readonly cwd: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[];
  /** Asks the program to end with SIGTERM, and makes it end when it does not. */
  readonly signal: AbortSignal;
  /** How long it may take to end; 35 s by default, a little more than a manager's own limit. */
  readonly graceMs?: number;
  /** Gets each line that it prints; without it the program writes to our own streams. */
  readonly onLine?: (line: string) => void;
}

/** How a program ended. */
export interface NodeProgramEnd {
  /** 0 to 255; 128 and the signal's number when a signal ended it. */
  readonly exitCode: number;
}

/**
 * Asks the program to end when the other end of its file descriptor 3 is gone, which is when we are, however we ended:
 * a forgotten manager would keep working against somebody's cluster.
 */
export const orphanGuard = [
  '--import',
  `data:text/javascript,${encodeURIComponent(
    "import { Socket } from 'node:net';" +
      'const parent = new Socket({ fd: 3, readable: true, writable: false });' +
      "parent.on('error', () => undefined).on('close', () => process.kill(process.pid, 'SIGTERM')).resume().unref();",
  )}`,
];

const signalNumbers: Readonly<Record<string, number>> = { SIGHUP: 1, SIGINT: 2, SIGKILL: 9, SIGSEGV: 11, SIGTERM: 15 };

/**
 * Runs a program to its end; never rejects for its exit code. The program gets one signal at most, also when the
 * terminal sends Ctrl-C to the whole group: a manager takes a second signal as the wish to end at once.
 */
export async function runNodeProgram(
  file: string,
  args: readonly string[],
  options: NodeProgramOptions,
): Promise<NodeProgramEnd> {
  const { cwd, env, nodeFlags = [], signal, graceMs = 35_000, onLine } = options;
  const isWindows = process.platform === 'win32';
  const output = onLine ? 'pipe' : 'inherit';
  const child = execa(process.execPath, [...(isWindows ? [] : orphanGuard), ...nodeFlags, file, ...args], {
    cwd,
    env,
    stdio: ['ignore', output, output, ...(isWindows ? [] : ['pipe' as const])],
    buffer: false,
    reject: false,
    detached: !isWindows,
  });
  if (onLine) for (const stream of [child.stdout, child.stderr]) if (stream) splitLines(stream, onLine);
  let timer: NodeJS.Timeout | undefined;
  const onAbort = (): void => {
    child.kill('SIGTERM');
    timer = setTimeout(() => child.kill('SIGKILL'), graceMs);
  };
  const onExit = (): void => void child.kill('SIGKILL');
  if (signal.aborted) onAbort();
  signal.addEventListener('abort', onAbort, { once: true });
  process.once('exit', onExit);
  try {
    const result = await child;
    return { exitCode: result.exitCode ?? 128 + (signalNumbers[result.signal ?? ''] ?? 1) };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    process.off('exit', onExit);
  }
}

function splitLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = `${rest}${chunk.toString('utf8')}`.split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) onLine(line);
  });
  stream.on('end', () => {
    if (rest !== '') onLine(rest);
  });
}
