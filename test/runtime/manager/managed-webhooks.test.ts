import { expect, test } from 'vitest';
import type { Check } from '../../../src/runtime/health/checks.js';
import { ManagedWebhooks } from '../../../src/runtime/manager/managed-webhooks.js';
import type { ManagerWebhookOptions } from '../../../src/runtime/manager/manager-options.js';
import type { Runnable } from '../../../src/runtime/runnable.js';
import type { Hook } from '../../../src/runtime/webhook/server/hook.js';
import { FakeHost } from '../controller/fake-host.js';

const hook = { kind: 'admission', call: async () => ({ status: 200, body: '' }) } as unknown as Hook;

function setUp(options?: ManagerWebhookOptions | false) {
  const host = new FakeHost();
  const added: Runnable[] = [];
  const checks = new Map<string, Check>();
  const manager = {
    log: host.log,
    metrics: host.metrics,
    client: host.client,
    addTo: (_group: 'webhook', runnable: Runnable) => void added.push(runnable),
    addReadyCheck: (name: string, check: Check) => void checks.set(name, check),
  };
  return { webhooks: new ManagedWebhooks(options, manager), added, checks, lines: host.lines, host };
}

test('§1.1.15 there is no server before a hook needs one, and then exactly one', () => {
  const { webhooks, added, checks } = setUp();
  expect(added).toEqual([]);

  webhooks.register('/mutate-a', hook);
  webhooks.register('/validate-a', hook);
  webhooks.registerConversion({ group: 'example.com', kind: 'Thing' }, () => ({}) as never);

  expect(added.length).toBe(1);
  expect([...checks.keys()]).toEqual(['webhooks']);
  expect(webhooks.port).toBe(9443);
});

test('§17.4.1 with webhooks false hooks are only logged', () => {
  const { webhooks, added, lines } = setUp(false);

  webhooks.register('/mutate-a', hook);

  expect(added).toEqual([]);
  expect(lines).toMatchObject([{ level: 'info', fields: { hook: '/mutate-a' } }]);
});

test.each([
  ['an empty file', '/dev/null'],
  ['no file', '/nowhere/ca.crt'],
  ['an empty name', ''],
])('there is no server with %s in place of the CA of callers', (_, clientCaFile) => {
  const { webhooks, added } = setUp({ clientCaFile });

  expect(() => webhooks.register('/mutate-a', hook)).toThrow(/callers of webhooks/);
  expect(added).toEqual([]);
});

test('§1.2.3 the webhook server is not ready before it listens', async () => {
  const { webhooks, checks } = setUp({ port: 0 });
  webhooks.register('/mutate-a', hook);

  await expect((async () => checks.get('webhooks')?.())()).rejects.toThrow();
});

test('a server that cannot say yet which CRDs there are does not keep hooks from being served', async () => {
  const service = { namespace: 'system', name: 'hooks' };
  const { webhooks, added, host, lines } = setUp({ host: '127.0.0.1', port: 0, service });
  Object.assign(host.client.mapper, { resources: () => Promise.reject(new Error('busy')) });
  webhooks.registerConversion({ group: 'example.com', kind: 'Thing' }, () => ({}) as never);
  const stop = new AbortController();
  const [server] = added;

  const running = server?.run({ signal: stop.signal, cutoff: stop.signal, log: host.log });
  await Promise.race([server?.ready?.(), running]);

  expect(webhooks.port).toBeGreaterThan(0);
  stop.abort();
  await running;
  expect(lines.filter(({ level }) => level === 'error').map(({ fields }) => String(fields['error']))).toEqual([
    'Error: busy',
  ]);
});
