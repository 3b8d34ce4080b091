/** Which defaults belong to which kind. */
import type { ApiObject } from '../../storage/api-object.js';
import * as others from './others.js';
import { pod } from './pod.js';
import { filled, type Shape } from './shape.js';
import * as workloads from './workloads.js';

const SHAPES = new Map<string, Shape>(
  Object.entries({
    '/Pod': pod,
    '/Service': others.service,
    '/Endpoints': others.endpoints,
    '/PersistentVolumeClaim': others.claim,
    '/PersistentVolume': others.persistentVolume,
    '/LimitRange': others.limitRange,
    'apps/Deployment': workloads.deployment,
    'apps/ReplicaSet': workloads.replicaSet,
    'apps/StatefulSet': workloads.statefulSet,
    'apps/DaemonSet': workloads.daemonSet,
    'batch/Job': workloads.job,
    'batch/CronJob': workloads.cronJob,
    'coordination.k8s.io/Lease': others.lease,
    'discovery.k8s.io/EndpointSlice': others.endpointSlice,
    'networking.k8s.io/NetworkPolicy': others.networkPolicy,
    'networking.k8s.io/IngressClass': others.ingressClass,
    'autoscaling/HorizontalPodAutoscaler': others.autoscaler,
    'storage.k8s.io/StorageClass': others.storageClass,
    'scheduling.k8s.io/PriorityClass': others.priorityClass,
    '/ServiceAccount': others.serviceAccount,
    'rbac.authorization.k8s.io/Role': others.role,
    'rbac.authorization.k8s.io/ClusterRole': others.role,
    'rbac.authorization.k8s.io/RoleBinding': others.binding,
    'rbac.authorization.k8s.io/ClusterRoleBinding': others.binding,
    'admissionregistration.k8s.io/MutatingWebhookConfiguration': others.mutatingWebhooks,
    'admissionregistration.k8s.io/ValidatingWebhookConfiguration': others.validatingWebhooks,
    'admissionregistration.k8s.io/ValidatingAdmissionPolicy': others.policy,
    'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': others.policyBinding,
    'admissionregistration.k8s.io/MutatingAdmissionPolicy': others.policy,
    'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': others.policyBinding,
  }),
);

/** The object with the defaults of its kind. */
export function withKindDefaults(object: ApiObject, group: string): ApiObject {
  // The first version has no metrics and no behaviour.
  if (object.apiVersion === 'autoscaling/v1') return filled(object, others.firstAutoscaler) as ApiObject;
  const shape = SHAPES.get(`${group}/${object.kind}`);
  return shape === undefined ? object : (filled(object, shape) as ApiObject);
}
