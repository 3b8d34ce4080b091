/** Admission of subresources that have their own kinds: evictions, bindings and token requests. */
import type { ApiObject } from '../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { parseBody } from '../decode/decode-object.js';
import { isObject } from '../../kubernetes/json/json-value.js';
import { writeOptions, type ResourceRequest } from '../resources/resource-request.js';
import { apiVersionOf } from '../resources/resource-type.js';

type Kind = NonNullable<AdmissionAttempt['kind']>;

const KINDS: ReadonlyMap<string, Kind> = new Map([
  ['/pods/eviction', { group: 'policy', version: 'v1', kind: 'Eviction' }],
  ['/pods/binding', { group: '', version: 'v1', kind: 'Binding' }],
  ['/serviceaccounts/token', { group: 'authentication.k8s.io', version: 'v1', kind: 'TokenRequest' }],
]);

/** The request with the body that admission leaves; other requests as they are. Throws what admission throws. */
export async function admittedBody(backend: Backend, request: ResourceRequest): Promise<ResourceRequest> {
  const { info, type } = request;
  const kind = KINDS.get(`${type.group}/${type.plural}/${info.subresource}`);
  if (kind === undefined || info.method !== 'POST') return request;
  const attempt = attemptFor(request, kind, parseBody(request.body, kind.kind) as ApiObject);
  const object = (await backend.admission.mutate(attempt)) ?? attempt.object;
  await backend.admission.validate({ ...attempt, object });
  return { ...request, body: JSON.stringify(object) };
}

function attemptFor(request: ResourceRequest, kind: Kind, sent: ApiObject): AdmissionAttempt {
  const { info, type, user, warnings } = request;
  const { isDryRun } = writeOptions(request, 'CreateOptions');
  const metadata = isObject(sent.metadata) ? sent.metadata : {};
  return {
    operation: 'CREATE',
    type,
    kind,
    subresource: info.subresource,
    name: info.name,
    namespace: info.namespace,
    object: { ...sent, apiVersion: apiVersionOf(kind), kind: kind.kind, metadata },
    oldObject: undefined,
    user,
    isDryRun,
    warnings,
    options: { kind: 'CreateOptions', apiVersion: 'meta.k8s.io/v1', ...(isDryRun ? { dryRun: ['All'] } : {}) },
  };
}
