/** The NamespaceLifecycle admission rules: no objects without a namespace, none in one that is going. */
import { objectKey, section, type ApiObject } from '../storage/api-object.js';
import { forbidden, notFound, StatusError } from '../api-status.js';
import type { Backend } from '../backend.js';
import type { ResourceRequest } from './resource-request.js';

/** The collection of namespaces. */
export const NAMESPACES = '/namespaces';
/** Namespaces that cannot be deleted. */
const IMMORTAL = new Set(['default', 'kube-system', 'kube-public']);
const NAMESPACE_NAME = { group: '', plural: 'namespaces' };

/** Throws 404 or 403 when an object cannot be created in its namespace. */
export function checkNamespaceForCreate(backend: Backend, request: ResourceRequest, object: ApiObject): void {
  const { type, info } = request;
  if (!type.isNamespaced || info.namespace === undefined) return;
  const namespace = backend.store.collection(NAMESPACES).get(objectKey('', info.namespace));
  if (namespace === undefined) throw notFound(NAMESPACE_NAME, info.namespace);
  if (section(namespace, 'status')['phase'] !== 'Terminating') return;
  const name = object.metadata.name ?? '';
  const why = `unable to create new content in namespace ${info.namespace} because it is being terminated`;
  const error = forbidden(type, name, why);
  throw new StatusError(403, 'Forbidden', error.message, {
    ...error.status.details,
    causes: [
      {
        reason: 'NamespaceTerminating',
        message: `namespace ${info.namespace} is being terminated`,
        field: 'metadata.namespace',
      },
    ],
  });
}

/** Throws 403 for namespaces that must stay. */
export function checkNamespaceForDelete(request: ResourceRequest): void {
  const { type, info } = request;
  if (type.group !== '' || type.plural !== 'namespaces' || !IMMORTAL.has(info.name)) return;
  throw forbidden(NAMESPACE_NAME, info.name, 'this namespace may not be deleted');
}
