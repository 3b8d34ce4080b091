/** Heavy work in threads of its own, so that it does not hold the event loop. */
import { availableParallelism } from 'node:os';
import { Script } from 'node:vm';
import { Worker } from 'node:worker_threads';

/** Settings of a pool. */
export interface WorkerPoolOptions {
  /** Threads at most; they are started when they are needed. One less than the processors, at least 1, by default. */
  readonly size?: number | undefined;
}

interface Task {
  readonly input: unknown;
  readonly signal?: AbortSignal;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

type Answer = { readonly value: unknown } | { readonly error: unknown };

/** What is called in the threads: a file whose default export is a function, or a function that is copied. */
export type PoolWork<Input, Output> = URL | string | ((input: Input) => Output | Promise<Output>);

const START = `const { parentPort } = require('node:worker_threads');`;

/** A thread loads its work once, and calls it for each input, one at a time. */
const BOOTSTRAP = `
parentPort.on('message', (input) => {
  loaded
    .then(({ default: work }) => work(input))
    .then((value) => parentPort.postMessage({ value }), (error) => parentPort.postMessage({ error }));
});
`;

/**
 * Runs a function in worker threads. Inputs and results are copied between threads as `structuredClone` does. A thread
 * that ends by itself fails its task, and is replaced.
 *
 * A function is copied by its source text, so it works in a bundle: it can use its input, globals and `await import()` of
 * Node's modules, but nothing else from around it. For more, give the URL of a file whose default export is the function.
 * @example
 * ```ts
 * await using pool = new WorkerPool((text: string) => text.length);
 * console.log(await pool.run('hello')); // 5
 * ```
 */
export class WorkerPool<Input, Output> implements AsyncDisposable {
  readonly #source: string;
  readonly #size: number;
  readonly #waiting: Task[] = [];
  readonly #idle: Worker[] = [];
  readonly #busy = new Set<Worker>();
  #isClosed = false;

  constructor(work: PoolWork<Input, Output>, options: WorkerPoolOptions = {}) {
    const { size = Math.max(1, availableParallelism() - 1) } = options;
    if (!Number.isInteger(size) || size < 1) throw new Error(`a pool of ${size} threads cannot work; use 1 or more`);
    this.#source =
      typeof work === 'function' ? copied(work) : `const loaded = import(${JSON.stringify(String(work))});`;
    this.#size = size;
  }

  /** Resolves to what the function returns; rejects with what it throws. A signal that aborts ends the thread at work. */
  run(input: Input, { signal }: { readonly signal?: AbortSignal } = {}): Promise<Output> {
    return new Promise<unknown>((resolve, reject) => {
      if (this.#isClosed) return reject(new Error('the pool has been closed'));
      if (signal?.aborted) return reject(signal.reason);
      this.#waiting.push({ input, signal, resolve, reject });
      this.#next();
    }) as Promise<Output>;
  }

  /** Ends all threads; what has not been finished is rejected. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true;
    for (const { reject } of this.#waiting.splice(0)) reject(new Error('the pool has been closed'));
    await Promise.all([...this.#idle.splice(0), ...this.#busy].map((worker) => worker.terminate()));
  }

  #next(): void {
    const isFull = this.#idle.length === 0 && this.#busy.size >= this.#size;
    const task = isFull ? undefined : this.#waiting.shift();
    if (!task) return;
    const worker = this.#idle.pop() ?? new Worker(`${START}${this.#source}${BOOTSTRAP}`, { eval: true });
    worker.ref();
    this.#busy.add(worker);
    this.#work(worker, task);
  }

  #work(worker: Worker, { input, signal, resolve, reject }: Task): void {
    const finish = (settle: () => void, isAlive: boolean): void => {
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal?.removeEventListener('abort', stop);
      this.#busy.delete(worker);
      if (isAlive && !this.#isClosed) this.#rest(worker);
      else void worker.terminate();
      settle();
      this.#next();
    };
    const onMessage = (answer: Answer): void =>
      finish(() => ('error' in answer ? reject(answer.error) : resolve(answer.value)), true);
    const onError = (error: unknown): void => finish(() => reject(error), false);
    const onExit = (code: number): void => finish(() => reject(new Error(`the thread ended with code ${code}`)), false);
    const stop = (): void => finish(() => reject(signal?.reason), false);
    signal?.addEventListener('abort', stop, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread is no window
    worker.postMessage(input);
  }

  /** A thread that waits keeps no process alive. */
  #rest(worker: Worker): void {
    worker.unref();
    this.#idle.push(worker);
  }
}

/** Names that are called in a function by what has translated it: a bundler that keeps names, a test runner. */
const HELPERS = 'const __name = (value) => value, __vite_ssr_dynamic_import__ = (id) => import(id);';

const HINT = ': a function of a WorkerPool is copied without what is around it; hand that in as input, or use a file';

/** The source text of a function as the work of a thread. */
function copied(work: (input: never) => unknown): string {
  const text = String(work);
  if (!canBeCopied(text))
    throw new TypeError(
      'a pool needs an arrow function, a function, or the URL of a file: methods, bound and built-in functions cannot be copied to a thread',
    );
  return `${HELPERS}
const copy = (${text});
const loaded = Promise.resolve({
  async default(input) {
    try {
      return await copy(input);
    } catch (error) {
      if (error instanceof ReferenceError) error.message += ${JSON.stringify(HINT)};
      throw error;
    }
  },
});
`;
}

function canBeCopied(text: string): boolean {
  try {
    // Parses it, and runs nothing.
    void new Script(`(${text})`);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
