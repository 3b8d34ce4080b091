import { condition, controller } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Proxy as ProxyResource } from '../api/v1alpha1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=cache.example.com,resources=proxies,verbs=get;list;watch
// +kubebuilder:rbac:groups=cache.example.com,resources=proxies/status,verbs=patch
// +kubebuilder:rbac:groups=cache.example.com,resources=proxies/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch

/** The image that each Proxy runs. PROXY_IMAGE in config/manager/manager.yaml chooses another one. */
const image = process.env['PROXY_IMAGE'] ?? 'localhost:5000/proxy';

/** Runs the image for each Proxy, in a Deployment. */
export const proxyController = controller(ProxyResource)
  .owns(Deployment)
  // Runs after every change of a Proxy or of its Deployment: it looks at the state as it is, not at what changed.
  .reconcile(async (proxy, { client }) => {
    const { status } = await client.owned(proxy).apply(deploymentFor(proxy));
    const available = status?.availableReplicas ?? 0;
    const size = proxy.spec.size ?? 1;
    const message = `${available} of ${size} pods are available`;
    const isAvailable = available >= size;
    const reason = isAvailable ? 'AllPodsAvailable' : 'WaitingForPods';
    // Sent only when it has changed; fields and conditions of other writers stay as they are.
    return { status: { conditions: [condition('Available', isAvailable, reason, message)] } };
  });

/** All fields of the Deployment that this operator sets; the others belong to other writers. */
function deploymentFor(proxy: Stored<ProxyResource>): Deployment {
  const { name } = proxy.metadata;
  // The name is one of the labels; otherwise two of them in a namespace would take each other's pods.
  const labels = {
    'app.kubernetes.io/name': 'cache',
    'app.kubernetes.io/component': 'proxy',
    'app.kubernetes.io/instance': name,
  };
  return new Deployment({
    metadata: { name, labels },
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
}
