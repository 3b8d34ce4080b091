/** The few calls that certificate management makes, on objects in memory, with the API server's rules for versions. */
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type { Client, JsonPatchOperation } from '../../../src/runtime/client/client.js';
import type { KubeObject, ObjectKey } from '../../../src/runtime/object/meta.js';
import { mutable } from '../../../src/runtime/object/readonly.js';

export class ObjectStore {
  readonly objects = new Map<string, KubeObject>();
  readonly calls: string[] = [];
  /** Runs before each call; may change objects or throw. */
  before: (call: string) => void = () => undefined;
  #version = 0;

  get client(): Client {
    const live = { find: async (kind: { gvk: { kind: string } }, key: ObjectKey) => this.#find(kind.gvk.kind, key) };
    const client = {
      live,
      list: async (kind: { gvk: { kind: string } }) => {
        this.#called(`list ${kind.gvk.kind}`);
        return { items: [...this.objects.values()].filter((object) => object.kind === kind.gvk.kind).map(copy) };
      },
      create: async (object: KubeObject) => {
        this.#called(`create ${object.kind}`);
        if (this.objects.has(keyOf(object))) throw new ApiError({ code: 409, reason: 'AlreadyExists' });
        return this.put(object);
      },
      update: async (object: KubeObject) => {
        this.#called(`update ${object.kind}`);
        const stored = this.objects.get(keyOf(object));
        if (stored?.metadata.resourceVersion !== object.metadata.resourceVersion)
          throw new ApiError({ code: 409, reason: 'Conflict' });
        return this.put(object);
      },
      patch: async (
        target: { kind: { gvk: { kind: string } }; name: string },
        patch: { operations: readonly JsonPatchOperation[] },
      ) => {
        this.#called(`patch ${target.kind.gvk.kind} ${target.name}`);
        const object = this.objects.get(`${target.kind.gvk.kind}//${target.name}`);
        if (!object) throw new ApiError({ code: 404, reason: 'NotFound' });
        return this.put(patched(copy(object), patch.operations));
      },
    };
    return client as unknown as Client;
  }

  put(object: KubeObject): KubeObject {
    const resourceVersion = String(++this.#version);
    const stored = copy({ ...object, metadata: { ...object.metadata, resourceVersion } });
    this.objects.set(keyOf(object), stored);
    return copy(stored);
  }

  get(kind: string, name: string, namespace = ''): KubeObject | undefined {
    return this.objects.get(`${kind}/${namespace}/${name}`);
  }

  #find(kind: string, { name, namespace }: ObjectKey): KubeObject | undefined {
    this.#called(`get ${kind} ${name}`);
    const object = this.get(kind, name, namespace);
    return object && copy(object);
  }

  #called(call: string): void {
    this.before(call);
    this.calls.push(call);
  }
}

function keyOf({ kind, metadata: { name, namespace = '' } }: KubeObject): string {
  return `${kind}/${namespace}/${name}`;
}

function copy<T>(value: T): T {
  return mutable<T>(value);
}

function patched(object: KubeObject, operations: readonly JsonPatchOperation[]): KubeObject {
  for (const operation of operations) {
    const tokens = operation.path.split('/').slice(1);
    const last = tokens.pop() ?? '';
    let parent: object = object;
    for (const token of tokens) parent = Reflect.get(parent, token) as object;
    if (operation.op === 'test' && Reflect.get(parent, last) !== operation.value)
      throw new ApiError({ code: 422, reason: 'Invalid', message: 'test failed' });
    if (operation.op === 'add') Reflect.set(parent, last, operation.value);
  }
  return object;
}
