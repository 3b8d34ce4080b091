/** `status`, `scale`, `eviction`, `token` and any other part of an object with a path of its own. */
import { InvalidCallError, quoted } from '../object/invalid-call.js';
import { refusePartial } from '../object/partial.js';
import type { KubeObject } from '../object/meta.js';
import { is, NoSubresourceError } from './requests/api-error.js';
import type { AnyRef, CallOptions, Patch, PatchOptions, Ref, SubresourceClient, WriteOptions } from './client.js';
import { callJson, type JsonCall } from './requests/json-call.js';
import { callKind } from './requests/kind-call.js';
import type { ClientParts } from './live-reader.js';
import { applyBody, patchBody } from './requests/patch-body.js';
import { objectPath } from './requests/resource-path.js';
import { checkSubresourceBody, checkSubresourcePatch } from './requests/subresource-body.js';
import { type Target, targetOf } from './requests/target.js';
import { fieldManagerOf, writeQuery } from './requests/write-options.js';

/** Calls on one subresource. */
export class LiveSubresource implements SubresourceClient {
  readonly #parts: ClientParts;
  readonly #name: string;

  constructor(parts: ClientParts, name: string) {
    if (typeof name !== 'string' || !/^[a-z][a-z0-9-]*(\/[a-z0-9][a-z0-9.-]*)*$/i.test(name) || name.includes('..')) {
      throw new InvalidCallError(`invalid subresource ${quoted(name)}: use a name such as "status" or "scale"`);
    }
    this.#parts = parts;
    this.#name = name;
  }

  async get<B extends object>(ref: AnyRef, options: CallOptions = {}): Promise<B> {
    const target = await this.#target(ref, options);
    return this.#send(target, options, { method: 'GET' });
  }

  async create<B extends object>(ref: AnyRef, body: object, options: WriteOptions = {}): Promise<B> {
    refusePartial(body, `${this.#name}.create`);
    checkSubresourceBody(this.#name, 'create', body);
    const target = await this.#target(ref, options);
    return this.#write(target, options, { method: 'POST', body: named(body, target) });
  }

  async update<B extends object>(ref: AnyRef, body: object, options: WriteOptions = {}): Promise<B> {
    refusePartial(body, `${this.#name}.update`);
    checkSubresourceBody(this.#name, 'update', body);
    const target = await this.#target(ref, options);
    return this.#write(target, options, { method: 'PUT', body: named(body, target) });
  }

  async patch<B extends object>(ref: AnyRef, patch: Patch, options: PatchOptions = {}): Promise<B> {
    const body = patchBody(patch);
    checkSubresourcePatch(this.#name, patch);
    const target = await this.#target(ref, options);
    return this.#write(target, options, { method: 'PATCH', ...body });
  }

  async apply<B extends object>(ref: AnyRef, desired: object, options: PatchOptions = {}): Promise<B> {
    refusePartial(desired, `${this.#name}.apply`);
    checkSubresourceBody(this.#name, 'apply', desired);
    const target = await this.#target(ref, options);
    const fieldManager = fieldManagerOf(options, this.#parts.defaults);
    // The server wants to be told what it is, also when the caller has only the part that matters.
    const identified = { apiVersion: target.kind.apiVersion, kind: target.kind.gvk.kind, ...named(desired, target) };
    return this.#write(target, { ...options, fieldManager }, { method: 'PATCH', ...applyBody(identified) });
  }

  #target(ref: AnyRef, { signal }: CallOptions): Promise<Target<KubeObject>> {
    const { mapper, defaults } = this.#parts;
    // A descriptor is all that is needed of a kind here, whatever its objects look like.
    return targetOf(mapper, ref as Ref<KubeObject>, { defaultNamespace: defaults.namespace, signal });
  }

  #write<B extends object>(
    target: Target<KubeObject>,
    options: PatchOptions,
    call: Omit<JsonCall, 'path'>,
  ): Promise<B> {
    return this.#send(target, options, { ...call, query: writeQuery(options, this.#parts.defaults) });
  }

  async #send<B extends object>(
    target: Target<KubeObject>,
    { signal, timeoutMs }: CallOptions,
    call: Omit<JsonCall, 'path'>,
  ): Promise<B> {
    const { transport } = this.#parts;
    const path = objectPath(target.kind, { ...target, subresource: this.#name });
    try {
      return (await callJson(transport, { ...call, path, signal, timeoutMs })) as B;
    } catch (error) {
      if (!is.notFound(error)) throw error;
      // The server answers alike for an object that is missing and for a subresource that its kind does not have.
      const parent = { method: 'GET', path: objectPath(target.kind, target), signal, timeoutMs } as const;
      await callKind(transport, target.kind, parent).catch((failure: unknown) => {
        // A caller that may not read the object gets the first answer.
        throw is.notFound(failure) || is.noMatch(failure) ? failure : error;
      });
      throw new NoSubresourceError(target.kind.gvk.kind, this.#name);
    }
  }
}

/** Name and namespace of a body default to those of the object it is about. */
function named(body: object, target: Target<KubeObject>): object {
  const { metadata = {} } = body as Partial<KubeObject>;
  const { name, namespace } = target;
  const given = Object.fromEntries(Object.entries(metadata).filter(([, value]) => value !== undefined));
  return { ...body, metadata: { name, ...(namespace === undefined ? {} : { namespace }), ...given } };
}
