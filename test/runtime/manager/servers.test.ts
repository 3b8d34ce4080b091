import { expect, test } from 'vitest';
import { CheckList } from '../../../src/runtime/health/checks.js';
import type { HttpListener } from '../../../src/runtime/health/http-listener.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { makeServers } from '../../../src/runtime/manager/servers.js';
import { FakeHost } from '../controller/fake-host.js';
import { run } from '../health/running.js';

const checks = { liveness: new CheckList(silentLogger), readiness: new CheckList(silentLogger) };
const bind = '127.0.0.1:0';

test('§1.1 "0", empty and false mean no server', () => {
  expect(makeServers({}, checks, new FakeHost())).toEqual([]);
  expect(
    makeServers({ health: { bind: '0' }, metrics: { bind: '' }, profiling: false }, checks, new FakeHost()),
  ).toEqual([]);
  expect(makeServers({ health: { bind }, metrics: { bind }, profiling: { bind } }, checks, new FakeHost()).length).toBe(
    3,
  );
});

test('§1.7 secure metrics have TLS and a guard by default', async () => {
  const [server] = makeServers({ metrics: { bind, secure: true } }, checks, new FakeHost());
  const listener = server as HttpListener;
  const running = await run(listener, 'https');

  await expect(fetch(`http://127.0.0.1:${listener.port}/metrics`)).rejects.toThrow();
  const { request } = await import('node:https');
  const status = await new Promise((resolve, reject) => {
    request(`${running.url}/metrics`, { rejectUnauthorized: false }, (response) => resolve(response.statusCode))
      .on('error', reject)
      .end();
  });
  expect(status).toBe(401);
  await running.stop();
});
