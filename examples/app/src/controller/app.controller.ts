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
import { App } from '../api/v1beta1/index.js';

// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps,verbs=get;list;watch;create;update;patch;delete
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/status,verbs=get;update;patch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/finalizers,verbs=update

/** Brings the cluster closer to what each App asks for. */
export class AppReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const app = await this.#client.find(App, request, { signal });
    // Gone: Kubernetes deletes what it owned, so nothing is left to do.
    if (!app) return;

    // TODO(user): create, change or delete what the spec asks for. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice.

    await this.#markReady(app, signal);
    log.debug('reconciled');
  }

  /** Writes the condition `Ready`, unless it says so already. */
  async #markReady(object: DeepReadonly<App>, signal: AbortSignal): Promise<void> {
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
    const options = { fieldManager: 'app-controller', force: true, signal };
    await this.#client.status.apply(object, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupAppController(manager: Manager): void {
  const reconciler = new AppReconciler(manager.client);
  controller(manager, 'app').for(App).complete(reconciler);
}
