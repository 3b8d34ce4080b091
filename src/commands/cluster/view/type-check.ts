/** Checks types of the project in the background, while `kbts dev` has long reloaded. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { setPriority } from 'node:os';
import path from 'node:path';
import type { DevEvent } from '../dev/dev-event.js';

/** An error of the compiler. */
export interface TypeProblem {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const lineForm = /^(.+?)\((\d+),(\d+)\): error (TS\d+: .*)$/s;

/** The errors in what `tsc --pretty false` prints; lines that continue a message belong to it. */
export function parseProblems(output: string): TypeProblem[] {
  const problems: TypeProblem[] = [];
  for (const text of output.split('\n')) {
    const [, file = '', line, column, message = ''] = lineForm.exec(text) ?? [];
    if (line !== undefined) problems.push({ file, line: Number(line), column: Number(column), message });
  }
  return problems;
}

/** Runs the compiler of the project, with low priority; undefined when there is none, or when the signal aborts. */
export async function checkTypes(root: string, signal: AbortSignal): Promise<TypeProblem[] | undefined> {
  const compiler = path.join(root, 'node_modules/typescript/bin/tsc');
  if (!existsSync(compiler) || signal.aborted) return undefined;
  const child = spawn(process.execPath, [compiler, '--noEmit', '--pretty', 'false'], { cwd: root, signal });
  child.once('spawn', () => {
    if (child.pid !== undefined) setPriority(child.pid, 10);
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
  return new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('close', () => resolve(signal.aborted ? undefined : parseProblems(output)));
  });
}

/** Checks again after each reload; a newer check ends an older one. */
export class TypeWatch {
  readonly #root: string;
  readonly #signal: AbortSignal;
  readonly #onEvent: (event: DevEvent) => void;
  #running: AbortController | undefined;
  #hadProblems = false;

  constructor(root: string, signal: AbortSignal, onEvent: (event: DevEvent) => void) {
    this.#root = root;
    this.#signal = signal;
    this.#onEvent = onEvent;
  }

  /** Begins a check, and does not wait for it. */
  check(): void {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const signal = AbortSignal.any([this.#signal, running.signal]);
    void checkTypes(this.#root, signal).then((problems) => {
      if (problems !== undefined && !signal.aborted) this.#tell(problems);
    });
  }

  #tell(problems: readonly TypeProblem[]): void {
    if (problems.length > 0) {
      const diagnostics = problems.map(({ file, line, column, message }) => ({
        severity: 'error' as const,
        code: 'types',
        message,
        position: { file, line, column },
      }));
      this.#onEvent({
        type: 'problem',
        message: 'there are type errors; the operator was built and runs nevertheless',
        diagnostics,
      });
    } else if (this.#hadProblems) this.#onEvent({ type: 'status', message: 'no type errors any more' });
    this.#hadProblems = problems.length > 0;
  }
}
