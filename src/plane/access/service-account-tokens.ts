/** Tokens of ServiceAccounts: JWTs in form, known to this server alone. */
import { randomUUID } from 'node:crypto';
import { objectKey, section } from '../storage/api-object.js';
import { notFound } from '../api-status.js';
import type { Authenticator } from './authenticator.js';
import { formatTime } from '../wall-clock.js';
import { parseBody } from '../decode/decode-object.js';
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
    const audiences = Array.isArray(spec['audiences']) ? spec['audiences'] : ['https://kubernetes.default.svc'];
    const expires = backend.clock.now() + seconds * 1000;
    const user = serviceAccountUser(namespace, info.name, account.metadata.uid ?? '');
    const token = jwt({
      iss: 'https://kubernetes.default.svc',
      sub: user.name,
      aud: audiences,
      exp: Math.floor(expires / 1000),
      jti: randomUUID(),
    });
    authenticator.addToken(token, user);
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
