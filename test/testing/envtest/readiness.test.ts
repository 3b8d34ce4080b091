import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  isApiServerReady,
  isEtcdReady,
  NotReadyError,
  untilReady,
  untilUsable,
} from '../../../src/testing/envtest/readiness.js';
import type { Client } from '../../../src/runtime/client/client.js';
import { Supervisor } from '../../../src/testing/envtest/supervisor.js';
import { fakeServer, fakeTransport } from '../../runtime/client/fake-api.js';

async function running(script: string): Promise<Supervisor> {
  const supervisor = new Supervisor(await mkdtemp(path.join(tmpdir(), 'kbts-readiness-')));
  await supervisor.start({ name: 'p', path: process.execPath, args: ['-e', script] });
  return supervisor;
}

describe('waiting for a program', () => {
  test('that ends: the error has its last output, and knows a port that was taken', async () => {
    await using supervisor = await running('console.log("listen: bind: address already in use"); process.exit(1)');

    const error = await untilReady(supervisor, 'p', async () => false, 10_000).catch((failure: unknown) => failure);

    expect(error).toBeInstanceOf(NotReadyError);
    expect(error).toMatchObject({ isPortClash: true });
    expect((error as Error).message).toMatch(/p ended with exit code 1.*address already in use/s);
  });

  test('that never gets ready: the error names the limit', async () => {
    await using supervisor = await running('setInterval(() => {}, 1000)');

    await expect(untilReady(supervisor, 'p', async () => false, 50)).rejects.toThrow('p was not ready after 50 ms');
  });

  test('that is ready', async () => {
    await using supervisor = await running('setInterval(() => {}, 1000)');
    let count = 0;

    await untilReady(supervisor, 'p', async () => ++count > 2, 10_000);

    expect(count).toBe(3);
  });
});

describe('probes', () => {
  test('etcd is ready when /health answers 200', async () => {
    await using server = await fakeServer((request, response) => {
      response.writeHead(request.url === '/health' ? 200 : 404).end();
    });

    expect(await isEtcdReady(server.port)).toBe(true);
    expect(await isEtcdReady(1)).toBe(false);
  });

  test('the API server is ready when /readyz answers 200, and not while it refuses or is silent', async () => {
    expect(await isApiServerReady(fakeTransport(() => ({ status: 200, body: 'ok' })))).toBe(true);
    expect(await isApiServerReady(fakeTransport(() => ({ status: 500 })))).toBe(false);
    const silent = fakeTransport(() => {
      throw new Error('refused');
    });
    expect(await isApiServerReady(silent)).toBe(false);
  });
});

test('the API server is usable when it has its namespaces and gives addresses to Services, and nothing is written', async () => {
  const asked: string[] = [];
  const client = {
    get: async () => {
      asked.push('get');
      if (asked.length < 2) throw new Error('namespaces "default" not found');
    },
    create: async (_object: unknown, { dryRun }: { dryRun?: boolean }) => {
      asked.push(`create, dry run: ${dryRun}`);
      if (asked.length < 4) throw new Error('Service "a" is invalid: spec.clusterIPs: the range is not known');
    },
  };

  await untilUsable(client as unknown as Client);

  expect(asked).toEqual(['get', 'get', 'create, dry run: true', 'get', 'create, dry run: true']);
});
