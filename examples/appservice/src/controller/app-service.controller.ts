import { controller } from 'kbts/runtime';
import { isSatisfiedBy } from 'kbts/runtime/object';
import type { Client, Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { AppService } from '../api/v1alpha1/index.js';
import { deploymentFor, isControlledBy } from './app-service.deployment.js';

// +kubebuilder:rbac:groups=appcontroller.k8s.io,resources=appservices,verbs=get;list;watch
// +kubebuilder:rbac:groups=appcontroller.k8s.io,resources=appservices/status,verbs=patch
// +kubebuilder:rbac:groups=appcontroller.k8s.io,resources=appservices/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

/** Keeps the Deployment of each AppService, and leaves those of others alone. */
export const appServiceController = controller(AppService)
  // By name and not by owner: a Deployment of somebody else matters as well, above all when it goes.
  .references('present', Deployment, ({ spec }) => spec.deploymentName)
  .reconcile(async (appService, { client, events, observed: { present } }) => {
    if (present && !isControlledBy(present, appService)) {
      const note = `the Deployment ${present.metadata.name} exists already and belongs to somebody else`;
      events.event(appService, { type: 'Warning', reason: 'ErrResourceExists', note });
      // Nothing to try again: when that Deployment goes, its event brings us back.
      return {};
    }
    const wanted = deploymentFor(appService);
    if (present && isSatisfiedBy(wanted.spec, present.spec)) return { status: statusOf(present) };
    const deployment = await write(client, wanted, present);
    const note = `${present ? 'changed' : 'created'} the Deployment ${deployment.metadata.name}`;
    events.event(appService, { reason: 'Synced', note, related: deployment });
    return { status: statusOf(deployment) };
  });

/** Creates the Deployment, or puts right what somebody has changed. */
async function write(client: Client, wanted: Deployment, present?: Stored<Deployment>): Promise<Stored<Deployment>> {
  if (!present) return client.create(wanted);
  return client.patch(present, { type: 'merge', body: { spec: wanted.spec } });
}

function statusOf({ status }: Stored<Deployment>) {
  return { availableReplicas: status?.availableReplicas ?? 0 };
}
