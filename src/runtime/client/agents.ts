/** Keep-alive connection pools, renewed when trust or client certificate change. */
import http from 'node:http';
import https from 'node:https';
import type { ClusterConfig } from './cluster-config.js';
import type { TlsIdentity } from './identity.js';

/** Pools of one identity. Watches have their own, so that they never use up the connections of calls. */
export interface AgentPair {
  readonly calls: http.Agent;
  readonly streams: http.Agent;
}

/** Makes agents that reach `config.server`; a proxy's agents tunnel. */
export type AgentFactory = (tls: https.AgentOptions, pool: http.AgentOptions) => http.Agent;

/**
 * Idle connections are closed after this time. The API server drops them after 90 s; ours go first, so that no request
 * meets a closed one. A body that stalls for as long counts as cut.
 */
export const defaultStallTimeoutMs = 55_000;

/** The pools in use now. */
export class Agents {
  readonly #config: ClusterConfig;
  readonly #create: AgentFactory;
  #tls: TlsIdentity | undefined;
  #pair: AgentPair | undefined;

  readonly #pool: http.AgentOptions;

  constructor(config: ClusterConfig, stallTimeoutMs: number, create: AgentFactory = directAgent(config.server)) {
    this.#config = config;
    this.#create = create;
    this.#pool = { keepAlive: true, keepAliveMsecs: 30_000, timeout: stallTimeoutMs, scheduling: 'lifo' };
  }

  /** Pools that connect with `tls`. Connections made with an older one finish what they do and are closed. */
  for(tls: TlsIdentity): AgentPair {
    if (this.#pair && isSame(tls, this.#tls)) return this.#pair;
    this.retire();
    this.#tls = tls;
    const options: https.AgentOptions = {
      ...tls,
      minVersion: 'TLSv1.2',
      ALPNProtocols: ['http/1.1'],
      rejectUnauthorized: !this.#config.insecureSkipTlsVerify,
      ...(this.#config.tlsServerName === undefined ? {} : { servername: this.#config.tlsServerName }),
    };
    this.#pair = {
      calls: withOneName(this.#create(options, { ...this.#pool, maxSockets: 128, maxFreeSockets: 128 })),
      streams: withOneName(this.#create(options, { ...this.#pool, maxSockets: Infinity, maxFreeSockets: 16 })),
    };
    return this.#pair;
  }

  /** Closes idle connections now and busy ones when they are done. */
  retire(): void {
    if (!this.#pair) return;
    for (const agent of [this.#pair.calls, this.#pair.streams]) {
      agent.maxFreeSockets = 0;
      for (const sockets of Object.values(agent.freeSockets)) sockets?.forEach((socket) => socket.destroy());
    }
    this.#pair = undefined;
  }

  /** Closes everything. */
  destroy(): void {
    this.#pair?.calls.destroy();
    this.#pair?.streams.destroy();
    this.#pair = undefined;
  }
}

function directAgent(server: string): AgentFactory {
  const isTls = new URL(server).protocol === 'https:';
  return (tls, poolOptions) => (isTls ? new https.Agent({ ...poolOptions, ...tls }) : new http.Agent(poolOptions));
}

/**
 * Node finds a free connection by a text of all options, certificates included, that it puts together for each request.
 * Our agents know one server and one identity, so any text will do.
 */
function withOneName(agent: http.Agent): http.Agent {
  return Object.assign(agent, { getName: () => 'server' });
}

function isSame(left: TlsIdentity, right: TlsIdentity | undefined): boolean {
  return left.ca === right?.ca && left.cert === right?.cert && left.key === right?.key;
}
