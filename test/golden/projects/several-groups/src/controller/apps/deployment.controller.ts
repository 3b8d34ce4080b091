import { controller } from 'kbts/runtime';
import type { Manager, ObjectReconciler, ReconcileContext, Result, Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch

/** Acts on every Deployment of the cluster. */
export class DeploymentReconciler implements ObjectReconciler<Deployment> {
  /** Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed. */
  async reconcileObject({ metadata }: Stored<Deployment>, { log }: ReconcileContext): Promise<Result> {
    // TODO(user): act on the object, with the client of the context. Throw an error to be called again, later and later;
    // return `{ requeueAfterMs }` to be called again at a time of your choice. Objects that are gone do not come here.
    log.debug('seen', { resourceVersion: metadata.resourceVersion });
  }
}

/** Adds the controller to the manager. */
export function setupDeploymentController(manager: Manager): void {
  controller(manager, 'apps-deployment').for(Deployment).complete(new DeploymentReconciler());
}
