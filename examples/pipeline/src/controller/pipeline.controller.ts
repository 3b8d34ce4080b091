import { controller, ignoreNotFound } from 'kbts/runtime';
import type { Client, DeleteOptions, Kind, KubeObject, Stored, WaitTime } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { PersistentVolume, PersistentVolumeClaim, Service } from 'kbts/k8s/core/v1';
import { Pipeline } from '../api/v1beta1/index.js';
import { childrenOf } from './pipeline.children.js';
import { statusOf, terminatingStatus } from './pipeline.status.js';

// +kubebuilder:rbac:groups=distri-infer.ndsl.cn,resources=pipelines,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=distri-infer.ndsl.cn,resources=pipelines/status,verbs=patch
// +kubebuilder:rbac:groups=distri-infer.ndsl.cn,resources=pipelines/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=core,resources=services;persistentvolumeclaims;persistentvolumes,verbs=get;list;watch;create;patch;delete

/** Builds pipelines up, and takes them apart in the opposite order. */
export const pipelineController = controller(Pipeline)
  .options({ finalizer: 'distri-infer.ndsl.cn/teardown' })
  .owns(PersistentVolume)
  .owns(PersistentVolumeClaim)
  .owns(Deployment)
  .owns(Service)
  .reconcile(async (pipeline, { client }) => {
    const { volume, claim, deployments, services } = childrenOf(pipeline);
    const own = client.owned(pipeline);
    await own.apply(volume);
    const appliedClaim = await own.apply(claim);
    for (const service of services) await own.apply(service);
    const applied: Stored<Deployment>[] = [];
    for (const deployment of deployments) applied.push(await own.apply(deployment));
    // Steps that the spec no longer has.
    await remove(client, pipeline, Service, {}, services);
    await remove(client, pipeline, Deployment, {}, deployments);
    return { status: statusOf(pipeline, appliedClaim, applied) };
  })
  // Owner references alone would delete the same objects, but in any order. Here no step loses its models while it still
  // infers: the steps go first, with their pods, then the claim, then the volume.
  .finalize(async (pipeline, { client }) => {
    const services = await remove(client, pipeline, Service);
    // In the foreground: a Deployment is gone when its pods are.
    const deployments = await remove(client, pipeline, Deployment, { propagation: 'Foreground' });
    if (services + deployments > 0) return waitingFor('the steps');
    if ((await remove(client, pipeline, PersistentVolumeClaim)) > 0) return waitingFor('the claim');
    if ((await remove(client, pipeline, PersistentVolume)) > 0) return waitingFor('the volume');
    return {};
  });

/** Deletes what the pipeline owns of a kind, but for what it keeps; returns how many are still there. */
async function remove<T extends KubeObject>(
  client: Client,
  pipeline: Stored<Pipeline>,
  kind: Kind<T>,
  options: DeleteOptions = {},
  keep: readonly T[] = [],
): Promise<number> {
  const kept = new Set(keep.map(({ metadata }) => metadata.name));
  const items = await client.owned(pipeline).list(kind);
  let left = 0;
  for (const item of items.filter(({ metadata }) => !kept.has(metadata.name))) {
    const isGoing = item.metadata.deletionTimestamp !== undefined;
    const result = isGoing ? undefined : await ignoreNotFound(client.delete<T>(item, options));
    if (isGoing || result?.state === 'terminating') left++;
  }
  return left;
}

/** Says what blocks the deletion. The runtime calls again when it is gone; the time is a safety net. */
function waitingFor(what: string) {
  const requeueAfter: WaitTime = '30s';
  return { status: terminatingStatus(`waiting for the end of ${what}`), requeueAfter };
}
