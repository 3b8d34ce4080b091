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
import { Kraken } from '../../api/sea-creatures/v1beta1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=sea-creatures.example.com,resources=krakens,verbs=get;list;watch
// +kubebuilder:rbac:groups=sea-creatures.example.com,resources=krakens/status,verbs=patch

/** Brings the cluster closer to what each Kraken asks for. */
export class KrakenReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const kraken = await this.#client.find(Kraken, request, { signal });
    // Gone: Kubernetes deletes what it owned, so nothing is left to do.
    if (!kraken) return;

    // TODO(user): create, change or delete what the spec asks for. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice.

    await this.#markReady(kraken, signal);
    log.debug('reconciled');
  }

  /** Writes the condition `Ready`, unless it says so already. */
  async #markReady(object: DeepReadonly<Kraken>, signal: AbortSignal): Promise<void> {
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
    const options = { fieldManager: 'sea-creatures-kraken-controller', force: true, signal };
    await this.#client.status.apply(object, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupKrakenController(manager: Manager): void {
  const reconciler = new KrakenReconciler(manager.client);
  controller(manager, 'sea-creatures-kraken').for(Kraken).complete(reconciler);
}
