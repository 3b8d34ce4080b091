/** Runs reconcilers one after the other: level-triggered, each key once per round, in a fixed order. */
import type { Backend } from '../backend.js';
import type { StoreEvent } from '../storage/object-store.js';

/** Brings one key to its desired state. */
export type Reconcile = (key: string) => Promise<void>;

/** A controller: which events concern it, and what it does about them. */
export interface BuiltinController {
  readonly name: string;
  /** Keys to reconcile after a change of any collection. */
  keysFor(collection: string, event: StoreEvent): readonly string[];
  reconcile: Reconcile;
}

const RETRY_MS = 50;
const RETRY_LIMIT = 20;

/** Starts controllers on a backend. Returns a function that stops them. */
export function runLoop(backend: Backend, controllers: readonly BuiltinController[]): () => void {
  const loop = new Loop(backend, controllers);
  return loop.start();
}

class Loop {
  private readonly backend: Backend;
  private readonly controllers: readonly BuiltinController[];
  private readonly pending = new Map<string, { controller: BuiltinController; key: string }>();
  private readonly failures = new Map<string, number>();
  private isRunning = false;
  private isStopped = false;

  constructor(backend: Backend, controllers: readonly BuiltinController[]) {
    this.backend = backend;
    this.controllers = controllers;
  }

  start(): () => void {
    const stop = this.backend.store.listenAll((collection, event) => {
      for (const controller of this.controllers) {
        for (const key of controller.keysFor(collection, event)) this.add(controller, key);
      }
    });
    return () => {
      this.isStopped = true;
      stop();
    };
  }

  private add(controller: BuiltinController, key: string): void {
    if (this.isStopped) return;
    this.pending.set(`${controller.name} ${key}`, { controller, key });
    if (this.isRunning) return;
    this.isRunning = true;
    setImmediate(() => void this.drain());
  }

  private async drain(): Promise<void> {
    for (const [id, { controller, key }] of this.pending) {
      this.pending.delete(id);
      if (this.isStopped) break;
      try {
        await controller.reconcile(key);
        this.failures.delete(id);
      } catch (error) {
        this.retry(id, controller, key, error);
      }
    }
    this.isRunning = false;
  }

  private retry(id: string, controller: BuiltinController, key: string, error: unknown): void {
    const count = (this.failures.get(id) ?? 0) + 1;
    this.failures.set(id, count);
    this.backend.log(`${controller.name} failed on ${key}: ${String(error)}`);
    if (count > RETRY_LIMIT || this.isStopped) return;
    setTimeout(() => this.add(controller, key), RETRY_MS * count).unref();
  }
}
