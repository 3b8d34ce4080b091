import { expect, test } from 'vitest';
import { profilingServer } from '../../../src/runtime/health/profiling-server.js';
import { run } from './running.js';

test('§1.7.14 serves CPU profiles, event loop delays and the command line', async () => {
  const server = await run(profilingServer({ bind: '127.0.0.1:0' }));
  const get = async (path: string) => {
    const response = await fetch(`${server.url}/debug/pprof/${path}`);
    return { status: response.status, text: await response.text() };
  };

  expect((await get('')).text).toContain('/debug/pprof/heap');
  expect(JSON.parse((await get('profile?seconds=0.05')).text)).toHaveProperty('nodes');
  expect(JSON.parse((await get('eventloop?seconds=0.05')).text)).toHaveProperty('p99');
  expect((await get('cmdline')).text).toContain('node');
  expect((await get('profile?seconds=x')).status).toBe(400);
  expect((await get('toString')).status).toBe(404);
  await server.stop();
});
