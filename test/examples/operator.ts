/** An operator as a process. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { eventually } from '../../src/testing/index.js';

/** What to run, and how. */
export interface OperatorOptions {
  readonly command: readonly [string, ...string[]];
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** Throws until the operator, which has printed `log`, is ready. */
  readonly probe: (log: string) => void | Promise<void>;
}

/** A running operator. Disposing of it ends it, however it ended its own work. */
export interface Operator extends AsyncDisposable {
  /** Everything that it has printed. */
  readonly log: string;
  /** Asks it to stop; resolves to its exit code. */
  stop(): Promise<number | null>;
}

/** Resolves when the operator says that it is ready. */
export async function startOperator({ command, args, env, cwd, probe }: OperatorOptions): Promise<Operator> {
  const [program, ...before] = command;
  const child = spawn(program, [...before, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let log = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (log += String(chunk)));
  const ended = new AbortController();
  child.once('close', () => ended.abort(new Error('it has ended')));
  const operator: Operator = {
    get log() {
      return log;
    },
    stop: () => end(child, 'SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await end(child, 'SIGKILL')),
  };
  try {
    await eventually(() => probe(log), { timeoutMs: 60_000, intervalMs: 100, signal: ended.signal });
  } catch (error) {
    await end(child, 'SIGKILL');
    throw new Error(`the operator did not become ready; it printed:\n${log.slice(-5000)}`, { cause: error });
  }
  return operator;
}

/** Ready when the probe of the manager says so. */
export function readyProbe(port: number): () => Promise<void> {
  return async () => {
    const { status } = await fetch(`http://127.0.0.1:${port}/readyz`);
    if (status !== 200) throw new Error(`/readyz answers ${status}`);
  };
}

/** Sends the signal unless it was sent already: a second SIGTERM means at once. */
async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, 'exit');
  if (signal === 'SIGKILL' || !child.killed) child.kill(signal);
  await ended;
  return child.exitCode;
}
