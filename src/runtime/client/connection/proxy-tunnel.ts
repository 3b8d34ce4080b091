/** A connection to a server through a proxy. */
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { socksConnect } from './socks.js';

/** Where the connection is to end. */
export interface Destination {
  readonly host: string;
  readonly port: number;
}

/** Longest silence of a proxy, or of a server behind it, while a connection is made. */
const SILENCE_MS = 30_000;

/** Resolves to a socket whose other end is the destination. Supports `http`, `https` and `socks5` proxies. */
export function openTunnel(proxyUrl: string, destination: Destination, silenceMs = SILENCE_MS): Promise<Socket> {
  const proxy = new URL(proxyUrl);
  switch (proxy.protocol) {
    case 'http:':
    case 'https:':
      return httpTunnel(proxy, destination, silenceMs);
    case 'socks5:':
    case 'socks5h:':
      return socksTunnel(proxy, destination, silenceMs);
    default:
      throw new TypeError(`proxy ${proxy.protocol}// is not supported; use http://, https:// or socks5://`);
  }
}

async function httpTunnel(proxy: URL, { host, port }: Destination, silenceMs: number): Promise<Socket> {
  const authority = `${net.isIPv6(host) ? `[${host}]` : host}:${port}`;
  // Loaded late, as few operators have a proxy.
  const { request: send } = await (proxy.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve, reject) => {
    const request = send({
      host: proxy.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.port || (proxy.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      agent: false,
      headers: { host: authority, ...proxyAuthorization(proxy) },
      timeout: silenceMs,
    });
    request.on('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      reject(proxyError(proxy, `it answered ${response.statusCode} ${response.statusMessage ?? ''}`));
    });
    request.on('response', (response) => {
      response.destroy();
      reject(proxyError(proxy, `it answered ${response.statusCode}`));
    });
    request.on('timeout', () => request.destroy(new Error('it does not answer')));
    request.on('error', (cause) => reject(proxyError(proxy, cause.message, cause)));
    request.end();
  });
}

async function socksTunnel(proxy: URL, destination: Destination, silenceMs: number): Promise<Socket> {
  const socket = net.connect({ host: proxy.hostname.replace(/^\[|\]$/g, ''), port: Number(proxy.port || 1080) });
  socket.setTimeout(silenceMs, () => socket.destroy(new Error('it does not answer')));
  try {
    await socksConnect(socket, destination, {
      username: decodeURIComponent(proxy.username),
      password: decodeURIComponent(proxy.password),
    });
    return socket.setTimeout(0).removeAllListeners('timeout');
  } catch (cause) {
    socket.destroy();
    throw proxyError(proxy, cause instanceof Error ? cause.message : String(cause), cause);
  }
}

/** TLS with the destination, inside the tunnel. */
export function encrypt(
  socket: Socket,
  options: tls.ConnectionOptions,
  silenceMs = SILENCE_MS,
): Promise<tls.TLSSocket> {
  return new Promise((resolve, reject) => {
    const secure = tls.connect({ ...options, socket });
    const timer = setTimeout(() => secure.destroy(new Error('no answer to the TLS handshake')), silenceMs);
    secure.once('close', () => clearTimeout(timer));
    secure.once('error', reject);
    secure.once('secureConnect', () => {
      clearTimeout(timer);
      secure.removeListener('error', reject);
      resolve(secure);
    });
  });
}

function proxyAuthorization(proxy: URL): Record<string, string> {
  if (proxy.username === '') return {};
  const pair = `${decodeURIComponent(proxy.username)}:${decodeURIComponent(proxy.password)}`;
  return { 'proxy-authorization': `Basic ${Buffer.from(pair).toString('base64')}` };
}

/** Without the password that may be part of the address. */
function proxyError(proxy: URL, why: string, cause?: unknown): Error {
  return Object.assign(new Error(`proxy ${proxy.protocol}//${proxy.host}: ${why}`, { cause }), { code: 'PROXY' });
}
