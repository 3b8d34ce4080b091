import { conditions, controller, ignoreNotFound, isEqual, mutable, owners } from 'kbts/runtime';
import type {
  Client,
  Condition,
  DeepReadonly,
  Kind,
  KubeObject,
  Manager,
  ObjectReconciler,
  ReconcileContext,
  Result,
} from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Service } from 'kbts/k8s/core/v1';
import { Ingress } from 'kbts/k8s/networking/v1';
import { App } from '../api/v1beta1/index.js';
import type { AppStatus } from '../api/v1beta1/index.js';
import { childrenOf } from './app.children.js';

// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps,verbs=get;list;watch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/status,verbs=patch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=services,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=networking.k8s.io,resources=ingresses,verbs=get;list;watch;create;patch;delete

const fieldManager = 'app-controller';

/** Keeps a Deployment for each App, and a Service and an Ingress while it asks for them. */
export class AppReconciler implements ObjectReconciler<App> {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change of an App or of one of its children. */
  async reconcileObject(app: DeepReadonly<App>, { signal }: ReconcileContext): Promise<Result> {
    // While it is being deleted, Kubernetes deletes its children; applying them again would be a fight.
    if (app.metadata.deletionTimestamp !== undefined) return;

    const { deployment, service, ingress } = childrenOf(app);
    await this.#keep(app, Service, service, signal);
    await this.#keep(app, Ingress, ingress, signal);
    const applied = await this.#client.apply(deployment, { fieldManager, force: true, signal });
    await this.#report(app, applied.status?.readyReplicas ?? 0, signal);
  }

  /** Applies what is wanted; deletes what is not wanted any longer, unless it is somebody else's. */
  async #keep<T extends KubeObject>(
    app: DeepReadonly<App>,
    kind: Kind<T>,
    wanted: T | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (wanted) {
      await this.#client.apply(wanted, { fieldManager, force: true, signal });
      return;
    }
    const { name = '', namespace } = app.metadata;
    const present = await this.#client.find(kind, { name, namespace }, { signal });
    if (present && owners.has(app, present)) await ignoreNotFound(this.#client.delete(present, { signal }));
  }

  /** Writes the status, unless it says so already. */
  async #report(app: DeepReadonly<App>, ready: number, signal: AbortSignal): Promise<void> {
    const wanted = app.spec.replicas ?? 1;
    const list = mutable<Condition[]>(app.status?.conditions ?? []);
    conditions.set(list, {
      type: 'Ready',
      status: ready >= wanted ? 'True' : 'False',
      reason: ready >= wanted ? 'AllPodsReady' : 'WaitingForPods',
      message: `${ready} of ${wanted} pods are ready`,
      observedGeneration: app.metadata.generation,
    });
    const status: AppStatus = { ready_replicas: ready, conditions: list };
    if (isEqual(status, app.status)) return;
    await this.#client.status.apply(app, { status }, { fieldManager, force: true, signal });
  }
}

/** Adds the controller to the manager. */
export function setupAppController(manager: Manager): void {
  const reconciler = new AppReconciler(manager.client);
  controller(manager, 'app').for(App).owns(Deployment).owns(Service).owns(Ingress).complete(reconciler);
}
