import { controller, ignoreNotFound, isEqual, owners } from 'kbts/runtime';
import type {
  Client,
  DeepReadonly,
  DeleteOptions,
  Kind,
  KubeObject,
  Manager,
  ObjectReconciler,
  ReconcileContext,
  Result,
} from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { PersistentVolume, PersistentVolumeClaim, Service } from 'kbts/k8s/core/v1';
import { Pipeline } from '../api/v1beta1/index.js';
import type { PipelineStatus } from '../api/v1beta1/index.js';
import { childrenOf } from './pipeline.children.js';
import { statusOf, terminatingStatus } from './pipeline.status.js';

// +kubebuilder:rbac:groups=distri-infer.ndsl.cn,resources=pipelines,verbs=get;list;watch;patch
// +kubebuilder:rbac:groups=distri-infer.ndsl.cn,resources=pipelines/status,verbs=patch
// +kubebuilder:rbac:groups=distri-infer.ndsl.cn,resources=pipelines/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=core,resources=services;persistentvolumeclaims;persistentvolumes,verbs=get;list;watch;create;patch;delete

const fieldManager = 'pipeline-controller';
const byController = 'controller';

/** Builds pipelines up, and takes them apart in the opposite order. */
export class PipelineReconciler implements ObjectReconciler<Pipeline> {
  /** Keeps a deleted Pipeline until `finalize` is done. */
  readonly finalizer = 'distri-infer.ndsl.cn/teardown';
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change of a Pipeline or of something that belongs to it. */
  async reconcileObject(pipeline: DeepReadonly<Pipeline>, { signal }: ReconcileContext): Promise<Result> {
    const { volume, claim, deployments, services } = childrenOf(pipeline);
    const options = { fieldManager, force: true, signal };
    await this.#client.apply(volume, options);
    const appliedClaim = await this.#client.apply(claim, options);
    for (const service of services) await this.#client.apply(service, options);
    const applied: Deployment[] = [];
    for (const deployment of deployments) applied.push(await this.#client.apply(deployment, options));
    // Steps that the spec no longer has.
    await this.#remove(pipeline, Service, { signal }, services);
    await this.#remove(pipeline, Deployment, { signal }, deployments);
    await this.#report(pipeline, statusOf(pipeline, appliedClaim, applied), signal);
  }

  /**
   * Owner references alone would delete the same objects, but in any order. Here no step loses its models while it still
   * infers: the steps go first, with their pods, then the claim, then the volume.
   */
  async finalize(pipeline: DeepReadonly<Pipeline>, { signal }: ReconcileContext): Promise<Result> {
    const services = await this.#remove(pipeline, Service, { signal });
    // In the foreground: a Deployment is gone when its pods are.
    const deployments = await this.#remove(pipeline, Deployment, { propagation: 'Foreground', signal });
    if (services + deployments > 0) return this.#waitFor('the steps', pipeline, signal);

    const claims = await this.#remove(pipeline, PersistentVolumeClaim, { signal });
    if (claims > 0) return this.#waitFor('the claim', pipeline, signal);

    const volumes = await this.#remove(pipeline, PersistentVolume, { signal });
    if (volumes > 0) return this.#waitFor('the volume', pipeline, signal);
  }

  /** Deletes what the pipeline owns of a kind, but for what it keeps; returns how many are still there. */
  async #remove<T extends KubeObject>(
    { metadata: { uid = '' } }: DeepReadonly<Pipeline>,
    kind: Kind<T>,
    options: DeleteOptions,
    keep: readonly T[] = [],
  ): Promise<number> {
    const { items } = await this.#client.list(kind, {
      index: { name: byController, value: uid },
      signal: options.signal,
    });
    const kept = new Set(keep.map(({ metadata }) => metadata.name));
    let left = 0;
    for (const item of items.filter(({ metadata }) => !kept.has(metadata.name))) {
      const isGoing = item.metadata.deletionTimestamp !== undefined;
      const result = isGoing ? undefined : await ignoreNotFound(this.#client.delete(item, options));
      if (isGoing || result?.state === 'terminating') left++;
    }
    return left;
  }

  /** Says what holds the deletion. The runtime calls again when it is gone; the time is a safety net. */
  async #waitFor(what: string, pipeline: DeepReadonly<Pipeline>, signal: AbortSignal): Promise<Result> {
    await this.#report(pipeline, terminatingStatus(pipeline, `waiting for the end of ${what}`), signal);
    return { requeueAfterMs: 30_000 };
  }

  /** Writes the status, unless it says so already. */
  async #report(pipeline: DeepReadonly<Pipeline>, status: PipelineStatus, signal: AbortSignal): Promise<void> {
    if (isEqual(status, pipeline.status)) return;
    await this.#client.status.apply(pipeline, { status }, { fieldManager, force: true, signal });
  }
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
    .complete(new PipelineReconciler(manager.client));
}

/** Lets the cache find what an object controls, wherever it is. */
function indexByController<T extends KubeObject>(manager: Manager, kind: Kind<T>): void {
  manager.cache.index(kind, byController, (object) => {
    const owner = owners.controllerOf(object);
    return owner === undefined ? [] : [owner.uid];
  });
}
