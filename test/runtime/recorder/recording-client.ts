/** Takes events in memory; calls can be made to fail. */
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import type { Client } from '../../../src/runtime/client/client.js';
import type { Event } from '../../../src/runtime/recorder/event.js';

export class RecordingClient {
  readonly events = new Map<string, Event>();
  readonly calls: string[] = [];
  /** Thrown by the next calls, one after the other; undefined lets one pass. */
  failures: (Error | undefined)[] = [];

  get client(): Pick<Client, 'create' | 'patch'> {
    const create = async (event: Event): Promise<Event> => {
      this.#fail('create');
      const name = event.metadata.name ?? '';
      if (this.events.has(name)) throw new ApiError({ code: 409, reason: 'AlreadyExists' });
      this.events.set(name, event);
      return event;
    };
    const patch = async (target: { name: string }, { body }: { body: Partial<Event> }): Promise<Event> => {
      this.#fail('patch');
      const event = this.events.get(target.name);
      if (!event) throw new ApiError({ code: 404, reason: 'NotFound' });
      const changed = { ...event, ...body };
      this.events.set(target.name, changed);
      return changed;
    };
    return { create, patch } as unknown as Pick<Client, 'create' | 'patch'>;
  }

  /** What is stored, as `note` or `note ×count`. */
  get notes(): string[] {
    return [...this.events.values()].map(({ note, series }) => (series ? `${note} ×${series.count}` : `${note}`));
  }

  #fail(call: string): void {
    this.calls.push(call);
    const failure = this.failures.shift();
    if (failure) throw failure;
  }
}
