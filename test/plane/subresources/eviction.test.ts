import { expect, test } from 'vitest';
import type { ApiClient } from '../differential/api-client.js';
import { get, merge, post } from '../differential/scenario.js';
import { withServer } from '../plugins/embedded-client.js';

const PODS = '/api/v1/namespaces/default/pods';
const BUDGETS = '/apis/policy/v1/namespaces/default/poddisruptionbudgets';
const processed = { observedGeneration: 1, currentHealthy: 1, desiredHealthy: 1, expectedPods: 1 };

async function runPod(client: ApiClient, app: string, isReady = true): Promise<void> {
  const spec = { containers: [{ name: 'c', image: 'i' }] };
  await client.call(post(PODS, { metadata: { name: app, labels: { app } }, spec }));
  const conditions = [{ type: 'Ready', status: isReady ? 'True' : 'False' }];
  await client.call(merge(`${PODS}/${app}/status`, { status: { phase: 'Running', conditions } }));
}

async function protect(client: ApiClient, app: string, status: object | undefined, name = app): Promise<void> {
  const spec = { minAvailable: 1, selector: { matchLabels: { app } } };
  await client.call(post(BUDGETS, { metadata: { name }, spec }));
  if (status !== undefined) await client.call(merge(`${BUDGETS}/${name}/status`, { status }));
}

const evict = async (client: ApiClient, app: string): Promise<readonly [number, string]> => {
  const eviction = { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: app } };
  const { code, body } = await client.call(post(`${PODS}/${app}/eviction`, eviction));
  const { details } = body as { details?: { causes?: { message: string }[] } };
  return [code, details?.causes?.[0]?.message ?? ''];
};

test('a disruption budget refuses evictions that it does not allow', async () => {
  await withServer(async (client) => {
    for (const app of ['free', 'new', 'none']) await runPod(client, app);
    await protect(client, 'new', undefined);
    await protect(client, 'none', { ...processed, disruptionsAllowed: 0 });

    expect(await evict(client, 'free')).toEqual([201, '']);
    expect(await evict(client, 'new')).toEqual([
      429,
      'The disruption budget new is still being processed by the server.',
    ]);
    expect(await evict(client, 'none')).toEqual([
      429,
      'The disruption budget none needs 1 healthy pods and has 1 currently',
    ]);
    expect((await client.call(get(`${PODS}/none`))).code).toBe(200);
  });
});

test('an eviction spends what the budget allows', async () => {
  await withServer(async (client) => {
    await runPod(client, 'a');
    await protect(client, 'a', { ...processed, disruptionsAllowed: 1 });

    expect(await evict(client, 'a')).toEqual([201, '']);

    const status = { disruptionsAllowed: 0, disruptedPods: { a: expect.any(String) } };
    const { body } = await client.call(get(`${BUDGETS}/a`));
    expect(body).toMatchObject({ status: { ...status, conditions: [{ reason: 'InsufficientPods' }] } });
  });
});

test('a pod that is not ready may go while others are healthy; two budgets are too many', async () => {
  await withServer(async (client) => {
    await runPod(client, 'sick', false);
    await protect(client, 'sick', { ...processed, disruptionsAllowed: 0 });
    await runPod(client, 'last', false);
    await protect(client, 'last', { ...processed, currentHealthy: 0, disruptionsAllowed: 0 });
    await runPod(client, 'twice');
    for (const name of ['one', 'two']) await protect(client, 'twice', undefined, name);

    expect(await evict(client, 'sick')).toEqual([201, '']);
    expect((await evict(client, 'last'))[0]).toBe(429);
    expect((await evict(client, 'twice'))[0]).toBe(500);
  });
});
