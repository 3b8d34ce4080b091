import { controller } from 'kbts/runtime';
import type { Client, Manager, ReconcileContext, Reconciler, Request, Result } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch

/** Acts on every Deployment of the cluster. */
export class DeploymentReconciler implements Reconciler {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcile(request: Request, { log, signal }: ReconcileContext): Promise<Result> {
    const deployment = await this.#client.find(Deployment, request, { signal });
    // Gone: nothing is left to do.
    if (!deployment) return;

    // TODO(user): act on the object. Throw an error to be called again, later and later; return `{ requeueAfterMs }`
    // to be called again at a time of your choice.
    log.debug('seen', { resourceVersion: deployment.metadata.resourceVersion });
  }
}

/** Adds the controller to the manager. */
export function setupDeploymentController(manager: Manager): void {
  const reconciler = new DeploymentReconciler(manager.client);
  controller(manager, 'apps-deployment').for(Deployment).complete(reconciler);
}
