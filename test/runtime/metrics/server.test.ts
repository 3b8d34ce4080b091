import { request } from 'node:http';
import { expect, test } from 'vitest';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';
import { metricsServer } from '../../../src/runtime/metrics/server.js';
import { run } from '../health/running.js';

const registry = createMetricsRegistry({ process: false });
registry.counter({ name: 'runs_total', help: 'Runs' }).increment();

test('§1.7.8 serves metrics and further paths, and nothing else', async () => {
  const handlers = {
    '/extra': (_request: unknown, response: { end(text: string): unknown }) => void response.end('more'),
  };
  const server = await run(metricsServer({ bind: '127.0.0.1:0', handlers }, registry));

  const metrics = await fetch(`${server.url}/metrics`);
  expect([metrics.status, await metrics.text()]).toEqual([200, expect.stringContaining('runs_total 1')]);
  expect(await (await fetch(`${server.url}/extra`)).text()).toBe('more');
  expect((await fetch(`${server.url}/other`)).status).toBe(404);
  await server.stop();
});

test('§1.7.9 a guard is asked before every path', async () => {
  const server = await run(
    metricsServer(
      {
        bind: '127.0.0.1:0',
        guard: async ({ headers }) => (headers.authorization ? undefined : { status: 401, message: 'Unauthorized' }),
      },
      registry,
    ),
  );

  expect((await fetch(`${server.url}/metrics`)).status).toBe(401);
  expect((await fetch(`${server.url}/other`)).status).toBe(401);
  expect((await fetch(`${server.url}/metrics`, { headers: { authorization: 'Bearer x' } })).status).toBe(200);
  await server.stop();
});

test('a path that is none is a 400, not a failure of the server', async () => {
  const server = await run(metricsServer({ bind: '127.0.0.1:0' }, registry));

  const status = await new Promise((resolve, reject) => {
    const { port } = new URL(server.url);
    request({ host: '127.0.0.1', port, path: '//' }, (response) => resolve(response.resume().statusCode))
      .on('error', reject)
      .end();
  });

  expect(status).toBe(400);
  await server.stop();
});

test('§1.7.8 the path of the metrics cannot be taken', () => {
  expect(() => metricsServer({ bind: ':0', handlers: { '/metrics': () => undefined } }, registry)).toThrow(
    /served already/,
  );
});
