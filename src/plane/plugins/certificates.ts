/** CertificateApproval, CertificateSigning and CertificateSubjectRestriction: who may approve and sign for a signer. */
import { section } from '../storage/api-object.js';
import type { AdmissionAttempt } from '../backend.js';
import { requestedOrganizations } from '../builtin/access/pem.js';
import { jsonEqual } from '../../kubernetes/json/json-value.js';
import { MASTERS } from '../access/user-info.js';
import { refused, type AdmissionPlugin, type PluginContext } from './plugin.js';

const API_CLIENT = 'kubernetes.io/kube-apiserver-client';

/** The three plugins about CertificateSigningRequests. */
export const certificates: AdmissionPlugin = {
  validate: (attempt, context) => {
    if (attempt.operation === 'UPDATE') checkRights(attempt, context);
    if (attempt.operation === 'CREATE') checkSubject(attempt);
  },
};

function checkRights(attempt: AdmissionAttempt, context: PluginContext): void {
  const { object, oldObject, subresource } = attempt;
  if (object === undefined || oldObject === undefined) return;
  const signer = String(section(oldObject, 'spec')['signerName'] ?? '');
  if (subresource === 'approval' && !mayUse(signer, 'approve', attempt, context)) {
    throw refused(attempt, `user not permitted to approve requests with signerName ${JSON.stringify(signer)}`);
  }
  const [then, now] = [section(oldObject, 'status'), section(object, 'status')];
  if (subresource !== 'status' || jsonEqual(then, now)) return;
  if (mayUse(signer, 'sign', attempt, context)) return;
  throw refused(attempt, `user not permitted to sign requests with signerName ${JSON.stringify(signer)}`);
}

/** Rights for one signer, or for all of its domain. */
function mayUse(signer: string, verb: string, { user }: AdmissionAttempt, { authorizer }: PluginContext): boolean {
  const right = { verb, group: 'certificates.k8s.io', resource: 'signers' };
  const domain = signer.split('/')[0] ?? '';
  return [signer, `${domain}/*`].some((name) => authorizer.uses(user, { ...right, name }));
}

function checkSubject(attempt: AdmissionAttempt): void {
  const { object } = attempt;
  if (object === undefined) return;
  const { signerName, request } = section(object, 'spec');
  if (signerName !== API_CLIENT || !requestedOrganizations(String(request)).includes(MASTERS)) return;
  throw refused(attempt, `use of ${API_CLIENT} signer with ${MASTERS} group is not allowed`);
}
