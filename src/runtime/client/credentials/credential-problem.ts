/** Why a server may have refused us. */
import { X509Certificate } from 'node:crypto';
import type { Identity } from './identity.js';
import { expiryOfToken } from './json-web-token.js';

/** Names credentials that have expired, or the lack of any; undefined when nothing is wrong with them from here. */
export function credentialProblem(identity: Identity, now: number = Date.now()): string | undefined {
  const { authorization } = identity.headers;
  const { cert } = identity.tls;
  if (authorization === undefined && cert === undefined) return 'the kubeconfig has no credentials for this user';
  const token = typeof authorization === 'string' ? authorization.replace(/^Bearer /, '') : '';
  const tokenEnd = expiryOfToken(token);
  if (tokenEnd && tokenEnd.getTime() < now) return `the token expired on ${tokenEnd.toISOString()}`;
  const certEnd = cert === undefined ? undefined : new Date(new X509Certificate(cert).validTo);
  if (certEnd && certEnd.getTime() < now) return `the client certificate expired on ${certEnd.toISOString()}`;
  return undefined;
}
