/** One Node process that answers probes. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { prettyLine } from '../../runtime/log/pretty-line.js';
import { eventually } from '../eventually.js';

/** How a process ended. */
export interface Exit {
  readonly code: number | null;
  readonly signal: string | null;
}

/** What to run. */
export interface OperatorCommand {
  /** Arguments of Node. */
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  /** Answers with 200 when the operator is ready. */
  readonly readyUrl: string;
  readonly readyTimeoutMs: number;
}

/** A process that is ready. */
export interface RunningOperator {
  /** All that it has written so far. */
  readonly log: () => string;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Exit>;
}

/** Starts the process and waits until it is ready; otherwise ends it and rejects with what it wrote. */
export async function runOperator(command: OperatorCommand): Promise<RunningOperator> {
  const operator = spawn(process.execPath, [...command.args], { env: command.env, cwd: command.cwd });
  const gone = new AbortController();
  const ended = once(operator, 'exit').then(([code, signal]): Exit => {
    gone.abort(new Error('it ended'));
    return { code: code as number | null, signal: signal as string | null };
  });
  let text = '';
  for (const stream of [operator.stdout, operator.stderr])
    stream.on('data', (chunk: Buffer) => (text += String(chunk)));
  const stop = (): Promise<Exit> => {
    operator.kill('SIGTERM');
    return ended;
  };
  const wait = { timeoutMs: command.readyTimeoutMs, signal: gone.signal };
  try {
    await eventually(() => probe(command.readyUrl), wait);
  } catch (cause) {
    const { code, signal } = await stop();
    const end = gone.signal.aborted ? ` (exit code ${code ?? signal})` : '';
    throw new Error(`the operator did not become ready${end}; it wrote:\n${readable(text)}`, { cause });
  }
  return { log: () => text, stop };
}

/** Lines for people instead of JSON, as a person reads them in the report of a test. */
function readable(text: string): string {
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => prettyLine(line, { color: false })).join('');
}

async function probe(url: string): Promise<void> {
  const { status } = await fetch(url);
  if (status !== 200) throw new Error(`${url} answers with ${status}`);
}
