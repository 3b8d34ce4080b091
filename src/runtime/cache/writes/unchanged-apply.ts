/** Finds applies that would change nothing, so that they need not be sent. */
import { isApplied } from '../../client/apply/is-applied.js';
import type { AnyRef, ClientDefaults, PatchOptions, SubresourceClient } from '../../client/client.js';
import { ownedBody, placeOf } from '../../client/writes/owned-body.js';
import { isDryRun } from '../../client/requests/write-options.js';
import { parseApiVersion } from '../../../kubernetes/version/api-version.js';
import type { KindInfo } from '../../object/kind.js';
import type { KubeObject, ObjectKey } from '../../object/meta.js';
import { partialMark } from '../../object/partial.js';
import { type AnyObject, mutable } from '../../object/readonly.js';
import type { InformerCache } from '../informers/informer-cache.js';
import { keyOf } from '../store/object-key.js';

/** Told of every apply, for metrics. */
export type ApplyListener = (apply: { readonly kind: string; readonly result: 'sent' | 'unchanged' }) => void;

/** An apply as a client is asked for it. */
export interface AppliedBody {
  /** Complete, with apiVersion and kind. */
  readonly desired: KubeObject;
  readonly options: PatchOptions;
  readonly subresource?: string;
}

/** Compares with caches that run already; none is started, and no read waits. */
export class UnchangedApply {
  readonly #cache: InformerCache;
  readonly #defaults: ClientDefaults;
  readonly #listener: ApplyListener | undefined;

  constructor(cache: InformerCache, defaults: ClientDefaults, listener: ApplyListener | undefined) {
    this.#cache = cache;
    this.#defaults = defaults;
    this.#listener = listener;
  }

  /** The answer that the server would give, in a copy; otherwise what `send` resolves to. */
  async unlessApplied<T>(apply: AppliedBody, send: () => Promise<T>): Promise<T> {
    const { desired, options } = apply;
    if (isDryRun(options, this.#defaults)) return send();
    const stored = options.unchanged === 'send' ? undefined : this.#findApplied(apply);
    this.#listener?.({ kind: desired.kind, result: stored ? 'unchanged' : 'sent' });
    return stored ? (mutable(stored) as T) : send();
  }

  /** The same client of `status`, with applies that would change nothing left out. */
  status(inner: SubresourceClient): SubresourceClient {
    return {
      get: (target, options) => inner.get(target, options),
      create: (target, body, options) => inner.create(target, body, options),
      update: (target, body, options) => inner.update(target, body, options),
      patch: (target, patch, options) => inner.patch(target, patch, options),
      apply: (target, body, options = {}) => {
        const apply = { desired: completed(target, body), options, subresource: 'status' };
        return this.unlessApplied(apply, () => inner.apply(target, body, options));
      },
    };
  }

  #findApplied({ desired, options, subresource }: AppliedBody): KubeObject | undefined {
    const fieldManager = options.fieldManager ?? this.#defaults.fieldManager;
    const { name } = desired.metadata;
    if (!fieldManager || !name || partialMark(desired)) return undefined;
    const namespace = desired.metadata.namespace ?? placeOf(this.#defaults);
    const gvk = { ...parseApiVersion(desired.apiVersion), kind: desired.kind };
    const stored = this.#stored(gvk, { name, namespace });
    if (!stored) return undefined;
    // A status has no owner of its own.
    const owner = subresource === undefined ? this.#defaults.owner : undefined;
    const body = ownedBody(desired, owner, stored.metadata.namespace);
    return isApplied(body, stored, { fieldManager, subresource }) ? stored : undefined;
  }

  /** The object as the cache has it, unless a write of ours may have changed it since. */
  #stored(gvk: KindInfo['gvk'], { name, namespace }: ObjectKey): KubeObject | undefined {
    let found: KubeObject | undefined;
    for (const { ownWrites, scope, store } of this.#cache.partitionsOf(gvk, namespace)) {
      const key = keyOf({ name, namespace: scope === 'Cluster' ? undefined : namespace });
      if (!ownWrites.isClear({ key }) || ownWrites.uncertain.has(key)) return undefined;
      const stored = store.peek(key);
      if (stored && ownWrites.hides(stored)) return undefined;
      // The answer of an apply is the whole object.
      if (stored && !partialMark(stored)?.isProjected) found ??= stored;
    }
    return found;
  }
}

/** A body as it is sent: with the identity of the object that it is about. */
function completed(target: AnyRef, body: object): KubeObject {
  const { metadata = {}, ...rest } = body as Partial<KubeObject>;
  const { apiVersion, kind, name, namespace } = isObject(target)
    ? { ...target, ...target.metadata }
    : { ...target, apiVersion: target.kind.apiVersion, kind: target.kind.gvk.kind };
  return { apiVersion, kind, ...rest, metadata: { name, namespace, ...metadata } };
}

function isObject(target: AnyRef): target is Extract<AnyRef, AnyObject> {
  return typeof target.kind === 'string';
}
