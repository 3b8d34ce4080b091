import { conditions, controller, ignoreNotFound, isEqual, mutable, owners } from 'kbts/runtime';
import type {
  Client,
  Condition,
  DeepReadonly,
  Manager,
  ObjectReconciler,
  ReconcileContext,
  Result,
} from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';
import { ImoocPod } from '../api/v1alpha1/index.js';
import type { ImoocPodStatus } from '../api/v1alpha1/index.js';
import { isReady, labelsOf, newPod, planPods } from './imooc-pod.plan.js';

// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods/status,verbs=patch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods/finalizers,verbs=update
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch;create;delete

const byController = 'controller';

/** Keeps as many Pods as each ImoocPod asks for. */
export class ImoocPodReconciler implements ObjectReconciler<ImoocPod> {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change of an ImoocPod or of one of its Pods. */
  async reconcileObject(imoocPod: DeepReadonly<ImoocPod>, { log, signal }: ReconcileContext): Promise<Result> {
    // While it is being deleted, Kubernetes deletes its Pods; making new ones would be a fight.
    if (imoocPod.metadata.deletionTimestamp !== undefined) return;

    const { keep, remove, missing } = planPods(imoocPod, await this.#podsOf(imoocPod, signal));
    for (const pod of remove) await ignoreNotFound(this.#client.delete(pod, { signal }));
    const created: Pod[] = [];
    for (let count = 0; count < missing; count++) created.push(await this.#client.create(newPod(imoocPod), { signal }));
    if (remove.length + missing > 0)
      log.info('changed the number of pods', { created: missing, removed: remove.length });

    await this.#report(imoocPod, [...keep, ...created], signal);
  }

  /** All Pods that the ImoocPod controls, whatever their labels say by now. */
  async #podsOf({ metadata }: DeepReadonly<ImoocPod>, signal: AbortSignal): Promise<readonly DeepReadonly<Pod>[]> {
    const index = { name: byController, value: metadata.uid ?? '' };
    const { items } = await this.#client.list(Pod, { namespace: metadata.namespace, index, signal });
    return items;
  }

  /** Writes the status, unless it says so already. */
  async #report(
    imoocPod: DeepReadonly<ImoocPod>,
    pods: readonly DeepReadonly<Pod>[],
    signal: AbortSignal,
  ): Promise<void> {
    const ready = pods.filter(isReady).length;
    const wanted = imoocPod.spec.replicas ?? 1;
    const list = mutable<Condition[]>(imoocPod.status?.conditions ?? []);
    conditions.set(list, {
      type: 'Ready',
      status: ready === wanted ? 'True' : 'False',
      reason: ready === wanted ? 'AllPodsReady' : 'WaitingForPods',
      message: `${ready} of ${wanted} pods are ready`,
      observedGeneration: imoocPod.metadata.generation,
    });
    const status: ImoocPodStatus = {
      replicas: pods.length,
      podNames: pods.map(({ metadata }) => metadata.name ?? '').toSorted(),
      selector: Object.entries(labelsOf(imoocPod))
        .map(([key, value]) => `${key}=${value}`)
        .join(','),
      conditions: list,
    };
    if (isEqual(status, imoocPod.status)) return;
    const options = { fieldManager: 'imoocpod-controller', force: true, signal };
    await this.#client.status.apply(imoocPod, { status }, options);
  }
}

/** Adds the controller to the manager. */
export function setupImoocPodController(manager: Manager): void {
  manager.cache.index(Pod, byController, (pod) => {
    const owner = owners.controllerOf(pod);
    return owner === undefined ? [] : [owner.uid];
  });
  const reconciler = new ImoocPodReconciler(manager.client);
  controller(manager, 'imoocpod').for(ImoocPod).owns(Pod).complete(reconciler);
}
