/**
 * Notices watches whose connection no longer delivers anything. A proxy, a load balancer or a gateway that loses its state
 * leaves connections open on both sides, which TCP keep-alive does not notice, and a watch that is silent looks like one
 * without changes. A connection that is as old as the watches is asked for an answer from time to time. When it gives none,
 * but a new one does, the old ones are dead.
 */
import type { Clock, Timer } from '../../clock.js';

/** A stream that waits for bytes. */
export interface ProbedStream {
  /** When the last byte came, by the clock of the probe. */
  readonly heardAt: number;
  /** Ends it, so that its user connects again. */
  abandon(): void;
}

/** How a request for a few bytes ended. `unknown`: neither an answer nor silence, such as a refused connection. */
export type ProbeResult = 'answered' | 'silent' | 'unknown';

/** What a probe works with. */
export interface StreamProbeParts {
  readonly clock: Clock;
  /** How long all is quiet before the connection is asked. */
  readonly everyMs: number;
  /** Streams that are open now. */
  readonly streams: () => Iterable<ProbedStream>;
  /** Whether there is a connection from earlier requests, which the next one uses. */
  readonly hasKept: () => boolean;
  /** Asks for an answer within `timeoutMs`. After silence the next request uses a new connection. */
  readonly ask: (timeoutMs: number) => Promise<ProbeResult>;
  /** Streams were ended: other connections of that age are not to be trusted either. */
  readonly onDead: () => void;
  /** The last stream is gone. */
  readonly onIdle: () => void;
}

/** Shares of the interval. The old connection may take longer than the new one, so that a slow server keeps its watches. */
const [OLD_SHARE, NEW_SHARE] = [2 / 3, 1 / 3];
/** The connection that is asked is made soon after a stream, so that it is about as old. */
const FIRST_SHARE = 1 / 30;

/** Works while there are streams. */
export class StreamProbe {
  readonly #parts: StreamProbeParts;
  #timer: Timer | undefined;
  /** The timer is there to make the connection that is asked. */
  #isSoon = false;
  #isAsking = false;
  /** When the old connection was asked that gave no answer. */
  #suspectSince: number | undefined;

  constructor(parts: StreamProbeParts) {
    this.#parts = parts;
  }

  /** There is another stream. */
  start(): void {
    const { everyMs, hasKept, clock } = this.#parts;
    if (this.#isAsking || everyMs <= 0) return;
    // What closed the connections of streams has usually closed the one that is asked, too.
    const isMissing = !hasKept();
    if (this.#timer && (this.#isSoon || !isMissing)) return;
    this.stop();
    this.#isSoon = isMissing;
    this.#timer = clock.after(isMissing ? everyMs * FIRST_SHARE : everyMs, () => void this.check());
  }

  stop(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#isSoon = false;
  }

  /** Asks now, if a stream is silent; also called when a call got no answer. */
  async check(): Promise<void> {
    const { streams, everyMs, clock, onIdle } = this.#parts;
    if (this.#isAsking || everyMs <= 0) return;
    this.stop();
    if ([...streams()].length === 0) return onIdle();
    this.#isAsking = true;
    try {
      await this.#ask();
    } finally {
      this.#isAsking = false;
    }
    this.#timer = clock.after(everyMs, () => void this.check());
  }

  async #ask(): Promise<void> {
    const { clock, everyMs, hasKept, ask, onDead } = this.#parts;
    if (this.#suspectSince === undefined) {
      const askedAt = clock.now();
      const wasKept = hasKept();
      if (wasKept && this.#silentSince(askedAt - everyMs).length === 0) return;
      // A connection that had to be made says nothing about older ones, but it will be there the next time.
      if ((await ask(everyMs * OLD_SHARE)) !== 'silent' || !wasKept) return;
      this.#suspectSince = askedAt;
    }
    // As long as a new connection does not work either, the server is away, and the watches may still be good.
    if ((await ask(everyMs * NEW_SHARE)) !== 'answered') return;
    // A stream that brought something in the meantime is alive.
    for (const stream of this.#silentSince(this.#suspectSince)) stream.abandon();
    this.#suspectSince = undefined;
    onDead();
  }

  #silentSince(time: number): ProbedStream[] {
    return [...this.#parts.streams()].filter(({ heardAt }) => heardAt <= time);
  }
}
