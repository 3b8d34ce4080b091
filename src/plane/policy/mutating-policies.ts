/** MutatingAdmissionPolicies, which this server does not run: it says so rather than let writes pass unchanged. */
import { StatusError } from '../api-status.js';
import type { ResourceType } from '../resources/resource-type.js';

const KINDS = new Set(['mutatingadmissionpolicies', 'mutatingadmissionpolicybindings']);

/** Throws 501 for a policy or a binding. */
export function refuseMutatingPolicies({ group, plural, kind }: ResourceType): void {
  if (group !== 'admissionregistration.k8s.io' || !KINDS.has(plural)) return;
  const message = `the embedded control plane does not run mutating policies, so it takes no ${kind}: test with kind "envtest" or "existing", or with a mutating webhook`;
  throw new StatusError(501, 'NotImplemented', message, { group, kind: plural });
}
