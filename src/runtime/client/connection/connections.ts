/** Pools of connections, renewed when trust or client certificate change. */
import type { ClusterConfig } from '../config/cluster-config.js';
import { systemClock } from '../../clock.js';
import { connector } from './connect.js';
import { ConnectionError } from './connection-error.js';
import { ConnectionPool } from '../http1/connection-pool.js';
import type { TlsIdentity } from '../credentials/identity.js';
import type { ServerAddress } from './server-address.js';
import { type ProbeResult, StreamProbe } from './stream-probe.js';

/** Pools of one identity. Watches have their own, so that they never use up the connections of calls. */
export interface PoolPair {
  readonly calls: ConnectionPool;
  readonly streams: ConnectionPool;
  /** Checks streams, on a connection that no call shares. */
  readonly probe: StreamProbe;
  readonly kept: ConnectionPool;
}

/**
 * Idle connections are closed after this time. The API server drops them after 90 s; ours go first, so that no request
 * meets a closed one. A body that stalls for as long counts as cut.
 */
export const defaultStallTimeoutMs = 55_000;

/** After this much silence of a watch its connection is checked; noticed is a dead one within 30 s. */
export const defaultProbeMs = 15_000;

const MOST_CALLS = 128;
const MOST_IDLE_STREAMS = 16;

/** The pools in use now. */
export class Connections {
  readonly #config: ClusterConfig;
  readonly #address: ServerAddress;
  readonly #limits: ConnectionLimits;
  readonly #ask: Ask;
  #tls: TlsIdentity | undefined;
  #pair: PoolPair | undefined;

  constructor(config: ClusterConfig, address: ServerAddress, limits: ConnectionLimits, ask: Ask) {
    this.#config = config;
    this.#address = address;
    this.#limits = limits;
    this.#ask = ask;
  }

  /** Pools that connect with `tls`. Connections made with an older one finish what they do and are closed. */
  for(tls: TlsIdentity): PoolPair {
    if (this.#pair && isSame(tls, this.#tls)) return this.#pair;
    this.#pair?.calls.retire();
    this.#pair?.streams.retire();
    this.#tls = tls;
    const { insecureSkipTlsVerify, tlsServerName, proxyUrl } = this.#config;
    const { ca, cert, key } = tls;
    const connect = connector(this.#address, {
      tls: {
        ...(ca === undefined ? {} : { ca }),
        ...(cert === undefined ? {} : { cert }),
        ...(key === undefined ? {} : { key }),
        minVersion: 'TLSv1.2',
        rejectUnauthorized: !insecureSkipTlsVerify,
        servername: tlsServerName,
      },
      proxyUrl,
    });
    const { stallMs } = this.#limits;
    const calls = new ConnectionPool({ connect, stallMs, most: MOST_CALLS, mostIdle: MOST_CALLS });
    const streams = new ConnectionPool({ connect, stallMs, most: Infinity, mostIdle: MOST_IDLE_STREAMS });
    const { probeMs } = this.#limits;
    const kept = new ConnectionPool({ connect, stallMs: Math.max(stallMs, 2 * probeMs), most: 1, mostIdle: 1 });
    this.#pair = { calls, streams, kept, probe: this.#probe({ calls, streams, kept }) };
    return this.#pair;
  }

  #probe({ calls, streams, kept }: Omit<PoolPair, 'probe'>): StreamProbe {
    return new StreamProbe({
      clock: systemClock,
      everyMs: this.#limits.probeMs,
      // Calls that wait on such a connection would keep their workers until their own timeout.
      streams: () => [...streams.busy(), ...calls.busy()],
      hasKept: () => kept.hasIdle,
      // After a change of trust, only the newest pools can connect.
      ask: (timeoutMs) => this.#ask(kept.hasIdle ? kept : (this.#pair?.kept ?? kept), timeoutMs),
      onDead: () => {
        calls.dropIdle();
        streams.dropIdle();
      },
      onIdle: () => kept.dropIdle(),
    });
  }

  /** Closes everything. */
  destroy(): void {
    const { origin } = this.#address;
    const closed = (): Error => new ConnectionError('CLOSED', origin, `the connection to ${origin} was closed by us`);
    this.#pair?.calls.destroy(closed);
    this.#pair?.streams.destroy(closed);
    this.#pair?.kept.destroy(closed);
    this.#pair?.probe.stop();
    this.#pair = undefined;
  }
}

/** Asks the server for a few bytes on a connection of `pool`. */
export type Ask = (pool: ConnectionPool, timeoutMs: number) => Promise<ProbeResult>;

/** Limits of connections, in milliseconds. */
export interface ConnectionLimits {
  readonly stallMs: number;
  readonly probeMs: number;
}

function isSame(left: TlsIdentity, right: TlsIdentity | undefined): boolean {
  return left === right || (left.ca === right?.ca && left.cert === right?.cert && left.key === right?.key);
}
