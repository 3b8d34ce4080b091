/** Asks a server of this process whether it takes connections. */
import { connect as connectTcp, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** Resolves after a TCP or TLS handshake with `port`; the certificate is not verified, as it is our own. */
export function dialOwnServer(
  port: number,
  { host = '', isTls, signal }: { host?: string; isTls: boolean; signal?: AbortSignal },
): Promise<void> {
  const isWildcard = host === '' || host === '0.0.0.0' || host === '::';
  const target = { host: isWildcard ? '127.0.0.1' : host, port };
  return new Promise((resolve, reject) => {
    const done = (error?: Error): void => {
      socket.destroy();
      if (error) reject(new Error(`the webhook server on port ${port} does not answer`, { cause: error }));
      else resolve();
    };
    const socket: Socket = isTls
      ? connectTls({ ...target, rejectUnauthorized: false }, () => done())
      : connectTcp(target, () => done());
    socket.setTimeout(10_000, () => done(new Error('no handshake within 10 s')));
    socket.once('error', done);
    signal?.addEventListener('abort', () => done(new Error('aborted')), { once: true });
  });
}
