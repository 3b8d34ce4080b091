/** The checks of access and admission, by group and kind. */
import type { KindChecks } from '../kind-checks.js';
import { policy, policyBinding } from './policies.js';
import { clusterRole, clusterRoleBinding, role, roleBinding } from './roles.js';
import { signingRequest } from './signing-request.js';
import { webhooks } from './webhooks.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  'rbac.authorization.k8s.io/Role': role,
  'rbac.authorization.k8s.io/ClusterRole': clusterRole,
  'rbac.authorization.k8s.io/RoleBinding': roleBinding,
  'rbac.authorization.k8s.io/ClusterRoleBinding': clusterRoleBinding,
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': webhooks,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': policy,
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': policyBinding,
  'certificates.k8s.io/CertificateSigningRequest': signingRequest,
};
