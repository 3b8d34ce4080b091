/** What kwok plays: nodes that are ready, pods that run at once, jobs' pods that complete. */
import type { Client } from '../../runtime/client/client.js';
import { defineKind } from '../../runtime/object/kind.js';
import type { KubeObject } from '../../runtime/object/meta.js';

/** Stages for `kwok --config`, as YAML. */
export function kwokStages(): string {
  return [nodeReady, podRunning, podComplete, podDelete].join('---\n');
}

const nodeReady = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: node-ready }
spec:
  resourceRef: { apiGroup: v1, kind: Node }
  selector:
    matchExpressions:
      - { key: '.status.conditions.[] | select( .type == "Ready" ) | .status', operator: NotIn, values: ['True'] }
  next:
    statusTemplate: |
      {{ $now := Now }}
      conditions:
      - { type: Ready, status: "True", reason: KubeletReady, message: "kwok is ready", lastHeartbeatTime: {{ $now | Quote }}, lastTransitionTime: {{ $now | Quote }} }
      addresses:
      - { type: InternalIP, address: {{ NodeIP | Quote }} }
      - { type: Hostname, address: {{ .metadata.name | Quote }} }
      {{ with .status }}
      allocatable:
        {{ with .allocatable }}{{ YAML . 2 }}{{ else }}{ cpu: 1k, memory: 1Ti, pods: 1M }{{ end }}
      capacity:
        {{ with .capacity }}{{ YAML . 2 }}{{ else }}{ cpu: 1k, memory: 1Ti, pods: 1M }{{ end }}
      {{ end }}
`;

const podRunning = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: pod-running }
spec:
  resourceRef: { apiGroup: v1, kind: Pod }
  selector:
    matchExpressions:
      - { key: '.metadata.deletionTimestamp', operator: DoesNotExist }
      - { key: '.status.podIP', operator: DoesNotExist }
  next:
    statusTemplate: |
      {{ $now := Now }}
      phase: Running
      startTime: {{ $now | Quote }}
      hostIP: {{ NodeIPWith .spec.nodeName | Quote }}
      podIP: {{ PodIPWith .spec.nodeName ( or .spec.hostNetwork false ) ( or .metadata.uid "" ) ( or .metadata.name "" ) ( or .metadata.namespace "" ) | Quote }}
      conditions:
      - { type: Initialized, status: "True", lastTransitionTime: {{ $now | Quote }} }
      - { type: Ready, status: "True", lastTransitionTime: {{ $now | Quote }} }
      - { type: ContainersReady, status: "True", lastTransitionTime: {{ $now | Quote }} }
      containerStatuses:
      {{ range .spec.containers }}
      - { name: {{ .name | Quote }}, image: {{ .image | Quote }}, imageID: "", containerID: "", ready: true, started: true, restartCount: 0, state: { running: { startedAt: {{ $now | Quote }} } } }
      {{ end }}
`;

const podComplete = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: pod-complete }
spec:
  resourceRef: { apiGroup: v1, kind: Pod }
  selector:
    matchExpressions:
      - { key: '.metadata.deletionTimestamp', operator: DoesNotExist }
      - { key: '.status.phase', operator: In, values: [Running] }
      - { key: '.metadata.ownerReferences.[].kind', operator: In, values: [Job] }
  next:
    statusTemplate: |
      {{ $now := Now }}
      phase: Succeeded
      containerStatuses:
      {{ range .spec.containers }}
      - { name: {{ .name | Quote }}, image: {{ .image | Quote }}, imageID: "", containerID: "", ready: false, started: false, restartCount: 0, state: { terminated: { exitCode: 0, reason: Completed, startedAt: {{ $now | Quote }}, finishedAt: {{ $now | Quote }} } } }
      {{ end }}
`;

const podDelete = `apiVersion: kwok.x-k8s.io/v1alpha1
kind: Stage
metadata: { name: pod-delete }
spec:
  resourceRef: { apiGroup: v1, kind: Pod }
  selector:
    matchExpressions:
      - { key: '.metadata.deletionTimestamp', operator: Exists }
  next:
    finalizers: { empty: true }
    delete: true
`;

const Node = defineKind<KubeObject & { spec?: { taints?: object[] }; status?: object }>({
  group: '',
  version: 'v1',
  kind: 'Node',
  plural: 'nodes',
  scope: 'Cluster',
  subresources: { status: true },
});

/** A node on which every pod fits, and which takes pods at once. */
export async function createNode(client: Client, name = 'kwok-node'): Promise<void> {
  const size = { cpu: '64', memory: '256Gi', pods: '500' };
  const node = await client.create(
    new Node({
      metadata: { name, labels: { 'kubernetes.io/hostname': name }, annotations: { 'kwok.x-k8s.io/node': 'fake' } },
    }),
  );
  await client.status.patch(node, { type: 'merge', body: { status: { allocatable: size, capacity: size } } });
  // Admission adds it; without a node lifecycle controller nothing would remove it.
  await client.patch(node, { type: 'merge', body: { spec: { taints: null } } });
}
