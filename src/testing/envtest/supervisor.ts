/** Starts and ends child processes that cannot outlive the test process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { supervisorScript } from './supervisor-script.js';

/** A program to run. */
export interface Program {
  readonly name: string;
  readonly path: string;
  readonly args: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** Owns the processes of one control plane, and its folder. */
export class Supervisor implements AsyncDisposable {
  readonly folder: string;
  readonly #child: ChildProcess;
  readonly #running = new Map<string, { pid: number; exited: Promise<string> }>();
  readonly #onExit = new Map<string, (reason: string) => void>();
  readonly #onStart = new Map<string, (pid: number) => void>();

  constructor(folder: string) {
    this.folder = folder;
    this.#child = spawn(process.execPath, ['-e', supervisorScript, folder], {
      stdio: ['pipe', 'pipe', 'ignore'],
      // A group of its own: Ctrl-C in the terminal reaches the test process only, whose end then ends the rest.
      detached: true,
      env: { ...process.env, NODE_OPTIONS: '' },
    });
    // The pipe breaks when the supervisor was killed; what is left to do then is reported by `exited`.
    this.#child.stdin?.on('error', () => undefined);
    if (this.#child.stdout) createInterface(this.#child.stdout).on('line', (line) => this.#hear(line));
    this.#keepAlive(false);
  }

  /** Resolves to the process id once the program runs, which does not mean that it is ready. */
  async start(program: Program): Promise<number> {
    const log = this.logFile(program.name);
    const exited = new Promise<string>((resolve) => this.#onExit.set(program.name, resolve));
    const started = new Promise<number>((resolve) => this.#onStart.set(program.name, resolve));
    this.#keepAlive(true);
    try {
      this.#tell({ do: 'start', log, ...program });
      const pid = await started;
      this.#running.set(program.name, { pid, exited });
      void exited.then(() => this.#running.delete(program.name));
      return pid;
    } finally {
      this.#keepAlive(false);
    }
  }

  /** Settles, with the reason, when the program ends; undefined when it does not run. */
  exited(name: string): Promise<string> | undefined {
    return this.#running.get(name)?.exited;
  }

  /** Asks a program to end and waits; one that does not listen is killed after `timeoutMs`. */
  async stop(name: string, options: { signal?: NodeJS.Signals; timeoutMs?: number } = {}): Promise<void> {
    const process = this.#running.get(name);
    if (!process) return;
    this.#keepAlive(true);
    const timer = setTimeout(() => this.#tell({ do: 'kill', name, signal: 'SIGKILL' }), options.timeoutMs ?? 20_000);
    try {
      this.#tell({ do: 'kill', name, signal: options.signal ?? 'SIGTERM' });
      await process.exited;
    } finally {
      clearTimeout(timer);
      this.#keepAlive(false);
    }
  }

  /** Where a program's output goes. */
  logFile(name: string): string {
    return path.join(this.folder, `${name}.log`);
  }

  /** The end of a program's output, for messages. */
  async logTail(name: string, lines = 15): Promise<string> {
    const text = await readFile(this.logFile(name), 'utf8').catch(() => '');
    return text.trimEnd().split('\n').slice(-lines).join('\n');
  }

  /** Ends what still runs and removes the folder. */
  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    this.#child.ref();
    const exited = once(this.#child, 'exit');
    this.#child.stdin?.end();
    await exited;
  }

  #tell(command: object): void {
    this.#child.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  #hear(line: string): void {
    const message = JSON.parse(line) as { event: string; name: string; pid?: number; reason?: string };
    if (message.event === 'started') this.#onStart.get(message.name)?.(message.pid ?? 0);
    else this.#onExit.get(message.name)?.(message.reason ?? '');
  }

  /** A plane that nobody stops must not keep the test process alive; a call that waits must. */
  #keepAlive(isNeeded: boolean): void {
    const { stdin, stdout } = this.#child;
    for (const handle of [this.#child, stdin, stdout] as { ref?(): void; unref?(): void }[]) {
      if (isNeeded) handle.ref?.();
      else handle.unref?.();
    }
  }
}
