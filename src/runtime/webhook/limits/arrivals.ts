/**
 * Memory for bodies that have not arrived completely, or that wait for memory. A caller that holds it for long is
 * evicted when another one needs it, so a stalled sender keeps nobody out.
 */

/** The memory of one arriving body. */
export interface Arrival {
  /** Asks for more bytes. Evicts other bodies when the memory is short; `too large` when they could never fit. */
  grow(bytes: number): 'granted' | 'busy' | 'too large';
  /** Returns the memory; further calls do nothing. */
  release(): void;
}

/** Bytes, and the sum of the times at which each of them was granted. */
interface Held {
  bytes: number;
  since: number;
}

interface Body extends Held {
  isOver: boolean;
  readonly address: string;
  readonly evict: () => void;
}

interface Caller extends Held {
  /** The oldest comes first. */
  readonly bodies: Set<Body>;
}

/** Shares a fixed number of bytes among the bodies on their way. */
export class Arrivals {
  readonly total: number;
  readonly #now: () => number;
  readonly #callers = new Map<string, Caller>();
  #free: number;

  constructor(total: number, now = () => performance.now()) {
    this.total = total;
    this.#free = total;
    this.#now = now;
  }

  get free(): number {
    return this.#free;
  }

  /** A new body from `address`. `evict` is called when others get its memory, which is then already returned. */
  begin(address: string, evict: () => void): Arrival {
    const body: Body = { bytes: 0, since: 0, isOver: false, address, evict };
    const caller = this.#callers.get(address) ?? { bytes: 0, since: 0, bodies: new Set() };
    this.#callers.set(address, caller);
    caller.bodies.add(body);
    return {
      grow: (bytes) => {
        if (body.isOver) return 'busy';
        if (bytes === 0) return 'granted';
        if (body.bytes + bytes > this.total) return 'too large';
        while (bytes > this.#free) {
          const victim = this.#victim();
          if (!victim || victim === body) return 'busy';
          this.#end(victim);
          victim.evict();
        }
        const now = this.#now();
        for (const held of [body, caller]) {
          held.bytes += bytes;
          held.since += bytes * now;
        }
        this.#free -= bytes;
        return 'granted';
      },
      release: () => this.#end(body),
    };
  }

  /**
   * The oldest body of the address that holds most for longest, in bytes times milliseconds. The API server sends a body
   * in a moment, however large; who wants to keep others out has to hold the memory.
   */
  #victim(): Body | undefined {
    // A byte that was granted just now also counts.
    const now = this.#now() + 1;
    let most = 0;
    let heaviest: Caller | undefined;
    for (const caller of this.#callers.values()) {
      const cost = caller.bytes * now - caller.since;
      if (cost > most) [most, heaviest] = [cost, caller];
    }
    for (const body of heaviest?.bodies ?? []) if (body.bytes > 0) return body;
    return undefined;
  }

  #end(body: Body): void {
    if (body.isOver) return;
    body.isOver = true;
    this.#free += body.bytes;
    const caller = this.#callers.get(body.address);
    if (!caller) return;
    caller.bytes -= body.bytes;
    caller.since -= body.since;
    caller.bodies.delete(body);
    if (caller.bodies.size === 0) this.#callers.delete(body.address);
  }
}
