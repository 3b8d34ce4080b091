/** The operator as a child process that can be replaced. */
import { runNodeProgram } from '../../../tools/node.js';

/** How the operator is run. */
export interface DevManagerOptions {
  readonly cwd: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** Called when the operator ends by itself. */
  readonly onEnd: (exitCode: number) => void;
}

/** At most one operator runs at a time. */
export class DevManager implements AsyncDisposable {
  readonly #options: DevManagerOptions;
  #stopping: AbortController | undefined;
  #running: Promise<void> = Promise.resolve();

  constructor(options: DevManagerOptions) {
    this.#options = options;
  }

  /** Ends the operator that runs, then starts this one. */
  async replace(file: string): Promise<void> {
    await this.stop();
    const { cwd, args, env, onLine, onEnd } = this.#options;
    const stopping = new AbortController();
    this.#stopping = stopping;
    this.#running = runNodeProgram(file, args, {
      cwd,
      env,
      nodeFlags: ['--enable-source-maps'],
      signal: stopping.signal,
      graceMs: 10_000,
      onLine,
    }).then(({ exitCode }) => {
      if (!stopping.signal.aborted) onEnd(exitCode);
    });
  }

  /** Resolves when no operator runs. */
  async stop(): Promise<void> {
    this.#stopping?.abort();
    await this.#running;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.stop();
  }
}
