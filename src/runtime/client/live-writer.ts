/** Writes to the API server. Arguments are never changed. */
import { InvalidCallError } from '../object/invalid-call.js';
import type { Kind, KindInfo } from '../object/kind.js';
import { refusePartial, refuseProjection } from '../object/partial.js';
import type { KubeObject } from '../object/meta.js';
import type { AnyForm, AnyObject, Written } from '../object/readonly.js';
import type {
  ApplyInput,
  DeleteAllOptions,
  DeleteOptions,
  DeleteResult,
  Patch,
  PatchOptions,
  Ref,
  WriteOptions,
  Writer,
} from './client.js';
import { deleteBody, deleteResult } from './requests/delete-result.js';
import type { JsonCall } from './requests/json-call.js';
import { callKind } from './requests/kind-call.js';
import { checkPlace } from './requests/names.js';
import { checkSelected } from './requests/delete-selection.js';
import type { ClientParts } from './live-reader.js';
import { ownedBody, placeOf } from './writes/owned-body.js';
import { applyBody, patchBody, refuseLostLock } from './requests/patch-body.js';
import { stamp } from './requests/projection.js';
import { collectionPath, objectPath, selectorQuery } from './requests/resource-path.js';
import { checkNewMetadata, kindOfObject, namespaceIn, targetOf } from './requests/target.js';
import { fieldManagerOf, writeQuery } from './requests/write-options.js';

/** Sends every write at once. */
export class LiveWriter implements Writer {
  readonly #parts: ClientParts;

  constructor(parts: ClientParts) {
    this.#parts = parts;
  }

  async create<T extends AnyObject>(object: AnyForm<T>, options: WriteOptions = {}): Promise<Written<T>> {
    refusePartial(object, 'create');
    const { mapper, defaults } = this.#parts;
    const { namespace: given } = checkNewMetadata(object as KubeObject);
    const kind = await kindOfObject(mapper, object as KubeObject, options.signal);
    const namespace = namespaceIn(kind, given ?? placeOf(defaults), defaults.namespace);
    if (kind.scope === 'Namespaced' && namespace === undefined) {
      throw new InvalidCallError(`${kind.gvk.kind} lives in a namespace; set metadata.namespace`);
    }
    const body = ownedBody(object, defaults.owner, namespace);
    return this.#send(kind, options, { method: 'POST', path: collectionPath(kind, { namespace }), body });
  }

  async update<T extends AnyObject>(object: AnyForm<T>, options: WriteOptions = {}): Promise<Written<T>> {
    refusePartial(object, 'update');
    refuseLostLock(object, 'the object');
    const target = await this.#target(object, options);
    return this.#send(target.kind, options, { method: 'PUT', path: objectPath(target.kind, target), body: object });
  }

  async patch<T extends KubeObject>(
    ref: Ref<T>,
    patch: Patch<NoInfer<T>>,
    options: PatchOptions = {},
  ): Promise<Written<T>> {
    const body = patchBody(patch);
    const target = await this.#target(ref, options);
    const path = objectPath(target.kind, target);
    return this.#send(target.kind, options, { method: 'PATCH', path, ...body });
  }

  async apply<T extends KubeObject>(
    first: Kind<T> | ApplyInput<T> | AnyForm<T>,
    second?: ApplyInput<T> | PatchOptions,
    third?: PatchOptions,
  ): Promise<Written<T>> {
    const { kind, desired, options } = applyArguments<T>(first, second, third);
    if (kind) refuseProjection(kind, 'apply');
    refusePartial(desired, 'apply');
    refuseLostLock(desired, 'the object');
    if (kind) this.#parts.mapper.learn(kind);
    const complete = kind ? { ...(desired as object), apiVersion: kind.apiVersion, kind: kind.gvk.kind } : desired;
    const { defaults } = this.#parts;
    const { metadata } = complete as unknown as KubeObject;
    const defaultNamespace = metadata?.namespace === undefined ? placeOf(defaults) : defaults.namespace;
    const { signal } = options;
    const target = await targetOf<T>(this.#parts.mapper, complete as unknown as T, { defaultNamespace, signal });
    const fieldManager = fieldManagerOf(options, defaults);
    const body = ownedBody(complete, defaults.owner, target.namespace);
    return this.#send(
      target.kind,
      { ...options, fieldManager },
      { method: 'PATCH', path: objectPath(target.kind, target), ...applyBody(body) },
    );
  }

  async delete<T extends KubeObject>(ref: Ref<T>, options: DeleteOptions = {}): Promise<DeleteResult<T>> {
    const body = deleteBody(options, this.#parts.defaults);
    const target = await this.#target(ref, options);
    const answer = await callKind(this.#parts.transport, target.kind, {
      method: 'DELETE',
      path: objectPath(target.kind, target),
      body,
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    return deleteResult(target.kind, answer);
  }

  async deleteAllOf<T extends KubeObject>(given: Kind<T>, options: DeleteAllOptions): Promise<void> {
    const { mapper, defaults, transport } = this.#parts;
    checkSelected(given, options);
    checkPlace(given, options.namespace);
    const body = deleteBody(options, defaults);
    const query = selectorQuery(options);
    const kind = await mapper.resolve(given, options);
    const namespace = namespaceIn(kind, options.namespace, defaults.namespace);
    if (kind.scope === 'Namespaced' && namespace === undefined) {
      throw new InvalidCallError(`deleteAllOf(${kind.gvk.kind}) works in one namespace; set { namespace: '…' }`);
    }
    await callKind(transport, kind, {
      method: 'DELETE',
      path: collectionPath(kind, { namespace }),
      query,
      body,
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
  }

  #target<T extends KubeObject>(ref: Ref<T>, { signal }: { signal?: AbortSignal }) {
    const { mapper, defaults } = this.#parts;
    return targetOf(mapper, ref, { defaultNamespace: defaults.namespace, signal });
  }

  async #send<T extends AnyObject>(kind: KindInfo, options: PatchOptions, call: JsonCall): Promise<Written<T>> {
    const object = await callKind(this.#parts.transport, kind, {
      ...call,
      query: writeQuery(options, this.#parts.defaults),
      signal: options.signal,
      timeoutMs: options.timeoutMs,
    });
    return stamp(kind, object) as Written<T>;
  }
}

/** `apply(object, options)` and `apply(kind, desired, options)`. */
function applyArguments<T extends KubeObject>(
  first: Kind<T> | ApplyInput<T> | AnyForm<T>,
  second: ApplyInput<T> | PatchOptions | undefined,
  third: PatchOptions | undefined,
): { kind?: Kind<T>; desired: ApplyInput<T>; options: PatchOptions } {
  if (typeof first === 'function') {
    return { kind: first, desired: second as ApplyInput<T>, options: third ?? {} };
  }
  return { desired: first as ApplyInput<T>, options: (second as PatchOptions | undefined) ?? {} };
}
