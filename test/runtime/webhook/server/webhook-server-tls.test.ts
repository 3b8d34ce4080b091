import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import type { TlsSettings } from '../../../../src/certificate/tls-settings.js';
import { createCa, type CertificatePair } from '../../../../src/certificate/certificate-authority.js';
import type { CertificateProvider } from '../../../../src/runtime/webhook/certificates/certificate-provider.js';
import type { Hook } from '../../../../src/runtime/webhook/server/hook.js';
import { issueOnce } from '../../../../src/certificate/throw-away-authority.js';
import { WebhookServer } from '../../../../src/runtime/webhook/server/webhook-server.js';
import { contextOf, runServer } from './running-server.js';

const host = '127.0.0.1';
const first = issueOnce(['hooks.svc'], 3_600_000);
const second = issueOnce(['hooks.svc'], 3_600_000);
const hook: Hook = {
  type: 'admission',
  handle: async () => ({ status: 200, body: '{}' }),
  refuse: ({ code }) => ({ status: code }),
};

describe('TLS of the webhook server', () => {
  test('§9.1.4 a new certificate is served to new connections, and open ones go on', async () => {
    const provider = new ManualProvider(first.pair);
    await using running = await runServer((server) => server.register('/hook', hook), { certificates: provider });
    const { port } = running.server;
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: first.ca, servername: 'hooks.svc' });
    expect(await call(port, agent)).toBe(200);

    provider.change(second.pair);

    expect(await call(port, agent)).toBe(200);
    agent.destroy();
    await expect(handshake({ port, ca: second.ca })).resolves.toBe('TLSv1.3');
    await expect(handshake({ port, ca: first.ca })).rejects.toThrow(/certificate/);
  });

  test.each([
    ['TLSv1.1', false],
    ['TLSv1.2', true],
    ['TLSv1.3', true],
  ] as const)('%s is accepted: %s', async (version, isAccepted) => {
    const certificates = new ManualProvider(first.pair);
    await using running = await runServer((server) => server.register('/hook', hook), { certificates });
    // Old versions need a weaker security level to be offered at all.
    const versions = { minVersion: version, maxVersion: version, ciphers: 'DEFAULT:@SECLEVEL=0' };

    const result = handshake({ port: running.server.port, ca: first.ca, ...versions });

    if (isAccepted) await expect(result).resolves.toBe(version);
    else await expect(result).rejects.toThrow();
  });

  test('§9.1.2 HTTP/2 is not offered', async () => {
    const certificates = new ManualProvider(first.pair);
    await using running = await runServer((server) => server.register('/hook', hook), { certificates });
    const socket = connect({ ...target(running.server.port), ca: first.ca, ALPNProtocols: ['h2', 'http/1.1'] });
    await once(socket, 'secureConnect');

    expect(socket.alpnProtocol).toBe('http/1.1');
    socket.destroy();
  });

  test('§9.1.2 with a client CA only callers with a certificate of it get in', async () => {
    const ca = createCa({ commonName: 'callers', validMs: 3_600_000 });
    const caller = ca.issue({ commonName: 'kube-apiserver', usages: ['client'], validMs: 3_600_000 });
    const stranger = createCa({ commonName: 'others', validMs: 3_600_000 }).issue({
      commonName: 'kube-apiserver',
      usages: ['client'],
      validMs: 3_600_000,
    });
    const certificates = new ManualProvider(first.pair);
    await using running = await runServer((server) => server.register('/hook', hook), {
      certificates,
      clientCa: ca.cert,
    });
    const { port } = running.server;
    const as = (pair?: CertificatePair): Agent => new Agent({ ca: first.ca, servername: 'hooks.svc', ...pair });

    expect(await call(port, as(caller))).toBe(200);
    await expect(call(port, as(stranger))).rejects.toThrow();
    await expect(call(port, as())).rejects.toThrow();
    certificates.change(second.pair);
    await expect(call(port, new Agent({ ca: second.ca, servername: 'hooks.svc' }))).rejects.toThrow();
  });

  test('with TLS 1.3 only, and with a choice of ciphers, others are refused', async () => {
    const answered = async (tls: TlsSettings, caller: object): Promise<number | string> => {
      const certificates = new ManualProvider(first.pair);
      await using running = await runServer((server) => server.register('/hook', hook), { certificates, tls });
      const agent = new Agent({ ca: first.ca, servername: 'hooks.svc', ...caller });
      return await call(running.server.port, agent).catch(() => 'refused');
    };
    const old = { maxVersion: 'TLSv1.2' };

    expect(await answered({}, old)).toBe(200);
    expect(await answered({ minVersion: 'TLSv1.3' }, old)).toBe('refused');
    expect(await answered({ minVersion: 'TLSv1.3' }, {})).toBe(200);
    const cipherSuites = ['TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384'];
    expect(await answered({ cipherSuites }, { ...old, ciphers: 'ECDHE-ECDSA-AES256-GCM-SHA384' })).toBe(200);
    expect(await answered({ cipherSuites }, { ...old, ciphers: 'ECDHE-ECDSA-AES128-GCM-SHA256' })).toBe('refused');
  });

  test('plain text on a TLS port is cut off, and the server goes on', async () => {
    const certificates = new ManualProvider(first.pair);
    await using running = await runServer((server) => server.register('/hook', hook), { certificates });
    const plain = (await import('node:net')).connect(running.server.port, host);
    plain.write('POST /hook HTTP/1.1\r\nHost: x\r\n\r\n');
    plain.resume();
    await once(plain, 'close');

    await expect(running.server.check()).resolves.toBeUndefined();
  });

  test('when the certificate provider fails, so does the server', async () => {
    const certificates: CertificateProvider = { run: () => Promise.reject(new Error('no certificate')) };
    const server = new WebhookServer({ host, port: 0, certificates });
    server.register('/hook', hook);

    await expect(server.run(contextOf(new AbortController().signal))).rejects.toThrow('no certificate');
    await expect(server.ready()).rejects.toThrow('no certificate');
  });
});

class ManualProvider implements CertificateProvider {
  readonly #first: CertificatePair;
  change: (pair: CertificatePair) => void = () => undefined;

  constructor(pair: CertificatePair) {
    this.#first = pair;
  }

  async run({ signal }: { signal: AbortSignal }, onChange: (pair: CertificatePair) => void): Promise<void> {
    this.change = onChange;
    onChange(this.#first);
    if (!signal.aborted) await once(signal, 'abort');
  }
}

function target(port: number): { host: string; port: number; servername: string } {
  return { host, port, servername: 'hooks.svc' };
}

/** The version that was agreed on. */
async function handshake(options: ConnectionOptions & { port: number }): Promise<string | null> {
  const socket: TLSSocket = connect({ ...options, ...target(options.port) });
  try {
    await once(socket, 'secureConnect');
    return socket.getProtocol();
  } finally {
    socket.destroy();
  }
}

function call(port: number, agent: Agent): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, path: '/hook', method: 'POST', agent }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    });
    sent.once('error', reject);
    sent.end('{}');
  });
}
