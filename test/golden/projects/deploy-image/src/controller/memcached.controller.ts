import { conditions, controller, mutable, owners } from 'kbts/runtime';
import type {
  Client,
  Condition,
  DeepReadonly,
  Manager,
  ObjectReconciler,
  ReconcileContext,
  Result,
} from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Memcached } from '../api/v1alpha1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch

const fieldManager = 'memcached-controller';

/** The image that each Memcached runs. MEMCACHED_IMAGE in config/manager/manager.yaml chooses another one. */
const image = process.env['MEMCACHED_IMAGE'] ?? 'memcached:1.6.26-alpine3.19';

/** Runs the image for each Memcached, in a Deployment. */
export class MemcachedReconciler implements ObjectReconciler<Memcached> {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change of a Memcached or of its Deployment: it looks at the state as it is, not at what changed. */
  async reconcileObject(memcached: DeepReadonly<Memcached>, { signal }: ReconcileContext): Promise<Result> {
    // While it is being deleted, Kubernetes deletes its Deployment; applying it again would be a fight.
    if (memcached.metadata.deletionTimestamp !== undefined) return;

    const applied = await this.#client.apply(deploymentFor(memcached), { fieldManager, force: true, signal });
    await this.#report(memcached, applied.status?.availableReplicas ?? 0, signal);
  }

  /** Writes the condition `Available`, unless it says so already. */
  async #report(object: DeepReadonly<Memcached>, available: number, signal: AbortSignal): Promise<void> {
    const size = object.spec.size ?? 1;
    const list = mutable<Condition[]>(object.status?.conditions ?? []);
    const isChanged = conditions.set(list, {
      type: 'Available',
      status: available >= size ? 'True' : 'False',
      reason: available >= size ? 'AllPodsAvailable' : 'WaitingForPods',
      message: `${available} of ${size} pods are available`,
      observedGeneration: object.metadata.generation,
    });
    if (!isChanged) return;
    // Applies this condition only, so that other writers keep theirs.
    const status = { conditions: list.filter(({ type }) => type === 'Available') };
    await this.#client.status.apply(object, { status }, { fieldManager, force: true, signal });
  }
}

/** Everything that the Deployment must be; fields that are not named here are others'. */
function deploymentFor(memcached: DeepReadonly<Memcached>): Deployment {
  const { name = '', namespace } = memcached.metadata;
  // The name is among the labels, or two of them in a namespace would take each other's pods.
  const labels = {
    'app.kubernetes.io/name': 'cache',
    'app.kubernetes.io/component': 'memcached',
    'app.kubernetes.io/instance': name,
  };
  const deployment = new Deployment({
    metadata: { name, namespace, labels },
    spec: {
      replicas: memcached.spec.size ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          // Fit for the Pod Security level "restricted".
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'memcached',
              image,
              imagePullPolicy: 'IfNotPresent',
              command: ['memcached', '--memory-limit=64', '-o', 'modern', '-v'],
              ports: [{ name: 'main', containerPort: memcached.spec.containerPort ?? 11211 }],
              securityContext: {
                runAsUser: 1001,
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  });
  owners.setController(memcached, deployment);
  return deployment;
}

/** Adds the controller to the manager. */
export function setupMemcachedController(manager: Manager): void {
  const reconciler = new MemcachedReconciler(manager.client);
  controller(manager, 'memcached').for(Memcached).owns(Deployment).complete(reconciler);
}
