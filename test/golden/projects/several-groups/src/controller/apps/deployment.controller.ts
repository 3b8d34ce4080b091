import { controller } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch

/** Acts on every Deployment of the cluster. */
export const deploymentController = controller(Deployment)
  .options({ name: 'apps-deployment' })
  // Runs after every change, and may run at any other time: it looks at the state as it is, not at what changed.
  .reconcile(async ({ metadata }, { log }) => {
    // TODO(user): act on the object, with the client of the context. Throw an error to be called again, later and later;
    // return `{ requeueAfter: '30s' }` to be called again at a time of your choice. Objects that are being deleted do not
    // come here.
    log.debug('seen', { resourceVersion: metadata.resourceVersion });
  });
