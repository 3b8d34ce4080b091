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
import { Proxy as ProxyResource } from '../api/v1alpha1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=cache.example.com,resources=proxies,verbs=get;list;watch
// +kubebuilder:rbac:groups=cache.example.com,resources=proxies/status,verbs=patch
// +kubebuilder:rbac:groups=cache.example.com,resources=proxies/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch

const fieldManager = 'proxy-controller';

/** The image that each Proxy runs. PROXY_IMAGE in config/manager/manager.yaml chooses another one. */
const image = process.env['PROXY_IMAGE'] ?? 'localhost:5000/proxy';

/** Runs the image for each Proxy, in a Deployment. */
export class ProxyReconciler implements ObjectReconciler<ProxyResource> {
  readonly #client: Client;

  constructor(client: Client) {
    this.#client = client;
  }

  /** Runs after every change of a Proxy or of its Deployment: it looks at the state as it is, not at what changed. */
  async reconcileObject(proxy: DeepReadonly<ProxyResource>, { signal }: ReconcileContext): Promise<Result> {
    // While it is being deleted, Kubernetes deletes its Deployment; applying it again would be a fight.
    if (proxy.metadata.deletionTimestamp !== undefined) return;

    const applied = await this.#client.apply(deploymentFor(proxy), { fieldManager, force: true, signal });
    await this.#report(proxy, applied.status?.availableReplicas ?? 0, signal);
  }

  /** Writes the condition `Available`, unless it says so already. */
  async #report(object: DeepReadonly<ProxyResource>, available: number, signal: AbortSignal): Promise<void> {
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
function deploymentFor(proxy: DeepReadonly<ProxyResource>): Deployment {
  const { name = '', namespace } = proxy.metadata;
  // The name is among the labels, or two of them in a namespace would take each other's pods.
  const labels = {
    'app.kubernetes.io/name': 'cache',
    'app.kubernetes.io/component': 'proxy',
    'app.kubernetes.io/instance': name,
  };
  const deployment = new Deployment({
    metadata: { name, namespace, labels },
    spec: {
      replicas: proxy.spec.size ?? 1,
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          // Fit for the Pod Security level "restricted".
          securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
          containers: [
            {
              name: 'proxy',
              image,
              imagePullPolicy: 'IfNotPresent',
              securityContext: {
                allowPrivilegeEscalation: false,
                capabilities: { drop: ['ALL'] },
              },
            },
          ],
        },
      },
    },
  });
  owners.setController(proxy, deployment);
  return deployment;
}

/** Adds the controller to the manager. */
export function setupProxyController(manager: Manager): void {
  const reconciler = new ProxyReconciler(manager.client);
  controller(manager, 'proxy').for(ProxyResource).owns(Deployment).complete(reconciler);
}
