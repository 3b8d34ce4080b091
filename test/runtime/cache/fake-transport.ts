/** A transport that answers from resources in memory, so that client and cache run for real without a server. */
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from '../../../src/runtime/client/connection/transport.js';
import type { JsonPatchOperation } from '../../../src/runtime/client/client.js';
import type { WatchEvent } from '../../../src/runtime/client/watch/watch-stream.js';
import { keyOf } from '../../../src/runtime/cache/store/object-key.js';
import { labelMatcher } from '../../../src/runtime/object/label-selector.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { FakeResource, type Thing } from './fake-resource.js';

export class FakeTransport implements Transport {
  readonly server = 'https://fake';
  readonly requests: string[] = [];
  readonly #resources = new Map<string, FakeResource>();
  /** Waited for before each write is answered, after it has been stored. */
  beforeAnswer: (request: TransportRequest) => Promise<void> = async () => undefined;

  /** The resource of a plural, made on demand. */
  of(plural: string): FakeResource {
    const resource = this.#resources.get(plural) ?? new FakeResource();
    this.#resources.set(plural, resource);
    return resource;
  }

  async request(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    const url = new URL(request.path, this.server);
    this.requests.push(`${request.method} ${decodeURIComponent(request.path)}`);
    try {
      return await this.#answer(request, url);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      return answer(error.code, { kind: 'Status', ...error.status });
    }
  }

  async #answer(request: TransportRequest, url: URL): Promise<TransportResponse> {
    const [, namespace, plural = '', name, subresource] =
      /^\/apis?\/(?:[^/]+\/)?v\d+(?:\/namespaces\/([^/]+))?\/([a-z]+)(?:\/([^/]+))?(?:\/([^/]+))?$/.exec(
        url.pathname,
      ) ?? [];
    const resource = this.of(plural);
    if (request.method === 'GET' && name === undefined) return this.#collection(request, url, resource, namespace);
    if (request.method === 'DELETE' && name === undefined) return this.#deleteMany(request, url, resource, namespace);
    const body: Partial<Thing> = request.body === undefined ? {} : (JSON.parse(String(request.body)) as Partial<Thing>);
    const key = keyOf({ name: name ?? body.metadata?.name ?? `${body.metadata?.generateName ?? ''}x1`, namespace });
    const old = resource.objects.get(key);
    if (resource.outage) throw resource.outage;
    if (request.method === 'POST' && old)
      throw new ApiError({ code: 409, reason: 'AlreadyExists', message: `${key} exists` });
    if (request.method !== 'POST' && !old)
      throw new ApiError({ code: 404, reason: 'NotFound', message: `${key} not found`, details: { name } });
    if (request.method === 'GET') return answer(200, old);
    if (url.searchParams.has('dryRun'))
      return answer(200, { ...old, ...body, metadata: { ...old?.metadata, ...body.metadata } });
    if (request.method === 'DELETE' && 'dryRun' in body)
      return answer(200, { kind: 'Status', status: 'Success', details: { uid: old?.metadata.uid } });
    const stored =
      request.method === 'DELETE'
        ? this.#delete(resource, key)
        : this.#store(resource, key, { old, body, subresource });
    await this.beforeAnswer(request);
    return answer(request.method === 'POST' ? 201 : 200, stored);
  }

  #store(
    resource: FakeResource,
    key: string,
    change: { old: Thing | undefined; body: Partial<Thing>; subresource?: string },
  ): object {
    const { old, subresource } = change;
    const body = Array.isArray(change.body) ? patched(old, change.body as JsonPatchOperation[]) : change.body;
    const merged = subresource
      ? { ...old, [subresource]: (body as Record<string, unknown>)[subresource] }
      : { ...old, ...body };
    const metadata = { ...old?.metadata, ...body.metadata };
    // As the API server does: the answer has the version of the write, and the deletion gets a later one.
    if (metadata.deletionTimestamp !== undefined && metadata.finalizers?.length === 0) {
      const last = { ...merged, metadata };
      resource.remove(key);
      return last;
    }
    return resource.put(key, { ...merged, metadata });
  }

  #delete(resource: FakeResource, key: string): object {
    const old = resource.objects.get(key);
    if (old?.metadata.finalizers?.length)
      return resource.put(key, { ...old, metadata: { ...old.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' } });
    const removed = resource.remove(key);
    return { kind: 'Status', status: 'Success', details: { uid: removed?.metadata.uid } };
  }

  async #deleteMany(
    request: TransportRequest,
    url: URL,
    resource: FakeResource,
    namespace: string | undefined,
  ): Promise<TransportResponse> {
    const isSelected = selectionOf(Object.fromEntries(url.searchParams), namespace);
    const isDryRun = JSON.stringify(JSON.parse(String(request.body ?? '{}'))).includes('"dryRun":["All"]');
    for (const [key, object] of resource.objects) if (isSelected(object) && !isDryRun) this.#delete(resource, key);
    await this.beforeAnswer(request);
    return answer(200, { kind: 'Status', status: 'Success' });
  }

  async #collection(
    request: TransportRequest,
    url: URL,
    resource: FakeResource,
    namespace: string | undefined,
  ): Promise<TransportResponse> {
    const query = Object.fromEntries(url.searchParams) as Record<string, string>;
    const isSelected = selectionOf(query, namespace);
    const signal = request.signal ?? new AbortController().signal;
    if (!query['watch']) {
      const list = await resource.list({
        resourceVersion: query['resourceVersion'],
        limit: query['limit'] ? Number(query['limit']) : undefined,
        continue: query['continue'],
      });
      return answer(200, { ...list, items: list.items.filter(isSelected) });
    }
    const batches = await resource.watch(
      {
        resourceVersion: query['resourceVersion'],
        timeoutSeconds: 300,
        ...(query['sendInitialEvents'] ? { sendInitialEvents: true } : {}),
      },
      signal,
    );
    return stream(lines(batches, isSelected));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const resource of this.#resources.values()) resource.cut();
  }
}

