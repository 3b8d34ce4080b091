/** A kind whose spec says which children it wants, and an operator that can be stopped, changed and started again. */
import { expect } from 'vitest';
import { ConfigMap, Namespace } from '../../../src/k8s/index.js';
import {
  type Condition,
  controller,
  type ControllerDraft,
  createManager,
  type CustomResource,
  defineKind,
  ignoreNotFound,
  type Part,
} from '../../../src/runtime/index.js';
import { createTransport } from '../../../src/runtime/entry/client.js';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import type { ControllerHost } from '../../../src/runtime/controller/host.js';
import type { RunningController } from '../../../src/runtime/controller/controller.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { type ControlPlane, eventually } from '../../../src/testing/index.js';

/** What the tests put into a spec. */
export interface StackSpec {
  readonly data?: string;
  /** Names of objects, by child. */
  readonly wanted?: Readonly<Record<string, readonly string[]>>;
  readonly pending?: readonly string[];
  readonly broken?: readonly string[];
  readonly secret?: string;
}

export interface Stack extends CustomResource<StackSpec, { seen?: string[]; conditions?: Condition[] }> {
  apiVersion: 'test.kbts.dev/v1';
  kind: 'Stack';
}

export const Stack = defineKind<Stack>({
  group: 'test.kbts.dev',
  version: 'v1',
  kind: 'Stack',
  plural: 'stacks',
  scope: 'Namespaced',
  subresources: { status: true },
});

export const crds = ['test/runtime/children/testdata/stacks.yaml'];

/** One namespace of a control plane, with an operator for the Stacks in it. */
export class Place {
  readonly plane: ControlPlane;
  readonly namespace: string;
  #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();

  static async open(plane: ControlPlane, namespace: string): Promise<Place> {
    await plane.client.create(new Namespace({ metadata: { name: namespace } }));
    return new Place(plane, namespace);
  }

  constructor(plane: ControlPlane, namespace: string) {
    this.plane = plane;
    this.namespace = namespace;
  }

  /** A chain for the Stacks of this namespace. */
  stacks(): ControllerDraft<Stack> {
    return controller(Stack, { predicates: [({ object }) => object.metadata.namespace === this.namespace] });
  }

  /** Starts an operator; one that runs is stopped first. `wrap` may come between it and the API server. */
  async run(
    part: Part<ControllerHost, RunningController>,
    wrap: (transport: Transport) => Transport = (transport) => transport,
  ): Promise<void> {
    await this.stop();
    this.#stop = new AbortController();
    const options = { metrics: false, health: false, leaderElection: false, log: silentLogger } as const;
    const transport = wrap(createTransport(this.plane.config));
    const manager = await createManager({ config: this.plane.config, transport, ...options });
    manager.add(part);
    this.#running = manager.start(this.#stop.signal);
    this.#running.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#running.catch(() => undefined);
  }

  /** Stops the operator, and deletes the Stacks, which later operators would reconcile when their children change. */
  async close(): Promise<void> {
    await this.stop();
    const { items } = await this.plane.client.list(Stack, { namespace: this.namespace });
    for (const stack of items) {
      await this.plane.client.patch(stack, { type: 'merge', body: { metadata: { finalizers: null } } });
      await ignoreNotFound(this.plane.client.delete(stack));
    }
  }

  key(name: string): { name: string; namespace: string } {
    return { name, namespace: this.namespace };
  }

  create(spec: StackSpec = {}, name = 'a') {
    return this.plane.client.create(new Stack({ metadata: this.key(name), spec }));
  }

  change(spec: object, name = 'a') {
    return this.plane.client.patch({ kind: Stack, ...this.key(name) }, { type: 'merge', body: { spec } });
  }

  stack(name = 'a') {
    return this.plane.client.get(Stack, this.key(name));
  }

  /** Data of the ConfigMaps in this namespace, by name. */
  async maps(): Promise<Record<string, string>> {
    const { items } = await this.plane.client.list(ConfigMap, { namespace: this.namespace });
    const own = items.filter(({ metadata }) => metadata.name !== 'kube-root-ca.crt');
    return Object.fromEntries(own.map(({ metadata, data }) => [metadata.name ?? '', data?.['data'] ?? '']));
  }

  async hasMaps(expected: Record<string, string>): Promise<void> {
    await eventually(async () => expect(await this.maps()).toEqual(expected));
  }

  /** Waits until the operator has seen the newest spec and has reported this condition. */
  async hasCondition(type: string, expected: Partial<Condition>, name = 'a'): Promise<void> {
    await eventually(async () => {
      const { metadata, status } = await this.stack(name);
      const found = status?.conditions?.find((one) => one.type === type);
      expect(found).toMatchObject({ ...expected, observedGeneration: metadata.generation });
    });
  }
}

/** A ConfigMap with the data of the stack. */
export function mapOf(name: string, { data = '' }: StackSpec = {}, namespace?: string): ConfigMap {
  return new ConfigMap({ metadata: { name, ...(namespace ? { namespace } : {}) }, data: { data } });
}
