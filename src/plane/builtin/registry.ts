/** Which checks belong to which kind; each folder is loaded when the first object of its kinds comes. */
import type { KindChecks } from './kind-checks.js';

type Kinds = Readonly<Record<string, KindChecks>>;

const LOADERS: Readonly<Record<string, () => Promise<{ readonly kinds: Kinds }>>> = {
  pod: () => import('./pod/kinds.js'),
  core: () => import('./core/kinds.js'),
  volume: () => import('./volume/kinds.js'),
  workload: () => import('./workload/kinds.js'),
  network: () => import('./network/kinds.js'),
  access: () => import('./access/kinds.js'),
};

const FOLDERS: Readonly<Record<string, keyof typeof LOADERS>> = {
  '/Pod': 'pod',
  '/Service': 'core',
  '/Endpoints': 'core',
  '/ConfigMap': 'core',
  '/Secret': 'core',
  '/Event': 'core',
  'events.k8s.io/Event': 'core',
  '/ResourceQuota': 'core',
  '/LimitRange': 'core',
  '/Namespace': 'core',
  '/Node': 'core',
  'autoscaling/HorizontalPodAutoscaler': 'core',
  'policy/PodDisruptionBudget': 'core',
  'coordination.k8s.io/Lease': 'core',
  'scheduling.k8s.io/PriorityClass': 'core',
  'storage.k8s.io/StorageClass': 'core',
  '/PersistentVolumeClaim': 'volume',
  '/PersistentVolume': 'volume',
  'apps/Deployment': 'workload',
  'apps/ReplicaSet': 'workload',
  'apps/StatefulSet': 'workload',
  'apps/DaemonSet': 'workload',
  'batch/Job': 'workload',
  'batch/CronJob': 'workload',
  'networking.k8s.io/Ingress': 'network',
  'networking.k8s.io/IngressClass': 'network',
  'networking.k8s.io/NetworkPolicy': 'network',
  'discovery.k8s.io/EndpointSlice': 'network',
  'rbac.authorization.k8s.io/Role': 'access',
  'rbac.authorization.k8s.io/ClusterRole': 'access',
  'rbac.authorization.k8s.io/RoleBinding': 'access',
  'rbac.authorization.k8s.io/ClusterRoleBinding': 'access',
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': 'access',
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': 'access',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': 'access',
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': 'access',
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': 'access',
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': 'access',
  'certificates.k8s.io/CertificateSigningRequest': 'access',
};

const loaded = new Map<string, Kinds>();

/** The checks of a kind, at once when they are loaded; undefined for kinds without any. */
export function checksOf(group: string, kind: string): KindChecks | Promise<KindChecks | undefined> | undefined {
  const id = `${group}/${kind}`;
  const folder = FOLDERS[id];
  if (folder === undefined) return undefined;
  const known = loaded.get(folder);
  return known === undefined ? load(folder, id) : known[id];
}

async function load(folder: string, id: string): Promise<KindChecks | undefined> {
  const kinds = (await LOADERS[folder]?.())?.kinds ?? {};
  loaded.set(folder, kinds);
  return kinds[id];
}