/** `test`, `add` and `replace` of fields of metadata. */
function patched(old: Thing | undefined, operations: readonly JsonPatchOperation[]): Partial<Thing> {
  const metadata: Record<string, unknown> = { ...old?.metadata };
  for (const operation of operations) {
    const [, field = ''] = /^\/metadata\/(\w+)$/.exec(operation.path) ?? [];
    const value = 'value' in operation ? operation.value : undefined;
    if (operation.op !== 'test') metadata[field] = value;
    else if (JSON.stringify(metadata[field] ?? null) !== JSON.stringify(value))
      throw new ApiError({ code: 422, reason: 'Invalid', message: `${operation.path} is not what the patch expects` });
  }
  return { metadata };
}

function selectionOf(query: Record<string, string>, namespace: string | undefined): (object: KubeObject) => boolean {
  const matches = labelMatcher(query['labelSelector'] ?? '');
  const excluded = new Set(
    [...(query['fieldSelector'] ?? '').matchAll(/metadata\.namespace!=([^,]+)/g)].map(([, name]) => name),
  );
  return ({ metadata }) =>
    (namespace === undefined || metadata.namespace === namespace) &&
    !excluded.has(metadata.namespace) &&
    matches(metadata.labels);
}

async function* lines(
  batches: AsyncIterable<readonly WatchEvent[]>,
  isSelected: (object: KubeObject) => boolean,
): AsyncGenerator<Buffer> {
  for await (const batch of batches) {
    const shown = batch.filter(
      (event) => event.type === 'ERROR' || event.type === 'BOOKMARK' || isSelected(event.object),
    );
    const text = shown.map(
      (event) =>
        `${JSON.stringify(event.type === 'ERROR' ? { type: 'ERROR', object: { kind: 'Status', ...event.error.status } } : event)}\n`,
    );
    if (text.length > 0) yield Buffer.from(text.join(''));
  }
}

function answer(status: number, body: unknown): TransportResponse {
  const text = JSON.stringify(body);
  return { ...stream(once(text)), status, text: async () => text };
}

async function* once(text: string): AsyncGenerator<Buffer> {
  yield Buffer.from(text);
}

function stream(body: AsyncGenerator<Buffer>): TransportResponse {
  return {
    status: 200,
    headers: {},
    warnings: [],
    body,
    text: async () => '',
    destroy: () => void body.return(undefined),
  };
}
