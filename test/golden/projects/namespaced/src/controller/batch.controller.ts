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
import { Batch } from '../api/v1alpha1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=jobs.my.domain,resources=batches,verbs=get;list;watch,namespace=tenant-system
// +kubebuilder:rbac:groups=jobs.my.domain,resources=batches/status,verbs=patch,namespace=tenant-system

/** Brings the cluster closer to what each Batch asks for. */
export class BatchReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const batch = await this.#client.find(Batch, request, { signal });
    // Gone: Kubernetes deletes what it owned, so nothing is left to do.
    if (!batch) return;

    // TODO(user): create, change or delete what the spec asks for. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice.

    await this.#markReady(batch, signal);
    log.debug('reconciled');
  }

  /** Writes the condition `Ready`, unless it says so already. */
  async #markReady(object: DeepReadonly<Batch>, signal: AbortSignal): Promise<void> {
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
    const options = { fieldManager: 'batch-controller', force: true, signal };
    await this.#client.status.apply(object, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupBatchController(manager: Manager): void {
  const reconciler = new BatchReconciler(manager.client);
  controller(manager, 'batch').for(Batch).complete(reconciler);
}
