import { expect, test } from 'vitest';
import { CheckList, ping } from '../../../src/runtime/health/checks.js';
import { healthServer } from '../../../src/runtime/health/health-server.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { run } from './running.js';

test('§1.1.14 §1.7.6 serves liveness and readiness as plain text, each with its checks', async () => {
  const liveness = new CheckList(silentLogger);
  const readiness = new CheckList(silentLogger);
  liveness.add('ping', ping);
  readiness.add('cache', () => {
    throw new Error('not yet');
  });
  const server = await run(healthServer({ bind: '127.0.0.1:0', livenessPath: '/live' }, { liveness, readiness }));

  const live = await fetch(`${server.url}/live?verbose`);
  expect([live.status, await live.text()]).toEqual([200, '[+]ping ok\ncheck passed\n']);
  expect(live.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(live.headers.get('x-content-type-options')).toBe('nosniff');
  expect((await fetch(`${server.url}/readyz`)).status).toBe(500);
  expect(await (await fetch(`${server.url}/readyz/cache`)).text()).toBe('not yet\n');
  expect((await fetch(`${server.url}/healthz`)).status).toBe(404);
  await server.stop();
});
