/** Tokens of ServiceAccounts: JWTs in form, known to this server alone. */
import { randomUUID } from 'node:crypto';
import { objectKey, section } from '../storage/api-object.js';
import { invalid, notFound } from '../api-status.js';
import { API_AUDIENCE, type Authenticator } from './authenticator.js';
import { formatTime } from '../wall-clock.js';
import { parseBody } from '../decode/decode-object.js';
import { invalidValue } from '../../kubernetes/finding.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { SubresourceHandler } from '../subresources/subresources.js';

const DEFAULT_SECONDS = 3600;

/** Answers `POST serviceaccounts/<name>/token`. */
export function tokenRequest(authenticator: Authenticator): SubresourceHandler {
  return async (backend, request) => {
    const { type, info } = request;
    const namespace = info.namespace ?? '';
    const account = backend.store.collection(type.collection).get(objectKey(namespace, info.name));
    if (account === undefined) throw notFound(type, info.name);
    const body = parseBody(request.body, 'TokenRequest');
    const spec = isObject(body['spec']) ? body['spec'] : {};
    const seconds = Number(spec['expirationSeconds'] ?? DEFAULT_SECONDS);
    checkDuration(seconds);
    const asked = Array.isArray(spec['audiences']) ? spec['audiences'].map(String) : [];
    const audiences = asked.length === 0 ? [API_AUDIENCE] : asked;
    const now = backend.clock.now();
    const expires = now + seconds * 1000;
    const user = serviceAccountUser(namespace, info.name, account.metadata.uid ?? '');
    const token = jwt({
      aud: audiences,
      exp: Math.floor(expires / 1000),
      iat: Math.floor(now / 1000),
      iss: API_AUDIENCE,
      jti: randomUUID(),
      'kubernetes.io': { namespace, serviceaccount: { name: info.name, uid: user.uid } },
      nbf: Math.floor(now / 1000),
      sub: user.name,
    });
    authenticator.addToken(token, user, audiences);
    return {
      code: 201,
      body: {
        kind: 'TokenRequest',
        apiVersion: 'authentication.k8s.io/v1',
        metadata: { name: info.name, namespace, creationTimestamp: formatTime(backend.clock.now()) },
        spec: { audiences, expirationSeconds: seconds, boundObjectRef: section(account, 'none')['x'] ?? null },
        status: { token, expirationTimestamp: formatTime(expires) },
      },
    };
  };
}

const SHORTEST = 600;
const LONGEST = 2 ** 32;

function checkDuration(seconds: number): void {
  const why =
    seconds < SHORTEST
      ? 'may not specify a duration less than 10 minutes'
      : 'may not specify a duration larger than 2^32 seconds';
  if (seconds >= SHORTEST && seconds <= LONGEST) return;
  const kind = { group: 'authentication.k8s.io', kind: 'TokenRequest' };
  throw invalid(kind, '', [invalidValue('spec.expirationSeconds', seconds, why)]);
}

/** The user that a ServiceAccount acts as. */
function serviceAccountUser(
  namespace: string,
  name: string,
  uid: string,
): { name: string; uid: string; groups: string[] } {
  return {
    name: `system:serviceaccount:${namespace}:${name}`,
    uid,
    groups: ['system:serviceaccounts', `system:serviceaccounts:${namespace}`],
  };
}

function jwt(claims: JsonObject): string {
  const encode = (value: JsonObject): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${encode({ alg: 'none', typ: 'JWT' })}.${encode(claims)}.${encode({ id: String(claims['jti']) })}`;
}
