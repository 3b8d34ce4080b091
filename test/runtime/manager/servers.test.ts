import http, { type IncomingMessage } from 'node:http';
import https from 'node:https';
import { expect, test } from 'vitest';
import { CheckList } from '../../../src/runtime/health/checks.js';
import type { HttpListener } from '../../../src/runtime/health/http-listener.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { makeServers } from '../../../src/runtime/manager/servers.js';
import { FakeHost } from '../controller/fake-host.js';
import { run } from '../health/running.js';

const checks = { liveness: new CheckList(silentLogger), readiness: new CheckList(silentLogger) };
const bind = '127.0.0.1:0';

test('§1.1.13 "0", empty and false mean no server', () => {
  expect(makeServers({}, checks, new FakeHost())).toEqual([]);
  expect(
    makeServers({ health: { bind: '0' }, metrics: { bind: '' }, profiling: false }, checks, new FakeHost()),
  ).toEqual([]);
  expect(makeServers({ health: { bind }, metrics: { bind }, profiling: { bind } }, checks, new FakeHost()).length).toBe(
    3,
  );
});

test('§1.7.10 secure metrics have TLS and a guard by default', async () => {
  const [server] = makeServers({ metrics: { bind, secure: true } }, checks, new FakeHost());
  const listener = server as HttpListener;
  const running = await run(listener, 'https');

  await expect(fetch(`http://127.0.0.1:${listener.port}/metrics`)).rejects.toThrow();
  expect(await statusOf(`${running.url}/metrics`)).toBe(401);
  await running.stop();
});

test('§1.7.9 profiles have the TLS and the guard of secure metrics, and ask it about their own path', async () => {
  const asked: (string | undefined)[] = [];
  const guard = async ({ url }: IncomingMessage) => {
    asked.push(url);
    return { status: 403, message: 'no' };
  };
  const servers = makeServers({ metrics: { bind, secure: true, guard }, profiling: { bind } }, checks, new FakeHost());
  const running = await run(servers[1] as HttpListener, 'https');

  expect(await statusOf(`${running.url}/debug/pprof/heap`)).toBe(403);
  expect(asked).toEqual(['/debug/pprof/heap']);
  await running.stop();
});

test.each([
  { metrics: false, profiling: { bind: '0.0.0.0:0' }, isSecure: true },
  { metrics: false, profiling: { bind }, isSecure: false },
  { metrics: { bind, secure: false }, profiling: { bind: '0.0.0.0:0' }, isSecure: false },
  { metrics: { bind, secure: true }, profiling: { bind, secure: false }, isSecure: false },
] as const)('§1.7 with $metrics, $profiling is secure: $isSecure', async ({ metrics, profiling, isSecure }) => {
  const server = makeServers({ metrics, profiling }, checks, new FakeHost()).at(-1) as HttpListener;
  const running = await run(server, isSecure ? 'https' : 'http');

  expect(await statusOf(`${running.url}/debug/pprof/`)).toBe(isSecure ? 401 : 200);
  await running.stop();
});

function statusOf(url: string): Promise<number | undefined> {
  const { request } = url.startsWith('https') ? https : http;
  return new Promise((resolve, reject) => {
    request(url, { rejectUnauthorized: false, agent: false }, (response) => {
      response.resume().once('end', () => resolve(response.statusCode));
    })
      .on('error', reject)
      .end();
  });
}
