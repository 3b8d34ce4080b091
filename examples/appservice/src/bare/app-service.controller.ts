import type { Cache, Client, EventRecorder, Informer, Logger, Stored } from 'kbts/runtime';
import { keyOf } from 'kbts/runtime/cache';
import { isSatisfiedBy } from 'kbts/runtime/object';
import { WorkQueue } from 'kbts/runtime/queue';
import { Deployment } from 'kbts/k8s/apps/v1';
import { AppService } from '../api/v1alpha1/index.js';
import { deploymentFor, deploymentKeyOf, isControlledBy } from '../controller/app-service.deployment.js';

/** What the controller works with. */
export interface Parts {
  readonly client: Client;
  readonly cache: Cache;
  readonly events: EventRecorder;
  readonly log: Logger;
}

const byDeployment = 'deployment';

/**
 * The same controller as in src/controller, put together by hand: informers fill stores and a queue, workers take keys
 * from the queue, look into the stores, and write to the API server.
 */
export class AppServiceController {
  readonly #parts: Parts;
  readonly #queue = new WorkQueue();
  readonly #appServices: Informer<AppService>;
  readonly #deployments: Informer<Deployment>;

  /** Makes the informers. They begin to watch with `run`. */
  static async create(parts: Parts): Promise<AppServiceController> {
    parts.cache.index(AppService, byDeployment, (appService) => [deploymentKeyOf(appService)]);
    const appServices = await parts.cache.informer(AppService);
    const deployments = await parts.cache.informer(Deployment);
    return new AppServiceController(parts, appServices, deployments);
  }

  private constructor(parts: Parts, appServices: Informer<AppService>, deployments: Informer<Deployment>) {
    this.#parts = parts;
    this.#appServices = appServices;
    this.#deployments = deployments;
    appServices.on(({ object }) => this.#queue.add(keyOf(object.metadata)));
    deployments.on(({ object }) => this.#enqueueUsersOf(object));
  }

  /** Works until the signal aborts; resolves when the last key is done. */
  async run(signal: AbortSignal, workers = 2): Promise<void> {
    const { cache, log } = this.#parts;
    cache.start();
    // With half a store, every Deployment that is not there yet would be made a second time.
    await cache.synced({ signal });
    log.info('caches are filled, workers start', { workers });
    signal.addEventListener('abort', () => this.#queue.shutDown(), { once: true });
    await Promise.all(Array.from({ length: workers }, () => this.#work()));
    log.info('workers have ended');
  }

  #enqueueUsersOf({ metadata }: Stored<Deployment>): void {
    for (const appService of this.#appServices.store.byIndex(byDeployment, keyOf(metadata)))
      this.#queue.add(keyOf(appService.metadata));
  }

  /** One worker. The queue never gives the same key to two of them at a time. */
  async #work(): Promise<void> {
    for (let taken = await this.#queue.take(); taken; taken = await this.#queue.take()) {
      const { key } = taken;
      try {
        await this.#sync(key);
        this.#queue.forget(key);
      } catch (error) {
        this.#parts.log.error('cannot sync', { key, error });
        this.#queue.add(key, { rateLimited: true });
      } finally {
        this.#queue.done(key);
      }
    }
  }

  /** Compares what is there with what should be. Stores may be a moment late; then the API server refuses, and we retry. */
  async #sync(key: string): Promise<void> {
    const { events } = this.#parts;
    const appService = this.#appServices.store.get(key);
    if (appService === undefined || appService.metadata.deletionTimestamp !== undefined) return;

    const present = this.#deployments.store.get(deploymentKeyOf(appService));
    if (present && !isControlledBy(present, appService)) {
      const note = `the Deployment ${present.metadata.name} exists already and belongs to somebody else`;
      events.event(appService, { type: 'Warning', reason: 'ErrResourceExists', note });
      return;
    }
    const deployment = await this.#keep(appService, present);
    await this.#report(appService, deployment.status?.availableReplicas ?? 0);
  }

  async #keep(appService: Stored<AppService>, present?: Stored<Deployment>): Promise<Stored<Deployment>> {
    const { client, events } = this.#parts;
    const wanted = deploymentFor(appService);
    if (present && isSatisfiedBy(wanted.spec, present.spec)) return present;
    const deployment = present
      ? await client.patch(present, { type: 'merge', body: { spec: wanted.spec } })
      : await client.create(wanted);
    const note = `${present ? 'changed' : 'created'} the Deployment ${deployment.metadata.name}`;
    events.event(appService, { reason: 'Synced', note, related: deployment });
    return deployment;
  }

  async #report(appService: Stored<AppService>, availableReplicas: number): Promise<void> {
    if (appService.status?.availableReplicas === availableReplicas) return;
    const status = { availableReplicas };
    await this.#parts.client.status.patch(appService, { type: 'merge', body: { status } });
  }
}
