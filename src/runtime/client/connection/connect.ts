/** Sockets to an API server, directly or through a proxy, encrypted or not. */
import net, { type Socket } from 'node:net';
import tls from 'node:tls';
import { encrypt, openTunnel } from './proxy-tunnel.js';
import type { ServerAddress } from './server-address.js';

/** Opens sockets that are ready for the first request. */
export type Connect = () => Promise<Socket>;

/** TLS settings; left out for a server that does not speak TLS. */
export type ConnectTls = tls.SecureContextOptions & Pick<tls.ConnectionOptions, 'rejectUnauthorized' | 'servername'>;

/** Longest time for TCP and TLS together. */
const HANDSHAKE_MS = 30_000;
/** How long the kernel waits before it asks whether an idle connection is still there. */
const PROBE_MS = 30_000;

/** Connects to `address`. Certificates are read once, and TLS sessions are resumed. */
export function connector(address: ServerAddress, options: { tls: ConnectTls; proxyUrl?: string }): Connect {
  const { hostname: host, port } = address;
  const { proxyUrl } = options;
  if (!address.isTls) return async () => prepared(await plainSocket(host, port, proxyUrl));
  const { rejectUnauthorized, servername, ...material } = options.tls;
  let secureContext: tls.SecureContext | undefined;
  let session: Buffer | undefined;
  return async () => {
    secureContext ??= tls.createSecureContext(material);
    const settings: tls.ConnectionOptions = {
      host,
      secureContext,
      rejectUnauthorized,
      // An address is not a server name.
      servername: servername ?? (net.isIP(host) === 0 ? host : undefined),
      ALPNProtocols: ['http/1.1'],
      session,
    };
    const socket = proxyUrl === undefined ? tls.connect({ ...settings, port }) : undefined;
    const secure = socket
      ? await connected(socket, 'secureConnect')
      : await encrypt(await plainSocket(host, port, proxyUrl), settings);
    secure.on('session', (ticket) => (session = ticket));
    return prepared(secure);
  };
}

async function plainSocket(host: string, port: number, proxyUrl: string | undefined): Promise<Socket> {
  if (proxyUrl !== undefined) return openTunnel(proxyUrl, { host, port });
  return connected(net.connect({ host, port }), 'connect');
}

function connected<S extends Socket>(socket: S, event: 'connect' | 'secureConnect'): Promise<S> {
  return new Promise((resolve, reject) => {
    const late = (): Error => Object.assign(new Error('no connection in time'), { code: 'ETIMEDOUT' });
    const timer = setTimeout(() => socket.destroy(late()), HANDSHAKE_MS);
    const onClose = (): void => reject(Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' }));
    const settle = (): void => {
      clearTimeout(timer);
      socket.removeListener('close', onClose);
    };
    const onError = (error: Error): void => {
      settle();
      reject(error);
    };
    socket.once('error', onError);
    socket.once('close', onClose);
    socket.once(event, () => {
      settle();
      socket.removeListener('error', onError);
      resolve(socket);
    });
  });
}

function prepared<S extends Socket>(socket: S): S {
  socket.setNoDelay(true);
  socket.setKeepAlive(true, PROBE_MS);
  return socket;
}
