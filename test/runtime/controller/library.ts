/** Kinds and controllers for tests on a real API server. */
import { controller, type ControllerBuilder } from '../../../src/runtime/controller/builder.js';
import type { ReconcileContext, Request, Result } from '../../../src/runtime/controller/reconcile.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { createManager, type Manager } from '../../../src/runtime/manager/manager.js';
import type { ManagerOptions } from '../../../src/runtime/manager/manager-options.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { type ControlPlane, eventually } from '../../../src/testing/index.js';
import { trail } from './fake-host.js';

export interface Book extends KubeObject {
  spec?: { pages?: number };
  status?: { read?: number };
}
export const Book = defineKind<Book>({
  group: 'library.example.com',
  version: 'v1',
  kind: 'Book',
  plural: 'books',
  scope: 'Namespaced',
  subresources: { status: true },
});

export interface ConfigMap extends KubeObject {
  data?: Record<string, string>;
}
export const ConfigMap = defineKind<ConfigMap>({
  group: '',
  version: 'v1',
  kind: 'ConfigMap',
  plural: 'configmaps',
  scope: 'Namespaced',
});

export const Namespace = defineKind<KubeObject>({
  group: '',
  version: 'v1',
  kind: 'Namespace',
  plural: 'namespaces',
  scope: 'Cluster',
});

type Reconcile = (request: Request, context: ReconcileContext) => Promise<Result> | Result;

/** One controller that writes down why it runs. */
export class Shelf implements AsyncDisposable {
  readonly namespace: string;
  readonly runs: string[] = [];
  readonly manager: Manager;
  readonly #stop = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #marks = 0;

  private constructor(manager: Manager, namespace: string) {
    this.manager = manager;
    this.namespace = namespace;
  }

  /** Starts a manager that watches one new namespace. */
  static async open(
    plane: ControlPlane,
    namespace: string,
    more: {
      reconcile?: Reconcile;
      build?: (builder: ControllerBuilder<Book>) => ControllerBuilder<Book>;
      options?: ManagerOptions;
    } = {},
  ): Promise<Shelf> {
    await plane.client.apply(Namespace, { metadata: { name: namespace } }, { fieldManager: 'test' });
    const manager = await createManager({
      config: plane.config,
      log: silentLogger,
      cache: { default: { namespaces: [namespace] } },
      ...more.options,
    });
    const shelf = new Shelf(manager, namespace);
    const { build = (builder) => builder, reconcile = () => undefined } = more;
    build(controller(manager).for(Book)).complete({
      async reconcile(request, context) {
        shelf.runs.push(`${request.name}: ${trail(context.reasons).join(', ')}`);
        return reconcile(request, context);
      },
    });
    shelf.#running = manager.start(shelf.#stop.signal);
    await manager.elected;
    await eventually(() => manager.cache.synced());
    return shelf;
  }

  key(name: string): { namespace: string; name: string } {
    return { namespace: this.namespace, name };
  }

  /**
   * What has run since the last call, without the marks of this method, once everything before it has been handled. The
   * second mark comes after all that reconciles wrote before they saw the first.
   */
  async settled(plane: ControlPlane, kinds: 'books' | 'both' = 'books'): Promise<string[]> {
    await this.#mark(plane, kinds);
    await this.#mark(plane, kinds);
    return this.runs.splice(0).filter((run) => !run.startsWith('mark-'));
  }

  async #mark(plane: ControlPlane, kinds: 'books' | 'both'): Promise<void> {
    const mark = `mark-${this.#marks++}`;
    const metadata = this.key(mark);
    await plane.client.create(new Book({ metadata }));
    await this.#seen(`${mark}: create Book`);
    if (kinds === 'books') return;
    const ownerReferences = [
      { apiVersion: 'library.example.com/v1', kind: 'Book', name: mark, uid: 'none', controller: true },
    ];
    await plane.client.create(new ConfigMap({ metadata: { ...metadata, ownerReferences } }));
    await this.#seen(`${mark}: create ConfigMap`);
  }

  async #seen(prefix: string): Promise<void> {
    await eventually(() => {
      if (!this.runs.some((run) => run.startsWith(prefix))) throw new Error(`no ${prefix} in ${this.runs.join('; ')}`);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }
}
