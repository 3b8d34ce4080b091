/** Event recorders of a manager, one per controller. */
import { hostname } from 'node:os';
import type { Client } from '../client/client.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { EventRecorder } from '../recorder/event-recorder.js';
import type { LeaderFence } from './leader-fence.js';

/** What recorders need of the manager. */
export interface RecorderParts {
  readonly client: Client;
  readonly log: Logger;
  readonly clock: Clock;
  cluster?(name: string): { readonly client: Client };
}

/** Makes recorders on demand and closes them together. */
export class Recorders {
  readonly #parts: RecorderParts;
  readonly #fence: Pick<LeaderFence, 'asAnyone'>;
  readonly #recorders = new Map<string, EventRecorder>();

  constructor(parts: RecorderParts, fence: Pick<LeaderFence, 'asAnyone'>) {
    this.#parts = parts;
    this.#fence = fence;
  }

  /** The recorder of a controller; always the same one. */
  of(controller: string, cluster?: string): EventRecorder {
    const { log, clock } = this.#parts;
    const key = cluster === undefined ? controller : `${cluster}#${controller}`;
    const known = this.#recorders.get(key);
    if (known) return known;
    const client = this.#unfenced(cluster);
    const recorder = new EventRecorder({ client, controller, host: hostname(), log, clock });
    this.#recorders.set(key, recorder);
    return recorder;
  }

  /** Events are sent in the background and at the end, when the lease has been given up: they hurt no successor. */
  #unfenced(cluster: string | undefined): Pick<Client, 'create' | 'patch'> {
    const { client } = cluster === undefined ? this.#parts : (this.#parts.cluster?.(cluster) ?? this.#parts);
    return {
      create: (...given) => this.#fence.asAnyone(() => client.create(...given)),
      patch: (...given) => this.#fence.asAnyone(() => client.patch(...given)),
    };
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    await Promise.all([...this.#recorders.values()].map((recorder) => recorder.close()));
  }
}
