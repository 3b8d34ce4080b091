/** What a proxy does to requests: the combination of the effects of all faults that are in force. */
import type { SharingCounter } from './overlaps.js';

export interface StatusWeather {
  readonly code: number;
  readonly retryAfterSeconds?: number;
  /** The share of requests that get this status; the rest are passed on. */
  readonly share: number;
}

/** What is done to requests that arrive now. */
export interface Weather {
  /** Milliseconds before a request is passed on. */
  delayMs?: number;
  /** Answered with this status instead of being passed on. */
  status?: StatusWeather;
  /** Bytes of a response after which the connection is cut. */
  truncateAfter?: number;
  /** Only responses to this method are cut. */
  truncateMethod?: string;
  /** Nothing is passed on in either direction, but nothing is closed: the other side seems asleep. */
  isFrozen?: boolean;
  /** New connections are closed immediately. */
  isRefusing?: boolean;
  /** The server seems to be one that cannot stream lists. */
  isOld?: boolean;
  /** Every watch is refused because its version is gone. */
  isGone?: boolean;
  /** Milliseconds by which answers to reads are late, events of watches included: they show an old state by then. */
  readDelayMs?: number;
}

interface Layer {
  readonly weather: Weather;
  /** Requests that reached the status of this layer. */
  requests: number;
}

/**
 * Each fault adds a layer and removes only its own, so a fault that ends cannot end another one.
 * Delays add up, the shortest truncation applies, and a status applies to the requests that newer
 * layers let through.
 */
export class WeatherLayers {
  readonly #layers = new Set<Layer>();
  readonly #counter: SharingCounter | undefined;
  #base: Layer = { weather: {}, requests: 0 };

  constructor(counter?: SharingCounter) {
    this.#counter = counter;
  }

  /** Weather of no fault, beneath all layers. */
  get base(): Weather {
    return this.#base.weather;
  }

  set base(weather: Weather) {
    this.#base = { weather, requests: 0 };
  }

  /** Returns a function that removes the layer. */
  add(weather: Weather): () => void {
    for (const key of keysOf(weather))
      if ([...this.#layers].some((other) => other.weather[key] !== undefined)) this.#counter?.shared(key);
    const layer = { weather, requests: 0 };
    this.#layers.add(layer);
    return () => void this.#layers.delete(layer);
  }

  get isFrozen(): boolean {
    return this.#all().some(({ weather }) => weather.isFrozen === true);
  }

  get isRefusing(): boolean {
    return this.#all().some(({ weather }) => weather.isRefusing === true);
  }

  get isOld(): boolean {
    return this.#all().some(({ weather }) => weather.isOld === true);
  }

  get isGone(): boolean {
    return this.#all().some(({ weather }) => weather.isGone === true);
  }

  get readDelayMs(): number {
    return this.#all().reduce((sum, { weather }) => sum + (weather.readDelayMs ?? 0), 0);
  }

  get delayMs(): number {
    return this.#all().reduce((sum, { weather }) => sum + (weather.delayMs ?? 0), 0);
  }

  /** The status for one more request; undefined when it is to be passed on. */
  nextStatus(): StatusWeather | undefined {
    for (const layer of this.#all().reverse()) {
      const { status } = layer.weather;
      if (status && layer.requests++ % 10 < status.share * 10) return status;
    }
    return undefined;
  }

  /** Bytes after which a response to `method` is cut; undefined when it is not. */
  truncateAfter(method: string | undefined): number | undefined {
    const limits = this.#all().flatMap(({ weather: { truncateAfter, truncateMethod = method } }) =>
      truncateAfter === undefined || truncateMethod !== method ? [] : [truncateAfter],
    );
    return limits.length === 0 ? undefined : Math.min(...limits);
  }

  /** For messages. */
  describe(): string {
    return JSON.stringify(this.#all().flatMap(({ weather }) => (keysOf(weather).length === 0 ? [] : [weather])));
  }

  /** The oldest first. */
  #all(): Layer[] {
    return [this.#base, ...this.#layers];
  }
}

function keysOf(weather: Weather): (keyof Weather)[] {
  return Object.keys(weather) as (keyof Weather)[];
}
