/** Keep-alive pools whose connections go through a proxy. */
import http from 'node:http';
import https from 'node:https';
import type { Socket } from 'node:net';
import type tls from 'node:tls';
import { callbackify } from 'node:util';
import type { AgentFactory } from './agents.js';
import { encrypt, openTunnel } from './proxy-tunnel.js';

/** Agents that tunnel to `server` through `proxyUrl`. */
export function proxyAgent(server: string, proxyUrl: string): AgentFactory {
  const isTls = new URL(server).protocol === 'https:';
  return (tlsOptions, pool) => {
    const agent = isTls ? new https.Agent({ ...pool, ...tlsOptions }) : new http.Agent(pool);
    const connect = async (options: tls.ConnectionOptions): Promise<Socket> => {
      const tunnel = await openTunnel(proxyUrl, { host: String(options.host), port: Number(options.port) });
      tunnel.setKeepAlive(true, pool.keepAliveMsecs);
      const socket = isTls
        ? await encrypt(tunnel, { ...tlsOptions, host: options.host, servername: nameOf(options) })
        : tunnel;
      return socket.setTimeout(pool.timeout ?? 0);
    };
    // Node's agents take a connection that comes later through a callback.
    return Object.assign(agent, { createConnection: callbackify(connect) });
  };
}

/** Addresses are no server names. */
function nameOf({ servername, host }: tls.ConnectionOptions): string | undefined {
  return servername || (host && !/^[\d.]+$|:/.test(host) ? host : undefined);
}
