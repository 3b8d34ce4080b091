import { controller, isSatisfiedBy, keyOf } from 'kbts/runtime';
import type {
  Client,
  EventRecorder,
  Manager,
  ObjectReconciler,
  ObjectResult,
  ReconcileContext,
  Stored,
} from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { AppService } from '../api/v1alpha1/index.js';
import { deploymentFor, deploymentKeyOf, isControlledBy } from './app-service.deployment.js';

// +kubebuilder:rbac:groups=appcontroller.k8s.io,resources=appservices,verbs=get;list;watch
// +kubebuilder:rbac:groups=appcontroller.k8s.io,resources=appservices/status,verbs=patch
// +kubebuilder:rbac:groups=appcontroller.k8s.io,resources=appservices/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch
// +kubebuilder:rbac:groups=events.k8s.io,resources=events,verbs=create;patch

const byDeployment = 'deployment';

/** Keeps the Deployment of each AppService, and leaves those of others alone. */
export class AppServiceReconciler implements ObjectReconciler<AppService> {
  readonly #events: EventRecorder;

  constructor(events: EventRecorder) {
    this.#events = events;
  }

  async reconcileObject(
    appService: Stored<AppService>,
    { client }: ReconcileContext,
  ): Promise<ObjectResult<AppService>> {
    // While it is being deleted, Kubernetes deletes its Deployment; do not make it again.
    if (appService.metadata.deletionTimestamp !== undefined) return;

    const { deploymentName: name } = appService.spec;
    const present = await client.find(Deployment, { name, namespace: appService.metadata.namespace });
    if (present && !isControlledBy(present, appService)) {
      const note = `the Deployment ${name} exists already and belongs to somebody else`;
      this.#events.event(appService, { type: 'Warning', reason: 'ErrResourceExists', note });
      // Nothing to try again: when that Deployment goes, its event brings us back.
      return;
    }
    const deployment = await this.#keep(client, appService, present);
    return { status: { availableReplicas: deployment.status?.availableReplicas ?? 0 } };
  }

  /** Creates the Deployment, or puts right what somebody has changed. */
  async #keep(client: Client, appService: Stored<AppService>, present?: Stored<Deployment>) {
    const wanted = deploymentFor(appService);
    if (present && isSatisfiedBy(wanted.spec, present.spec)) return present;
    const deployment = present
      ? await client.patch(present, { type: 'merge', body: { spec: wanted.spec } })
      : await client.create(wanted);
    const note = `${present ? 'changed' : 'created'} the Deployment ${deployment.metadata.name}`;
    this.#events.event(appService, { reason: 'Synced', note, related: deployment });
    return deployment;
  }
}

/** Adds the controller to the manager. */
export function setupAppServiceController(manager: Manager): void {
  manager.cache.index(AppService, byDeployment, (appService) => [deploymentKeyOf(appService)]);
  const reconciler = new AppServiceReconciler(manager.events('appservice-controller'));
  controller(manager, 'appservice')
    .for(AppService)
    // By name and not by owner: a Deployment of somebody else matters as well, above all when it goes.
    .watches(Deployment, async ({ object }, reader) => {
      const index = { name: byDeployment, value: keyOf(object) };
      const { items } = await reader.list(AppService, { index });
      return items;
    })
    .complete(reconciler);
}
