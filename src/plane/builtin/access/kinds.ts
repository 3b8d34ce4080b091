/** The checks of access and admission, by group and kind. */
import { mutatingPolicy, mutatingPolicyBinding } from '../../../kubernetes/admission/mutating-policy-rules.js';
import { validatingPolicy, validatingPolicyBinding } from '../../../kubernetes/admission/policy-rules.js';
import { mutatingWebhooks, validatingWebhooks } from '../../../kubernetes/admission/webhook-rules.js';
import { clusterRole, clusterRoleBinding, role, roleBinding } from '../../../kubernetes/rbac/role-rules.js';
import type { KindChecks } from '../kind-checks.js';
import { signingRequest } from './signing-request.js';

/** By `group/Kind`. */
export const kinds: Readonly<Record<string, KindChecks>> = {
  'rbac.authorization.k8s.io/Role': { spec: role },
  'rbac.authorization.k8s.io/ClusterRole': { spec: clusterRole },
  'rbac.authorization.k8s.io/RoleBinding': { spec: roleBinding },
  'rbac.authorization.k8s.io/ClusterRoleBinding': { spec: clusterRoleBinding },
  'admissionregistration.k8s.io/ValidatingWebhookConfiguration': { spec: validatingWebhooks },
  'admissionregistration.k8s.io/MutatingWebhookConfiguration': { spec: mutatingWebhooks },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicy': { spec: validatingPolicy },
  'admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding': { spec: validatingPolicyBinding },
  'admissionregistration.k8s.io/MutatingAdmissionPolicy': { spec: mutatingPolicy },
  'admissionregistration.k8s.io/MutatingAdmissionPolicyBinding': { spec: mutatingPolicyBinding },
  'certificates.k8s.io/CertificateSigningRequest': signingRequest,
};
