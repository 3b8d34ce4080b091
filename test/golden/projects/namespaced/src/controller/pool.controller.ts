/*
Copyright 2026 Example.
*/

import { conditions, controller, mutable } from 'kbts/runtime';
import type {
  Client,
  Condition,
  DeepReadonly,
  Manager,
  ReconcileContext,
  Reconciler,
  Request,
  Result,
} from 'kbts/runtime';
import { Pool } from '../api/v1alpha1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=jobs.my.domain,resources=pools,verbs=get;list;watch
// +kubebuilder:rbac:groups=jobs.my.domain,resources=pools/status,verbs=patch

/** Brings the cluster closer to what each Pool asks for. */
export class PoolReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const pool = await this.#client.find(Pool, request, { signal });
    // Gone: Kubernetes deletes what it owned, so nothing is left to do.
    if (!pool) return;

    // TODO(user): create, change or delete what the spec asks for. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice.

    await this.#markReady(pool, signal);
    log.debug('reconciled');
  }

  /** Writes the condition `Ready`, unless it says so already. */
  async #markReady(object: DeepReadonly<Pool>, signal: AbortSignal): Promise<void> {
    const list = mutable<Condition[]>(object.status?.conditions ?? []);
    const isChanged = conditions.set(list, {
      type: 'Ready',
      status: 'True',
      reason: 'Reconciled',
      message: 'The desired state has been reached',
      observedGeneration: object.metadata.generation,
    });
    if (!isChanged) return;
    // Applies this condition only, so that other writers keep theirs.
    const status = { conditions: list.filter(({ type }) => type === 'Ready') };
    const options = { fieldManager: 'pool-controller', force: true, signal };
    await this.#client.status.apply(object, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupPoolController(manager: Manager): void {
  const reconciler = new PoolReconciler(manager.client);
  controller(manager, 'pool').for(Pool).complete(reconciler);
}
