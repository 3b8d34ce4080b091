/** The guarded metrics server under hostile requests: nobody gets in, nothing crashes. */
import { once } from 'node:events';
import { Agent, request } from 'node:https';
import { connect } from 'node:tls';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Client } from '../../../src/runtime/client/client.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { metricsGuard } from '../../../src/runtime/metrics/guard.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';
import { metricsServer } from '../../../src/runtime/metrics/server.js';
import { selfSignedCertificate } from '../../../src/runtime/webhook/certificates/self-signed-certificate.js';

vi.setConfig({ testTimeout: 120_000 });
const stop = new AbortController();
const registry = createMetricsRegistry({ process: false });
registry.counter({ name: 'secret_total', help: 'Must not be seen' }).increment();
const agent = new Agent({ keepAlive: true, maxSockets: 8, rejectUnauthorized: false });
const users: Readonly<Record<string, string>> = { reader: 'reader', poor: 'poor' };
const create = async ({ kind, spec }: { kind: string; spec: { token?: string; user?: string } }): Promise<object> => {
  const username = Object.hasOwn(users, spec.token ?? '') ? users[spec.token ?? ''] : undefined;
  if (kind === 'TokenReview') return { status: { authenticated: username !== undefined, user: { username } } };
  return { status: { allowed: spec.user === 'reader' } };
};
const server = metricsServer(
  {
    bind: '127.0.0.1:0',
    certificates: selfSignedCertificate(),
    guard: metricsGuard({ client: { create } as unknown as Client }),
  },
  registry,
);
let running: Promise<void>;

beforeAll(async () => {
  const cutoff = new AbortController().signal;
  running = server.run({ signal: stop.signal, cutoff, log: silentLogger });
  await server.ready();
});
afterAll(async () => {
  agent.destroy();
  stop.abort();
  await running;
});

test('a reader sees metrics, others 401 or 403', async () => {
  expect(await get({ authorization: 'Bearer reader' })).toMatchObject({ status: 200 });
  expect(await get({})).toMatchObject({ status: 401 });
  expect(await get({ authorization: 'Bearer unknown' })).toMatchObject({ status: 401 });
  expect(await get({ authorization: 'Bearer poor' })).toMatchObject({ status: 403 });
});

test('whatever the headers, path and method, no metric leaves without the right token', async () => {
  const printable = fc.string({ unit: fc.constantFrom(...'abcXYZ019 ._-:/+=,;"{}[]%?&#@!'), maxLength: 60 });
  const authorization = fc.oneof(
    printable,
    printable.map((text) => `Bearer ${text}`),
    fc.constant('Bearer poor'),
  );
  const path = fc.oneof(
    printable.map((text) => `/${encodeURI(text)}`),
    fc.constantFrom('//', '///metrics', '//:80/metrics', '/metrics/', '/./metrics', '/%6detrics', '*', 'http://['),
  );
  const method = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS');
  await fc.assert(
    fc.asyncProperty(authorization, fc.oneof(fc.constant('/metrics'), path), method, async (header, target, verb) => {
      fc.pre(!/^bearer +reader *$/i.test(header));

      const answer = await get({ authorization: header, 'x-remote-user': 'reader' }, target, verb);

      // 400 is for those whose token is known, but whose path is none.
      expect(header === 'Bearer poor' ? [400, 403] : [401]).toContain(answer.status);
      expect(answer.text).not.toContain('secret_total');
    }),
    { numRuns: 1_500 },
  );
});

test('noise inside TLS ends in a closed connection, and the server goes on', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 200 }), async (bytes) => {
      const socket = connect({ host: '127.0.0.1', port: server.port, rejectUnauthorized: false }, () =>
        socket.end(Buffer.from(bytes)),
      );
      socket.on('error', () => undefined).resume();
      await once(socket, 'close');
    }),
    { numRuns: 60 },
  );

  expect(await get({ authorization: 'Bearer reader' })).toMatchObject({ status: 200 });
});

function get(
  headers: Record<string, string>,
  path = '/metrics',
  method = 'GET',
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port: server.port, path, method, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.once('end', () => resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString() }));
    });
    sent.once('error', reject);
    sent.end();
  });
}
