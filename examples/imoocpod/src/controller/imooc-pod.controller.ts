import { condition, controller, ignoreNotFound } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Pod } from 'kbts/k8s/core/v1';
import { ImoocPod } from '../api/v1alpha1/index.js';
import { isReady, labelsOf, newPod, planPods } from './imooc-pod.plan.js';

// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods,verbs=get;list;watch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods/status,verbs=patch
// +kubebuilder:rbac:groups=batch.tutorial.kubebuilder.io,resources=imoocpods/finalizers,verbs=update
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch;create;delete

/** Keeps as many Pods as each ImoocPod asks for. Runs after every change of an ImoocPod or of one of its Pods. */
export const imoocPodController = controller(ImoocPod)
  .owns(Pod)
  .reconcile(async (imoocPod, { client, log }) => {
    const own = client.owned(imoocPod);
    // All Pods that the ImoocPod controls, whatever their labels say by now.
    const { keep, remove, missing } = planPods(imoocPod, await own.list(Pod));
    for (const pod of remove) await ignoreNotFound(client.delete(pod));
    const pods: Stored<Pod>[] = [...keep];
    for (let count = 0; count < missing; count++) pods.push(await own.create(newPod(imoocPod)));
    if (remove.length + missing > 0)
      log.info('changed the number of pods', { created: missing, removed: remove.length });

    return { status: statusOf(imoocPod, pods) };
  });

function statusOf(imoocPod: Stored<ImoocPod>, pods: readonly Stored<Pod>[]) {
  const ready = pods.filter(isReady).length;
  const wanted = imoocPod.spec.replicas ?? 1;
  const reason = ready === wanted ? 'AllPodsReady' : 'WaitingForPods';
  return {
    replicas: pods.length,
    podNames: pods.map(({ metadata }) => metadata.name).toSorted(),
    selector: Object.entries(labelsOf(imoocPod))
      .map(([key, value]) => `${key}=${value}`)
      .join(','),
    conditions: [condition('Ready', ready === wanted, reason, `${ready} of ${wanted} pods are ready`)],
  };
}
