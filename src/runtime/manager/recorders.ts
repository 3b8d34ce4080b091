/** Event recorders of a manager, one per controller. */
import { hostname } from 'node:os';
import type { Client } from '../client/client.js';
import type { Clock } from '../clock.js';
import type { Logger } from '../log/logger.js';
import { EventRecorder } from '../recorder/event-recorder.js';

/** Makes recorders on demand and closes them together. */
export class Recorders {
  readonly #parts: { readonly client: Client; readonly log: Logger; readonly clock: Clock };
  readonly #recorders = new Map<string, EventRecorder>();

  constructor(parts: { readonly client: Client; readonly log: Logger; readonly clock: Clock }) {
    this.#parts = parts;
  }

  /** The recorder of a controller; always the same one. */
  of(controller: string): EventRecorder {
    const { client, log, clock } = this.#parts;
    const known = this.#recorders.get(controller);
    if (known) return known;
    const recorder = new EventRecorder({ client, controller, host: hostname(), log, clock });
    this.#recorders.set(controller, recorder);
    return recorder;
  }

  /** Sends what is left. */
  async close(): Promise<void> {
    await Promise.all([...this.#recorders.values()].map((recorder) => recorder.close()));
  }
}
