/** The client: typed calls on top of a transport. */
import type { Kind, KindInfo } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { AnyForm, AnyObject, Stored, Written } from '../object/readonly.js';
import type {
  ApplyInput,
  Client,
  ClientDefaults,
  DeleteAllOptions,
  DeleteOptions,
  DeleteResult,
  ListOptions,
  OwnedClient,
  Patch,
  PatchOptions,
  Reader,
  ReadOptions,
  Ref,
  StatusClient,
  SubresourceClient,
  WatchOptions,
  WatchPhase,
  WriteOptions,
} from './client.js';
import type { ClusterConfig } from './config/cluster-config.js';
import { createTransport, type TransportOptions } from './connection/http-transport.js';
import { type ClientParts, LiveReader } from './live-reader.js';
import { LiveSubresource } from './live-subresource.js';
import { LiveWriter } from './live-writer.js';
import { mergeDefaults } from './requests/client-defaults.js';
import { createRestMapper, type RestMapper } from './requests/rest-mapper.js';
import { checkPlace } from './requests/names.js';
import { ownedClient } from './writes/owned-client.js';
import { statusClient } from './status/status-client.js';
import { namespaceIn } from './requests/target.js';
import type { Transport } from './connection/transport.js';
import { watchPhases } from './watch/watch-phases.js';
import { fieldManagerOf } from './requests/write-options.js';

/** Where a client sends its requests. */
export type ClientOptions = (
  | { readonly transport: Transport }
  | ({ readonly config: ClusterConfig } & TransportOptions)
) & {
  readonly defaults?: ClientDefaults;
  readonly mapper?: RestMapper;
  /** Kinds whose objects are written as plain literals; others are looked up on the server. */
  readonly kinds?: readonly KindInfo[];
};

/**
 * A client that asks the API server for every read. Disposing of it closes the connections that it opened itself.
 * @example
 * ```ts
 * await using own = createClient({ config, defaults: { fieldManager: 'my-operator' } });
 * const { items } = await own.list(Guestbook, { namespace: 'default', labels: { app: 'web' } });
 * console.log(items.length); // 0
 * ```
 */
export function createClient(options: ClientOptions): Client & AsyncDisposable {
  const transport = 'transport' in options ? options.transport : createTransport(options.config, options);
  const mapper = options.mapper ?? createRestMapper(transport);
  options.kinds?.forEach((kind) => mapper.learn(kind));
  const client = new LiveClient({ transport, mapper, defaults: mergeDefaults({}, options.defaults ?? {}) });
  return Object.assign(client, {
    async [Symbol.asyncDispose]() {
      if (!('transport' in options)) await transport[Symbol.asyncDispose]();
    },
  });
}

class LiveClient implements Client {
  readonly status: StatusClient;
  readonly live: Reader;
  readonly mapper: RestMapper;
  readonly #parts: ClientParts;
  readonly #reader: LiveReader;
  readonly #writer: LiveWriter;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    this.#reader = new LiveReader(parts);
    this.#writer = new LiveWriter(parts);
    this.live = this.#reader;
    this.mapper = parts.mapper;
    this.status = statusClient(new LiveSubresource(parts, 'status'), (options) =>
      fieldManagerOf(options, parts.defaults),
    );
  }

  get defaults(): ClientDefaults {
    return this.#parts.defaults;
  }

  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>> {
    return this.#reader.get(kind, key, options);
  }

  find<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T> | undefined> {
    return this.#reader.find(kind, key, options);
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<KubeList<Stored<T>>> {
    return this.#reader.list(kind, options);
  }

  pages<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<KubeList<T>> {
    return this.#reader.pages(kind, options);
  }

  async *watch<T extends KubeObject>(given: Kind<T>, options: WatchOptions = {}): AsyncGenerator<WatchPhase<T>> {
    checkPlace(given, options.namespace);
    const kind = await this.mapper.resolve(given, options);
    const namespace = namespaceIn(kind, options.namespace, this.#parts.defaults.namespace);
    yield* watchPhases(this.#parts.transport, kind, { ...options, namespace });
  }

  create<T extends AnyObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>> {
    return this.#writer.create(object, options);
  }

  update<T extends AnyObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>> {
    return this.#writer.update(object, options);
  }

  patch<T extends KubeObject>(target: Ref<T>, patch: Patch<NoInfer<T>>, options?: PatchOptions): Promise<Written<T>> {
    return this.#writer.patch(target, patch, options);
  }

  apply<T extends KubeObject>(
    first: Kind<T> | ApplyInput<T> | AnyForm<T>,
    second?: ApplyInput<T> | PatchOptions,
    third?: PatchOptions,
  ): Promise<Written<T>> {
    return this.#writer.apply(first, second, third);
  }

  delete<T extends KubeObject>(target: Ref<T>, options?: DeleteOptions): Promise<DeleteResult<T>> {
    return this.#writer.delete(target, options);
  }

  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions): Promise<void> {
    return this.#writer.deleteAllOf(kind, options);
  }

  subresource(name: string): SubresourceClient {
    return new LiveSubresource(this.#parts, name);
  }

  owned(owner: AnyObject): OwnedClient {
    return ownedClient(this, owner);
  }

  with(defaults: ClientDefaults): Client {
    return new LiveClient({ ...this.#parts, defaults: mergeDefaults(this.#parts.defaults, defaults) });
  }
}
