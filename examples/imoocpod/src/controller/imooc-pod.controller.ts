import { controller, ignoreNotFound, owners } from 'kbts/runtime';
import type { Manager, ObjectReconciler, ObjectResult, ReconcileContext, Stored } from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';
import { ImoocPod } from '../api/v1alpha1/index.js';
import { isReady, labelsOf, newPod, planPods } from './imooc-pod.plan.js';

// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods/status,verbs=patch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods/finalizers,verbs=update
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch;create;delete

const byController = 'controller';

/** Keeps as many Pods as each ImoocPod asks for. */
export class ImoocPodReconciler implements ObjectReconciler<ImoocPod> {
  /** Runs after every change of an ImoocPod or of one of its Pods. */
  async reconcileObject(
    imoocPod: Stored<ImoocPod>,
    { client, log }: ReconcileContext,
  ): Promise<ObjectResult<ImoocPod>> {
    const { metadata } = imoocPod;
    // While it is being deleted, Kubernetes deletes its Pods; do not make new ones.
    if (metadata.deletionTimestamp !== undefined) return;

    // All Pods that the ImoocPod controls, whatever their labels say by now.
    const index = { name: byController, value: metadata.uid };
    const { items } = await client.list(Pod, { namespace: metadata.namespace, index });
    const { keep, remove, missing } = planPods(imoocPod, items);
    for (const pod of remove) await ignoreNotFound(client.delete(pod));
    const pods: Stored<Pod>[] = [...keep];
    const own = client.with({ owner: imoocPod });
    for (let count = 0; count < missing; count++) pods.push(await own.create(newPod(imoocPod)));
    if (remove.length + missing > 0)
      log.info('changed the number of pods', { created: missing, removed: remove.length });

    return { status: statusOf(imoocPod, pods) };
  }
}

function statusOf(imoocPod: Stored<ImoocPod>, pods: readonly Stored<Pod>[]) {
  const ready = pods.filter(isReady).length;
  const wanted = imoocPod.spec.replicas ?? 1;
  const condition = {
    type: 'Ready',
    status: ready === wanted ? 'True' : 'False',
    reason: ready === wanted ? 'AllPodsReady' : 'WaitingForPods',
    message: `${ready} of ${wanted} pods are ready`,
  } as const;
  return {
    replicas: pods.length,
    podNames: pods.map(({ metadata }) => metadata.name).toSorted(),
    selector: Object.entries(labelsOf(imoocPod))
      .map(([key, value]) => `${key}=${value}`)
      .join(','),
    conditions: [condition],
  };
}

/** Adds the controller to the manager. */
export function setupImoocPodController(manager: Manager): void {
  manager.cache.index(Pod, byController, (pod) => {
    const owner = owners.controllerOf(pod);
    return owner === undefined ? [] : [owner.uid];
  });
  controller(manager, 'imoocpod').for(ImoocPod).owns(Pod).complete(new ImoocPodReconciler());
}
