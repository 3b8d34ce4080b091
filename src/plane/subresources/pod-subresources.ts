/** Binding and logs of pods, and the finalization of namespaces. */
import { objectKey, section, type ApiObject } from '../storage/api-object.js';
import { methodNotAllowed, notFound } from '../api-status.js';
import type { Backend } from '../backend.js';
import { parseBody } from '../decode/decode-object.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceRequest } from '../resources/resource-request.js';
import type { SubresourceHandler } from './subresources.js';

/** The answer of a subresource that stores nothing of its own. */
export const SUCCESS: JsonObject = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', code: 201 };

/** The pod of a request; throws 404 without one. */
export function podOf(backend: Backend, { type, info }: ResourceRequest): ApiObject {
  const pod = backend.store.collection(type.collection).get(objectKey(info.namespace, info.name));
  if (pod === undefined) throw notFound(type, info.name);
  return pod;
}

/** Puts a pod on a node. */
export const bindingHandler: SubresourceHandler = async (backend, request) => {
  if (request.info.method !== 'POST') throw methodNotAllowed();
  const pod = podOf(backend, request);
  const { target } = parseBody(request.body, 'Binding');
  const nodeName = isObject(target) ? String(target['name'] ?? '') : '';
  backend.store
    .collection(request.type.collection)
    .update(pod, { ...pod, spec: { ...section(pod, 'spec'), nodeName } });
  return { code: 201, body: SUCCESS };
};

/** Pods here run nothing: their logs are empty. */
export const logHandler: SubresourceHandler = async (backend, request) => {
  podOf(backend, request);
  return { code: 200, body: '' };
};

/** `PUT namespaces/<name>/finalize`: sets the finalizers of the spec and removes the namespace with the last one. */
export const finalizeHandler: SubresourceHandler = async (backend, request) => {
  const { type, info } = request;
  if (info.method !== 'PUT') throw methodNotAllowed();
  const collection = backend.store.collection(type.collection);
  const namespace = collection.get(objectKey('', info.name));
  if (namespace === undefined) throw notFound(type, info.name);
  const { spec } = parseBody(request.body, 'Namespace');
  const finalizers = isObject(spec) && Array.isArray(spec['finalizers']) ? spec['finalizers'] : [];
  const next: ApiObject = { ...namespace, spec: finalizers.length === 0 ? {} : { finalizers } };
  const isGone = finalizers.length === 0 && namespace.metadata.deletionTimestamp !== undefined;
  if (isGone && (namespace.metadata.finalizers ?? []).length === 0) {
    collection.remove(namespace);
    return { code: 200, body: next };
  }
  return { code: 200, body: collection.update(namespace, next) };
};
