import { expect, test } from 'vitest';
import type { Transport } from '../../../src/runtime/client/connection/transport.js';
import { tracedTransport } from '../../../src/runtime/tracing/traced-transport.js';
import { RecordingTracer } from './recording-tracer.js';

const inner = {
  server: 'https://127.0.0.1:6443',
  request: async () => ({ status: 409 }),
  [Symbol.asyncDispose]: async () => undefined,
} as unknown as Transport;

test('is the transport itself when nobody traces', () => {
  expect(tracedTransport(inner, undefined)).toBe(inner);
});

test('tells method, path and status, and never the query', async () => {
  const tracer = new RecordingTracer();

  await tracedTransport(inner, tracer).request({ method: 'GET', path: '/api/v1/secrets?continue=abc' });

  expect(tracer.spans).toMatchObject([
    {
      name: 'GET',
      kind: 2,
      attributes: { 'url.path': '/api/v1/secrets', 'http.response.status_code': 409 },
      isEnded: true,
    },
  ]);
});
