import { controller, ignoreNotFound, owners } from 'kbts/runtime';
import type {
  Client,
  DeleteOptions,
  Kind,
  KubeObject,
  Manager,
  ObjectReconciler,
  ObjectResult,
  ReconcileContext,
  Stored,
} from 'kbts/runtime';
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

const byController = 'controller';

/** Builds pipelines up, and takes them apart in the opposite order. */
export class PipelineReconciler implements ObjectReconciler<Pipeline> {
  /** Keeps a deleted Pipeline until `finalize` is done. */
  readonly finalizer = 'distri-infer.ndsl.cn/teardown';

  /** Runs after every change of a Pipeline or of something that belongs to it. */
  async reconcileObject(pipeline: Stored<Pipeline>, { client }: ReconcileContext): Promise<ObjectResult<Pipeline>> {
    const { volume, claim, deployments, services } = childrenOf(pipeline);
    const own = client.with({ owner: pipeline });
    await own.apply(volume, { force: true });
    const appliedClaim = await own.apply(claim, { force: true });
    for (const service of services) await own.apply(service, { force: true });
    const applied: Stored<Deployment>[] = [];
    for (const deployment of deployments) applied.push(await own.apply(deployment, { force: true }));
    // Steps that the spec no longer has.
    await remove(client, pipeline, Service, {}, services);
    await remove(client, pipeline, Deployment, {}, deployments);
    return { status: statusOf(pipeline, appliedClaim, applied) };
  }

  /**
   * Owner references alone would delete the same objects, but in any order. Here no step loses its models while it still
   * infers: the steps go first, with their pods, then the claim, then the volume.
   */
  async finalize(pipeline: Stored<Pipeline>, { client }: ReconcileContext): Promise<ObjectResult<Pipeline>> {
    const services = await remove(client, pipeline, Service);
    // In the foreground: a Deployment is gone when its pods are.
    const deployments = await remove(client, pipeline, Deployment, { propagation: 'Foreground' });
    if (services + deployments > 0) return waitingFor('the steps');

    const claims = await remove(client, pipeline, PersistentVolumeClaim);
    if (claims > 0) return waitingFor('the claim');

    const volumes = await remove(client, pipeline, PersistentVolume);
    if (volumes > 0) return waitingFor('the volume');
  }
}

/** Deletes what the pipeline owns of a kind, but for what it keeps; returns how many are still there. */
async function remove<T extends KubeObject>(
  client: Client,
  { metadata: { uid } }: Stored<Pipeline>,
  kind: Kind<T>,
  options: DeleteOptions = {},
  keep: readonly T[] = [],
): Promise<number> {
  const { items } = await client.list(kind, { index: { name: byController, value: uid } });
  const kept = new Set(keep.map(({ metadata }) => metadata.name));
  let left = 0;
  for (const item of items.filter(({ metadata }) => !kept.has(metadata.name))) {
    const isGoing = item.metadata.deletionTimestamp !== undefined;
    const result = isGoing ? undefined : await ignoreNotFound(client.delete<T>(item, options));
    if (isGoing || result?.state === 'terminating') left++;
  }
  return left;
}

/** Says what blocks the deletion. The runtime calls again when it is gone; the time is a safety net. */
function waitingFor(what: string): ObjectResult<Pipeline> {
  return { status: terminatingStatus(`waiting for the end of ${what}`), requeueAfterMs: 30_000 };
}

/** Adds the controller to the manager. */
export function setupPipelineController(manager: Manager): void {
  indexByController(manager, Deployment);
  indexByController(manager, Service);
  indexByController(manager, PersistentVolumeClaim);
  indexByController(manager, PersistentVolume);
  controller(manager, 'pipeline')
    .for(Pipeline)
    .owns(PersistentVolume)
    .owns(PersistentVolumeClaim)
    .owns(Deployment)
    .owns(Service)
    .complete(new PipelineReconciler());
}

/** Lets the cache find what an object controls, wherever it is. */
function indexByController<T extends KubeObject>(manager: Manager, kind: Kind<T>): void {
  manager.cache.index(kind, byController, (object) => {
    const owner = owners.controllerOf(object);
    return owner === undefined ? [] : [owner.uid];
  });
}
