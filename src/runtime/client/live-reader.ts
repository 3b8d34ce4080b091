/** Reads from the API server. */
import { InvalidCallError, quoted } from '../object/invalid-call.js';
import type { Kind } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { Stored } from '../object/readonly.js';
import { ignoreNotFound, is } from './requests/api-error.js';
import type { ClientDefaults, ListOptions, Reader, ReadOptions } from './client.js';
import { callKind } from './requests/kind-call.js';
import { checkKey, checkPlace } from './requests/names.js';
import { acceptHeader, stamp } from './requests/projection.js';
import { collectionPath, objectPath, selectorQuery } from './requests/resource-path.js';
import type { RestMapper } from './requests/rest-mapper.js';
import { keyIn, namespaceIn } from './requests/target.js';
import { refuseSameToken } from './watch/initial-list.js';
import type { Transport } from './connection/transport.js';

/** What readers and writers share. */
export interface ClientParts {
  readonly transport: Transport;
  readonly mapper: RestMapper;
  readonly defaults: ClientDefaults;
}

/** Page size when a caller gives none; what client-go uses. */
const defaultPageSize = 500;

/** Asks the API server every time. */
export class LiveReader implements Reader {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  async get<T extends KubeObject>(given: Kind<T>, key: ObjectKey, options: ReadOptions = {}): Promise<Stored<T>> {
    const { transport, mapper, defaults } = this.#parts;
    checkKey(given, key);
    const kind = await mapper.resolve(given, options);
    const object = await callKind(transport, kind, {
      method: 'GET',
      path: objectPath(kind, keyIn(kind, key, defaults.namespace)),
      accept: acceptHeader(kind, 'object'),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    return stamp(kind, object) as Stored<T>;
  }

  async find<T extends KubeObject>(
    kind: Kind<T>,
    key: ObjectKey,
    options?: ReadOptions,
  ): Promise<Stored<T> | undefined> {
    return ignoreNotFound(this.get(kind, key, options));
  }

  async list<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): Promise<KubeList<Stored<T>>> {
    return (await this.#page(kind, options)) as KubeList<Stored<T>>;
  }

  /**
   * Follows `continue`. When the server has forgotten the snapshot (410), the rest is read from the newest state with
   * the token that the server offers; without one the list must be started over by the caller.
   */
  async *pages<T extends KubeObject>(kind: Kind<T>, options: ListOptions = {}): AsyncGenerator<KubeList<T>> {
    let page = await this.#page(kind, { limit: defaultPageSize, ...options });
    yield page;
    while (page.metadata.continue) {
      // A continue token stands for the version at which the list began, so no other version may be asked for.
      const { resourceVersion: _version, resourceVersionMatch: _match, ...rest } = options;
      const token = page.metadata.continue;
      page = await this.#next(kind, { limit: defaultPageSize, ...rest, continue: token });
      refuseSameToken(token, page, kind.gvk.kind);
      yield page;
    }
  }

  async #next<T extends KubeObject>(kind: Kind<T>, options: ListOptions): Promise<KubeList<T>> {
    try {
      return await this.#page(kind, options);
    } catch (error) {
      const token = is.expired(error) ? inconsistentContinue(error.status) : undefined;
      if (token === undefined) throw error;
      return this.#page(kind, { ...options, continue: token });
    }
  }

  async #page<T extends KubeObject>(given: Kind<T>, options: ListOptions): Promise<KubeList<T>> {
    if (options.index) {
      throw new InvalidCallError(
        `index "${options.index.name}" belongs to a cache; the API server knows labels and fields only`,
      );
    }
    const { limit } = options;
    // Without its limit, a list may be as large as the cluster.
    if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 0))
      throw new InvalidCallError(`invalid limit ${quoted(limit)}: use a whole number, or omit it`);
    const { transport, mapper, defaults } = this.#parts;
    checkPlace(given, options.namespace);
    const kind = await mapper.resolve(given, options);
    const list = (await callKind(transport, kind, {
      method: 'GET',
      path: collectionPath(kind, { namespace: namespaceIn(kind, options.namespace, defaults.namespace) }),
      query: {
        ...selectorQuery(options),
        limit,
        continue: options.continue,
        resourceVersion: options.resourceVersion,
        resourceVersionMatch: options.resourceVersionMatch,
      },
      accept: acceptHeader(kind, 'list'),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    })) as { metadata?: KubeList<T>['metadata']; items?: T[] | null };
    const items = list.items ?? [];
    for (const item of items) stamp(kind, item);
    return { ...list, metadata: list.metadata ?? {}, items };
  }
}

function inconsistentContinue(status: object): string | undefined {
  const { metadata } = status as { metadata?: { continue?: string } };
  return metadata?.continue || undefined;
}
