/** How built-in controllers write: through the same rules, admission and tracking as every client. */
import type { ApiObject } from '../storage/api-object.js';
import { StatusError } from '../api-status.js';
import type { Backend } from '../backend.js';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import { mergePatch } from '../patch/json-patch.js';
import { requestInfo } from '../http/request-info.js';
import { createResource } from '../resources/resource-create.js';
import { deleteResource } from '../resources/resource-delete.js';
import { writeOptions, type ResourceRequest } from '../resources/resource-request.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import { changeObject } from '../resources/resource-update.js';
import { MASTERS } from '../access/user-info.js';

const USER = { name: 'system:kube-controller-manager', groups: [MASTERS, 'system:authenticated'] };

/** Reads and writes objects of a backend without HTTP. */
export class InternalClient {
  readonly backend: Backend;
  constructor(backend: Backend) {
    this.backend = backend;
  }

  /** The resource of a kind. Throws when the server does not have it. */
  type(group: string, version: string, kind: string): ResourceType {
    const type = this.backend.registry.findKind(group, version, kind);
    if (type === undefined) throw new Error(`the embedded server does not have ${group}/${version} ${kind}`);
    return type;
  }

  /** The stored state. */
  get(type: ResourceType, namespace: string | undefined, name: string): ApiObject | undefined {
    return this.backend.store.collection(type.collection).get(`${namespace ?? ''}/${name}`);
  }

  /** All objects of a resource, in one namespace or everywhere. */
  list(type: ResourceType, namespace?: string): ApiObject[] {
    const { objects } = this.backend.store.collection(type.collection).snapshot();
    return objects.filter((object) => namespace === undefined || object.metadata.namespace === namespace);
  }

  /** Creates an object; one that exists already is fine. */
  async create(type: ResourceType, object: JsonObject): Promise<void> {
    const { namespace } = (object['metadata'] ?? {}) as { namespace?: string };
    await tolerate(
      'AlreadyExists',
      createResource(this.backend, this.request('POST', type, namespace, '', JSON.stringify(object))),
    );
  }

  /** Merges a patch into an object or its status; one that is gone is fine. */
  async patch(object: ApiObject, type: ResourceType, patch: JsonObject, subresource = ''): Promise<void> {
    const { namespace, name = '' } = object.metadata;
    const request = this.request('PATCH', type, namespace, subresource === '' ? name : `${name}/${subresource}`);
    const change = changeObject(this.backend, request, {
      options: writeOptions(request, 'PatchOptions'),
      isApply: false,
      isPatch: true,
      change: (before) => mergePatch(before, patch) as ApiObject,
    });
    await tolerate('NotFound', change);
  }

  /** Deletes an object; one that is gone or was replaced is fine. */
  async remove(object: ApiObject, type: ResourceType, options: JsonObject = {}): Promise<void> {
    const { namespace, name = '', uid } = object.metadata;
    const body = JSON.stringify({ preconditions: { uid }, ...options });
    await tolerate(
      'NotFound',
      tolerate('Conflict', deleteResource(this.backend, this.request('DELETE', type, namespace, name, body))),
    );
  }

  private request(
    method: string,
    type: ResourceType,
    namespace: string | undefined,
    name: string,
    body = '',
  ): ResourceRequest {
    const root = type.group === '' ? '/api/v1' : `/apis/${apiVersionOf(type)}`;
    const scope = type.isNamespaced ? `/namespaces/${namespace ?? ''}` : '';
    const path = `${root}${scope}/${type.plural}${name === '' ? '' : `/${name}`}`;
    return {
      info: requestInfo(method, path),
      type,
      user: USER,
      userAgent: 'kube-controller-manager/v1.37',
      contentType: 'application/json',
      accept: 'application/json',
      body,
      warnings: [],
      authorizeCreate: () => undefined,
    };
  }
}

async function tolerate(reason: string, work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof StatusError) || error.status.reason !== reason) throw error;
  }
}
