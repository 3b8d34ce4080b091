import { controller, ignoreNotFound, owners } from 'kbts/runtime';
import type {
  Client,
  Kind,
  KubeObject,
  Manager,
  ObjectReconciler,
  ObjectResult,
  ReconcileContext,
  Stored,
} from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Service } from 'kbts/k8s/core/v1';
import { Ingress } from 'kbts/k8s/networking/v1';
import { App } from '../api/v1beta1/index.js';
import { childrenOf } from './app.children.js';

// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps,verbs=get;list;watch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/status,verbs=patch
// +kubebuilder:rbac:groups=ingress.my.domain,resources=apps/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=core,resources=services,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=networking.k8s.io,resources=ingresses,verbs=get;list;watch;create;patch;delete

/** Keeps a Deployment for each App, and a Service and an Ingress while it asks for them. */
export class AppReconciler implements ObjectReconciler<App> {
  /** Runs after every change of an App or of one of its children. */
  async reconcileObject(app: Stored<App>, { client }: ReconcileContext): Promise<ObjectResult<App>> {
    // While it is being deleted, Kubernetes deletes its children; do not apply them again.
    if (app.metadata.deletionTimestamp !== undefined) return;

    const { deployment, service, ingress } = childrenOf(app);
    await keep(client, app, Service, service);
    await keep(client, app, Ingress, ingress);
    const applied = await client.with({ owner: app }).apply(deployment, { force: true });

    const { readyReplicas: ready = 0 } = applied.status ?? {};
    const wanted = app.spec.replicas ?? 1;
    const isReady = ready >= wanted;
    const condition = {
      type: 'Ready',
      status: isReady ? 'True' : 'False',
      reason: isReady ? 'AllPodsReady' : 'WaitingForPods',
      message: `${ready} of ${wanted} pods are ready`,
    } as const;
    return { status: { ready_replicas: ready, conditions: [condition] } };
  }
}

/** Applies what is wanted; deletes what is not wanted any longer, unless it is somebody else's. */
async function keep<T extends KubeObject>(client: Client, app: Stored<App>, kind: Kind<T>, wanted?: T): Promise<void> {
  if (wanted) {
    await client.with({ owner: app }).apply(wanted, { force: true });
    return;
  }
  const present = await client.find(kind, app.metadata);
  if (present && owners.has(app, present)) await ignoreNotFound(client.delete(present));
}

/** Adds the controller to the manager. */
export function setupAppController(manager: Manager): void {
  controller(manager, 'app').for(App).owns(Deployment).owns(Service).owns(Ingress).complete(new AppReconciler());
}
