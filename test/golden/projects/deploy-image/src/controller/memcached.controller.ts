import { condition, controller } from 'kbts/runtime';
import type { Stored } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Memcached } from '../api/v1alpha1/index.js';

// What the code below does, and nothing else: add a verb here with the code that needs it.
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch

/** The image that each Memcached runs. MEMCACHED_IMAGE in config/manager/manager.yaml chooses another one. */
const image = process.env['MEMCACHED_IMAGE'] ?? 'memcached:1.6.26-alpine3.19';

/** Runs the image for each Memcached, in a Deployment. */
export const memcachedController = controller(Memcached)
  .owns(Deployment)
  // Runs after every change of a Memcached or of its Deployment: it looks at the state as it is, not at what changed.
  .reconcile(async (memcached, { client }) => {
    const { status } = await client.owned(memcached).apply(deploymentFor(memcached));
    const available = status?.availableReplicas ?? 0;
    const size = memcached.spec.size ?? 1;
    const message = `${available} of ${size} pods are available`;
    const isAvailable = available >= size;
    const reason = isAvailable ? 'AllPodsAvailable' : 'WaitingForPods';
    // Sent only when it has changed; fields and conditions of other writers stay as they are.
    return { status: { conditions: [condition('Available', isAvailable, reason, message)] } };
  });

/** All fields of the Deployment that this operator sets; the others belong to other writers. */
function deploymentFor(memcached: Stored<Memcached>): Deployment {
  const { name } = memcached.metadata;
  // The name is one of the labels; otherwise two of them in a namespace would take each other's pods.
  const labels = {
    'app.kubernetes.io/name': 'cache',
    'app.kubernetes.io/component': 'memcached',
    'app.kubernetes.io/instance': name,
  };
  return new Deployment({
    metadata: { name, labels },
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
}
