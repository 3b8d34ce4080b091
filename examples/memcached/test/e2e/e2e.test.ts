import { request } from 'node:https';
import { existsSync } from 'node:fs';
import { eventually } from 'kbts/testing';
import { afterAll, beforeAll, expect, onTestFailed, test } from 'vitest';
import { kubectlJson, run, withPortForward } from './command.js';
import { deploy, explain, namespace, prefix, undeploy } from './deployment.js';

beforeAll(async () => {
  await deploy().catch(async (error: unknown) => {
    await explain();
    throw error;
  });
});

afterAll(undeploy);

test('the manager becomes available', async () => {
  onTestFailed(explain);

  const deployment = `deployment/${prefix}controller-manager`;
  await run('kubectl', 'rollout', 'status', '-n', namespace, deployment, '--timeout=120s');
});

test('metrics are served to those who may read them, and to nobody else', async () => {
  onTestFailed(explain);
  const account = `${prefix}controller-manager`;
  const binding = `${prefix}metrics-reader-e2e`;
  const service = { namespace, service: `${prefix}controller-manager-metrics-service`, port: 8443 };
  const token = (await run('kubectl', 'create', 'token', '-n', namespace, account)).trim();

  await withPortForward(service, async (port) => {
    expect(await getMetrics(port)).toMatchObject({ status: 401 });
    expect(await getMetrics(port, token)).toMatchObject({ status: 403 });

    const subject = `--serviceaccount=${namespace}:${account}`;
    await run('kubectl', 'create', 'clusterrolebinding', binding, `--clusterrole=${prefix}metrics-reader`, subject);
    try {
      // The manager remembers for a while that the token was refused.
      const wait = { timeoutMs: 90_000, intervalMs: 1000 };
      const { body } = await eventually(async () => {
        const answer = await getMetrics(port, token);
        expect(answer.status).toBe(200);
        return answer;
      }, wait);
      expect(body).toContain('process_cpu_seconds_total');
    } finally {
      await run('kubectl', 'delete', 'clusterrolebinding', binding);
    }
  });
});

test('webhook configurations trust the certificate of the webhook server', async () => {
  onTestFailed(explain);

  await eventually(
    async () => {
      for (const { clientConfig } of await ownWebhooks()) expect(clientConfig.caBundle).toMatch(/./);
    },
    { timeoutMs: 120_000 },
  );
});

test.runIf(existsSync('config/samples'))('the API server accepts the samples', async () => {
  onTestFailed(explain);

  await eventually(() => run('kubectl', 'apply', '-k', 'config/samples'), { timeoutMs: 60_000 });
  await run('kubectl', 'delete', '-k', 'config/samples', '--timeout=60s');
});

interface ClientConfig {
  readonly caBundle?: string;
  readonly service?: { readonly namespace: string };
}

/** The webhooks that the API server sends to this operator. */
async function ownWebhooks(): Promise<{ clientConfig: ClientConfig }[]> {
  type Configurations = { items: { webhooks?: { clientConfig: ClientConfig }[] }[] };
  const kinds = 'mutatingwebhookconfigurations,validatingwebhookconfigurations';
  const { items } = await kubectlJson<Configurations>('get', kinds);
  const webhooks = items.flatMap((configuration) => configuration.webhooks ?? []);
  return webhooks.filter(({ clientConfig }) => clientConfig.service?.namespace === namespace);
}

/** Asks for the metrics; the manager's certificate is its own, so it is not checked. */
function getMetrics(port: number, token?: string): Promise<{ status: number | undefined; body: string }> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/metrics', headers, rejectUnauthorized: false };
    const outgoing = request(options, (incoming) => {
      let body = '';
      incoming.on('data', (chunk: Buffer) => (body += chunk.toString()));
      incoming.on('end', () => resolve({ status: incoming.statusCode, body }));
    });
    outgoing.on('error', reject).end();
  });
}
