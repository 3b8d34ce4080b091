/** A Stack whose operator is called pass by pass, with any version of its code, and which may die at any write. */
import { ConfigMap, Secret } from '../../../../src/k8s/index.js';
import { pending } from '../../../../src/runtime/index.js';
import type { ChildStep } from '../../../../src/runtime/children/child-step.js';
import type { Client, ListOptions } from '../../../../src/runtime/client/client.js';
import type { Transport } from '../../../../src/runtime/client/connection/transport.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { adaptObjectReconciler } from '../../../../src/runtime/controller/object-reconciler.js';
import { emptyDefinition } from '../../../../src/runtime/frame/definition.js';
import { objectReconciler } from '../../../../src/runtime/frame/object-work.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import type { Kind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { type StackSpec, Stack } from '../stacks.js';

/** A child as a version of the code declares it. */
export interface Declared {
  readonly name: string;
  readonly kind: 'ConfigMap' | 'Secret';
  readonly isList: boolean;
  readonly wait: boolean;
  readonly keep: boolean;
  readonly far: boolean;
}

/** A version of the code. */
export interface Version {
  readonly children: readonly Declared[];
  readonly isOrdered: boolean;
}

/** An object of this name in the namespace of the owner, or elsewhere. */
export interface Spot {
  readonly kind: Declared['kind'];
  readonly name: string;
  readonly far: boolean;
}

/** What a test sees of an object. */
export interface Seen extends Spot {
  readonly uid: string;
  readonly version: string;
  readonly data: string;
  readonly child: string | undefined;
  readonly isOwned: boolean;
  readonly isKept: boolean;
}

const kinds = { ConfigMap, Secret } as const;
const encoded = (text: string) => Buffer.from(text).toString('base64');

/** `ConfigMap far/x`. */
export const spotOf = ({ kind, name, far }: Spot): string => `${kind} ${far ? 'far' : 'near'}/${name}`;

/** An object as somebody writes it; a child has no namespace when it is near. */
export function objectAt({ kind, name }: Spot, data: string, namespace: string | undefined): KubeObject {
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }) };
  return kind === 'ConfigMap'
    ? new ConfigMap({ metadata, data: { data } })
    : new Secret({ metadata, data: { data: encoded(data) } });
}

/** The children of a version, as their functions read the spec of the owner. */
function stepsOf({ children }: Version, elsewhere: string): readonly ChildStep[] {
  return children.map(({ name, kind, isList, wait, keep, far }) => ({
    name,
    kind: kinds[kind] as unknown as Kind,
    isList,
    options: { wait, keep },
    make: (owner) => {
      const { pending: later, broken, wanted, data = '' } = (owner as unknown as Stack).spec;
      if (later?.includes(name)) return pending('Later', 'not yet');
      if (broken?.includes(name)) throw new Error(`${name} is broken`);
      const made = (wanted?.[name] ?? []).map((one) =>
        objectAt({ kind, name: one, far }, data, far ? elsewhere : undefined),
      );
      return isList ? made : made[0];
    },
  }));
}

/** One Stack in a namespace of its own. */
export class ModelWorld {
  readonly client: Client;
  readonly namespace: string;
  readonly key: { readonly name: string; readonly namespace: string };

  constructor(client: Client, namespace: string) {
    this.client = client;
    this.namespace = namespace;
    this.key = { name: 'a', namespace };
  }

  namespaceOf(far: boolean): string {
    return far ? `${this.namespace}-far` : this.namespace;
  }

  refOf({ kind, name, far }: Spot) {
    return { kind: kinds[kind] as unknown as Kind, name, namespace: this.namespaceOf(far) };
  }

  /** The spec is replaced. */
  async want(spec: StackSpec): Promise<void> {
    const found = await this.client.find(Stack, this.key);
    if (!found) await this.client.create(new Stack({ metadata: this.key, spec }));
    else await this.client.patch(found, { type: 'json', operations: [{ op: 'replace', path: '/spec', value: spec }] });
  }

  /** One reconcile. Rejects with what it threw. */
  async pass(version: Version, transport: Transport): Promise<void> {
    const definition = {
      ...emptyDefinition(Stack as unknown as Kind, {}),
      children: stepsOf(version, this.namespaceOf(true)),
      prunes: [ConfigMap, Secret].map((kind) => ({ kind: kind as unknown as Kind, optional: false })),
      settings: version.isOrdered ? ({ deletion: 'ordered' } as const) : {},
    };
    const client = listedByLabel(createClient({ transport, defaults: { fieldManager: 'stack' } }));
    const { signal } = new AbortController();
    const context = { client, signal, stopping: signal, log: silentLogger, attempt: 0, priority: 0, reasons: [] };
    const parts = { host: {} as never, controller: 'stack' };
    const reconciler = adaptObjectReconciler(
      Stack as unknown as Kind,
      objectReconciler(definition, 'stack', parts),
      'stack',
    );
    await reconciler.reconcile(this.key, { ...context, reconcileId: '' });
  }

  /** All objects of both namespaces. */
  async seen(): Promise<readonly Seen[]> {
    const uid = (await this.client.find(Stack, this.key))?.metadata.uid;
    const found: Seen[] = [];
    for (const far of [false, true])
      for (const kind of ['ConfigMap', 'Secret'] as const) {
        const { items } = await this.client.list(kinds[kind] as Kind<ConfigMap>, { namespace: this.namespaceOf(far) });
        found.push(...items.map((item) => seenOf(item as ConfigMap, { kind, far, uid })));
      }
    return found.filter(({ name }) => name !== 'kube-root-ca.crt');
  }

  /** What the garbage collector of a cluster does at the end of a deletion in the foreground. */
  async collect(): Promise<void> {
    for (const spot of await this.seen()) {
      const object = await this.client.find(this.refOf(spot).kind, this.refOf(spot));
      if (object?.metadata.deletionTimestamp === undefined) continue;
      await this.client.patch(this.refOf(spot), { type: 'merge', body: { metadata: { finalizers: null } } });
    }
  }
}

function seenOf({ metadata, data }: ConfigMap, where: Pick<Spot, 'kind' | 'far'> & { uid: string | undefined }): Seen {
  const { kind, far, uid: owner } = where;
  const text = data?.['data'] ?? '';
  const isLabeled = owner !== undefined && metadata.labels?.['kbts.dev/owner-uid'] === owner;
  return {
    kind,
    far,
    name: metadata.name ?? '',
    uid: metadata.uid ?? '',
    version: metadata.resourceVersion ?? '',
    data: kind === 'Secret' ? Buffer.from(text, 'base64').toString() : text,
    child: isLabeled ? metadata.annotations?.['kbts.dev/child']?.replace(/^stack\//, '') : undefined,
    isOwned: metadata.ownerReferences?.some(({ uid }) => uid === owner) ?? false,
    isKept: metadata.annotations?.['kbts.dev/keep'] !== undefined,
  };
}

/** The index of a cache finds objects by this label. */
function listedByLabel(client: Client): Client {
  const list = (kind: Kind, { index, ...options }: ListOptions = {}) =>
    client.list(kind, index ? { ...options, labels: { 'kbts.dev/owner-uid': index.value } } : options);
  return new Proxy(client, {
    get(target, name) {
      if (name === 'list') return list;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
