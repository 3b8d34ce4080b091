/** In which order objects are applied; deleting goes the other way round. */
import type { KubeObject } from '../../../runtime/object/meta.js';

const order: readonly (readonly string[])[] = [
  ['Namespace'],
  ['CustomResourceDefinition'],
  ['PriorityClass', 'StorageClass', 'ResourceQuota', 'LimitRange'],
  ['ServiceAccount', 'Secret', 'ConfigMap'],
  ['ClusterRole', 'Role'],
  ['ClusterRoleBinding', 'RoleBinding'],
  ['PersistentVolume', 'PersistentVolumeClaim', 'Service', 'NetworkPolicy', 'PodDisruptionBudget'],
];

const last: readonly (readonly string[])[] = [
  ['Deployment', 'StatefulSet', 'DaemonSet', 'Job', 'CronJob'],
  ['APIService'],
  ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'],
  // They are asked about everything applied after them, and do not answer before the manager runs.
  ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'],
];

const ranks = new Map<string, number>([
  ...order.flatMap((kinds, index) => kinds.map((kind) => [kind, index] as const)),
  ...last.flatMap((kinds, index) => kinds.map((kind) => [kind, order.length + 1 + index] as const)),
]);

/** The same objects, in an order in which each finds what it needs; equals stay as they were. */
export function inApplyOrder<T extends KubeObject>(objects: readonly T[]): T[] {
  return [...objects].sort((left, right) => rankOf(left) - rankOf(right));
}

/** True for CRDs. */
export function isCrd({ apiVersion, kind }: KubeObject): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion.startsWith('apiextensions.k8s.io/');
}

/** True for configurations of admission webhooks. */
export function isWebhookConfiguration({ kind }: KubeObject): boolean {
  return kind === 'MutatingWebhookConfiguration' || kind === 'ValidatingWebhookConfiguration';
}

/** Kinds we do not know, such as certificates, come before what may wait for them. */
function rankOf({ kind }: KubeObject): number {
  return ranks.get(kind) ?? order.length;
}
