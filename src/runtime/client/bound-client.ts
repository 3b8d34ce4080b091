/** A client for one piece of work: what belongs to every call of it is filled in. */
import type { Kind } from '../object/kind.js';
import type { KubeList, KubeObject, ObjectKey } from '../object/meta.js';
import type { AnyForm, AnyObject, Stored, Written } from '../object/readonly.js';
import type {
  ApplyInput,
  CallOptions,
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
import type { RestMapper } from './requests/rest-mapper.js';
import { statusClient } from './status/status-client.js';
import { ownedClient } from './writes/owned-client.js';
import { type ChildListener, toldChildren } from './writes/unwatched-children.js';
import { fieldManagerOf } from './requests/write-options.js';

/** What is filled in. Options of a call win, and so do defaults of the client. */
export interface Binding {
  /** Ends calls that are no longer wanted. */
  readonly signal: AbortSignal;
  readonly fieldManager: string;
  /** Is told the kind of every child that `owned` writes. */
  readonly onChild?: ChildListener | undefined;
}

/** Wraps a client; as cheap as the calls that it makes. */
export class BoundClient implements Client {
  readonly #client: Client;
  readonly #binding: Binding;
  /** For reads without options. Its signal is asked for when a read has to wait, which hardly any has to. */
  readonly #read: CallOptions;

  constructor(client: Client, binding: Binding) {
    this.#client = client;
    this.#binding = binding;
    this.#read = {
      get signal() {
        return binding.signal;
      },
    };
  }

  get defaults(): ClientDefaults {
    const { defaults } = this.#client;
    return { ...defaults, fieldManager: defaults?.fieldManager ?? this.#binding.fieldManager };
  }

  get mapper(): RestMapper {
    return this.#client.mapper;
  }

  get live(): Reader {
    const { live } = this.#client;
    return {
      get: (kind, key, options) => live.get(kind, key, this.#bound(options)),
      find: (kind, key, options) => live.find(kind, key, this.#bound(options)),
      list: (kind, options) => live.list(kind, this.#bound(options)),
    };
  }

  get status(): StatusClient {
    return statusClient(this.#subresource(this.#client.subresource('status')), (options) =>
      fieldManagerOf(options, this.defaults),
    );
  }

  subresource(name: string): SubresourceClient {
    return this.#subresource(this.#client.subresource(name));
  }

  owned(owner: AnyObject): OwnedClient {
    const inner = this.#client.owned(owner);
    const own = ownedClient(this, owner, (kind, options) => inner.list(kind, this.#bound(options)));
    const { onChild } = this.#binding;
    return onChild ? toldChildren(own, onChild) : own;
  }

  with(defaults: ClientDefaults): Client {
    return new BoundClient(this.#client.with(defaults), this.#binding);
  }

  get<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T>> {
    return this.#client.get(kind, key, this.#bound(options));
  }

  find<T extends KubeObject>(kind: Kind<T>, key: ObjectKey, options?: ReadOptions): Promise<Stored<T> | undefined> {
    return this.#client.find(kind, key, this.#bound(options));
  }

  list<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): Promise<KubeList<Stored<T>>> {
    return this.#client.list(kind, this.#bound(options));
  }

  pages<T extends KubeObject>(kind: Kind<T>, options?: ListOptions): AsyncIterable<KubeList<T>> {
    return this.#client.pages(kind, this.#bound(options));
  }

  watch<T extends KubeObject>(kind: Kind<T>, options?: WatchOptions): AsyncIterable<WatchPhase<T>> {
    return this.#client.watch(kind, this.#bound(options));
  }

  create<T extends AnyObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>> {
    return this.#client.create<T>(object, this.#written(options));
  }

  update<T extends AnyObject>(object: AnyForm<T>, options?: WriteOptions): Promise<Written<T>> {
    return this.#client.update<T>(object, this.#written(options));
  }

  patch<T extends KubeObject>(target: Ref<T>, patch: Patch<NoInfer<T>>, options?: PatchOptions): Promise<Written<T>> {
    return this.#client.patch(target, patch, this.#written(options));
  }

  apply<T extends KubeObject>(
    first: Kind<T> | ApplyInput<T> | AnyForm<T>,
    second?: ApplyInput<T> | PatchOptions,
    third?: PatchOptions,
  ): Promise<Written<T>> {
    if (typeof first !== 'function')
      return this.#client.apply<T>(first, this.#written(second as PatchOptions | undefined));
    return this.#client.apply<T>(first, second as ApplyInput<T>, this.#written(third));
  }

  delete<T extends KubeObject>(target: Ref<T>, options?: DeleteOptions): Promise<DeleteResult<T>> {
    return this.#client.delete(target, this.#bound(options));
  }

  deleteAllOf<T extends KubeObject>(kind: Kind<T>, options: DeleteAllOptions): Promise<void> {
    return this.#client.deleteAllOf(kind, this.#bound(options));
  }

  #subresource(inner: SubresourceClient): SubresourceClient {
    return {
      get: (target, options) => inner.get(target, this.#bound(options)),
      create: (target, body, options) => inner.create(target, body, this.#written(options)),
      update: (target, body, options) => inner.update(target, body, this.#written(options)),
      patch: (target, patch, options) => inner.patch(target, patch, this.#written(options)),
      apply: (target, desired, options) => inner.apply(target, desired, this.#written(options)),
    };
  }

  #bound<O extends CallOptions>(options: O | undefined): O & CallOptions {
    if (options === undefined) return this.#read as O;
    return options.signal ? options : { ...options, signal: this.#binding.signal };
  }

  #written<O extends WriteOptions>(options: O | undefined): O & WriteOptions {
    const { signal, fieldManager } = this.#binding;
    const bound = this.#client.defaults?.fieldManager === undefined ? { signal, fieldManager } : { signal };
    return options === undefined ? (bound as O) : { ...bound, ...given(options) };
  }
}

/** An option that is there but undefined must not hide what is filled in. */
function given<O extends WriteOptions>(options: O): O {
  const { signal, fieldManager, ...rest } = options;
  return { ...rest, ...(signal ? { signal } : {}), ...(fieldManager ? { fieldManager } : {}) } as O;
}
