import { condition, controller } from 'kbts/runtime';
import { Deployment } from 'kbts/k8s/apps/v1';
import { Pod } from 'kbts/k8s/core/v1';
import { Memcached } from '../api/v1alpha1/index.js';

// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds,verbs=get;list;watch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/status,verbs=patch
// +kubebuilder:rbac:groups=cache.example.com,resources=memcacheds/finalizers,verbs=update
// +kubebuilder:rbac:groups=apps,resources=deployments,verbs=get;list;watch;create;patch;delete
// +kubebuilder:rbac:groups=core,resources=pods,verbs=get;list;watch

/** Keeps a Deployment with `size` pods for each Memcached, and reports the names of the pods. */
export const memcachedController = controller(Memcached)
  .child('deployment', Deployment, ({ metadata: { name }, spec: { size, containerPort } }) => {
    const args = [`--port=${containerPort}`];
    const containers = [{ name: 'memcached', image: 'memcached:1.6-alpine', args, ports: [{ containerPort }] }];
    const template = { metadata: { labels: labelsOf(name) }, spec: { containers } };
    const spec = { replicas: size, selector: { matchLabels: labelsOf(name) }, template };
    return new Deployment({ metadata: { name, labels: labelsOf(name) }, spec });
  })
  // The pods belong to a ReplicaSet of the Deployment, so a label leads to the Memcached.
  .watches(Pod, ({ metadata }) => metadata.labels?.['app.kubernetes.io/instance'])
  .reconcile(async ({ metadata: { name, namespace }, spec: { size } }, { client, observed: { deployment } }) => {
    const { items } = await client.list(Pod, { namespace, labels: labelsOf(name) });
    const nodes = items.map((pod) => pod.metadata.name).toSorted();
    const ready = deployment?.status?.readyReplicas ?? 0;
    const reason = ready === size ? 'AllPodsReady' : 'WaitingForPods';
    const available = condition('Available', ready === size, reason, `${ready} of ${size} pods are ready`);
    return { status: { nodes, conditions: [available] } };
  });

const labelsOf = (name: string) => ({ 'app.kubernetes.io/name': 'memcached', 'app.kubernetes.io/instance': name });
