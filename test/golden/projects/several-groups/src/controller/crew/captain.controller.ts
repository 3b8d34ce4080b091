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
import { Captain } from '../../api/crew/v1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=crew.example.com,resources=captains,verbs=get;list;watch
// +kubebuilder:rbac:groups=crew.example.com,resources=captains/status,verbs=patch

/** Brings the cluster closer to what each Captain asks for. */
export class CaptainReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const captain = await this.#client.find(Captain, request, { signal });
    // Gone: Kubernetes deletes what it owned, so nothing is left to do.
    if (!captain) return;

    // TODO(user): create, change or delete what the spec asks for. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice.

    await this.#markReady(captain, signal);
    log.debug('reconciled');
  }

  /** Writes the condition `Ready`, unless it says so already. */
  async #markReady(object: DeepReadonly<Captain>, signal: AbortSignal): Promise<void> {
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
    const options = { fieldManager: 'crew-captain-controller', force: true, signal };
    await this.#client.status.apply(object, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupCaptainController(manager: Manager): void {
  const reconciler = new CaptainReconciler(manager.client);
  controller(manager, 'crew-captain').for(Captain).complete(reconciler);
}
