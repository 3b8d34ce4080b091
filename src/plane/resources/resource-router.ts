/** From a resource request to its handler and back to an answer. */
import type { ApiObject } from '../storage/api-object.js';
import { methodNotAllowed, noSuchPath, verbNotSupported, type StatusError } from '../api-status.js';
import type { Backend } from '../backend.js';
import { jsonText, type Exchange } from '../http/http-exchange.js';
import { isObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import { showList, showObject, viewOf, type TableOptions, type View } from '../http/representation.js';
import { admittedBody } from '../admission/admitted-body.js';
import { createResource } from './resource-create.js';
import { deleteCollection, deleteResource } from './resource-delete.js';
import { patchResource } from './resource-patch.js';
import { getResource, listResource } from './resource-read.js';
import type { ResourceRequest } from './resource-request.js';
import { hasSubresource, isPartOfStatus } from './resource-type.js';
import { updateResource } from './resource-update.js';
import type { SubresourceHandlers } from '../subresources/subresources.js';
import { scaleTable } from '../table/table.js';
import { watchResource, type WatchSink } from './watch-stream.js';
import { isReview, type ReviewHandler } from '../access/reviews.js';

/** What resource requests need. */
export interface ResourceParts {
  readonly backend: Backend;
  readonly reviews: ReadonlyMap<string, ReviewHandler>;
  readonly subresources: SubresourceHandlers;
}

/** Answers a request for a resource. */
export async function routeResource(parts: ResourceParts, request: ResourceRequest, exchange: Exchange): Promise<void> {
  const { backend } = parts;
  const { info, type } = request;
  const review = isReview(type) ? parts.reviews.get(type.plural) : undefined;
  if (review !== undefined) {
    if (info.verb !== 'create') throw methodNotAllowed();
    exchange.json(201, await review(backend, request));
    return;
  }
  if (info.subresource !== '') {
    await routeSubresource(parts, request, exchange);
    return;
  }
  const isCollection = info.name === '';
  if (info.verb === 'watch') {
    watchResource(backend, request, () => sinkFor(request, exchange, backend));
    return;
  }
  if (isCollection) await routeCollection(backend, request, exchange);
  else await routeObject(backend, request, exchange);
}

async function routeCollection(backend: Backend, request: ResourceRequest, exchange: Exchange): Promise<void> {
  const { info, type } = request;
  switch (info.method) {
    case 'GET':
    case 'HEAD': {
      const list = await listResource(backend, request);
      exchange.json(200, showList(list, viewOf(request.accept), type, backend.clock.now(), tableOptions(request)));
      return;
    }
    case 'POST':
      if (type.isNamespaced && info.namespace === undefined) throw methodNotAllowed();
      send(backend, request, exchange, 201, await createResource(backend, request));
      return;
    case 'DELETE': {
      if (type.isNamespaced && info.namespace === undefined) throw methodNotAllowed();
      if (!type.verbs.includes('deletecollection')) throw methodNotAllowed();
      const items = await deleteCollection(backend, request);
      const shown = await backend.conversion.fromStorage(items, type);
      const list = { items: shown, resourceVersion: String(backend.store.currentVersion) };
      exchange.json(200, showList(list, 'object', type, 0));
      return;
    }
    default:
      throw methodNotAllowed();
  }
}

/** The answer to a method that an object or subresource does not have. */
function noVerb({ type, info }: ResourceRequest): StatusError {
  return type.custom === undefined ? methodNotAllowed() : verbNotSupported(type, info.verb);
}

async function routeObject(backend: Backend, request: ResourceRequest, exchange: Exchange): Promise<void> {
  switch (request.info.method) {
    case 'GET':
      send(backend, request, exchange, 200, await getResource(backend, request));
      return;
    case 'PUT': {
      const { object, isCreated } = await updateResource(backend, request);
      send(backend, request, exchange, isCreated ? 201 : 200, object);
      return;
    }
    case 'PATCH': {
      const { object, isCreated } = await patchResource(backend, request);
      send(backend, request, exchange, isCreated ? 201 : 200, object);
      return;
    }
    case 'DELETE': {
      const { body, code } = await deleteResource(backend, request);
      if (body.kind === 'Status') exchange.json(code, body);
      else send(backend, request, exchange, code, body);
      return;
    }
    default:
      throw methodNotAllowed();
  }
}

async function routeSubresource(parts: ResourceParts, request: ResourceRequest, exchange: Exchange): Promise<void> {
  const { backend } = parts;
  const { info, type } = request;
  if (!hasSubresource(type, info.subresource)) throw noSuchPath();
  const handler = parts.subresources(type, info.subresource);
  if (handler !== undefined) {
    if (type.custom !== undefined && info.method === 'DELETE') throw noVerb(request);
    const { code, body } = await handler(backend, await admittedBody(backend, request));
    if (typeof body === 'string') exchange.text(code, body);
    else if (isObject(body) && body['kind'] === 'Scale' && viewOf(request.accept) === 'table')
      exchange.json(code, scaleTable(body as ApiObject, { now: backend.clock.now(), ...tableOptions(request) }));
    else exchange.json(code, body);
    return;
  }
  if (!isPartOfStatus(info.subresource)) throw methodNotAllowed();
  if (info.method === 'DELETE' || info.method === 'POST') throw noVerb(request);
  await routeObject(backend, request, exchange);
}

function tableOptions({ info }: ResourceRequest): TableOptions {
  const includeObject = info.query.get('includeObject');
  return includeObject === null ? {} : { includeObject };
}

function send(backend: Backend, request: ResourceRequest, exchange: Exchange, code: number, object: ApiObject): void {
  const view = viewOf(request.accept);
  if (view === 'object') exchange.object(code, object);
  else exchange.json(code, showObject(object, view, request.type, backend.clock.now(), tableOptions(request)));
}

function sinkFor(request: ResourceRequest, exchange: Exchange, backend: Backend): WatchSink | undefined {
  const view: View = viewOf(request.accept);
  const stream = exchange.stream('application/json');
  if (stream === undefined) return undefined;
  let isFirst = true;
  const write = (type: string, text: string): void => stream.write(`{"type":"${type}","object":${text}}\n`);
  return {
    send: (type, object) => {
      if (view === 'object') write(type, type === 'BOOKMARK' ? JSON.stringify(object) : jsonText(object));
      else {
        const options = { ...tableOptions(request), includesHeaders: isFirst };
        write(type, JSON.stringify(showObject(object, view, request.type, backend.clock.now(), options)));
      }
      isFirst = false;
    },
    sendRaw: (type, object: JsonValue) => write(type, JSON.stringify(object)),
    end: () => stream.end(),
    onClose: (listener) => stream.onClose(listener),
  };
}
