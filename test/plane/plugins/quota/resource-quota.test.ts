import { expect, test } from 'vitest';
import { isCounted } from '../../../../src/plane/plugins/quota/resource-quota.js';
import { evaluatorOf } from '../../../../src/plane/plugins/quota/usage.js';
import { get, merge, post, remove } from '../../differential/scenario.js';
import { messageOf, withServer } from '../embedded-client.js';

const QUOTAS = '/api/v1/namespaces/default/resourcequotas';
const MAPS = '/api/v1/namespaces/default/configmaps';

test('a quota refuses what is too much, until something goes', () =>
  withServer(
    async (client) => {
      await client.call(post(QUOTAS, { metadata: { name: 'q' }, spec: { hard: { configmaps: '1' } } }));
      const quota = async (): Promise<unknown> => (await client.call(get(`${QUOTAS}/q`))).body;
      await expect.poll(quota).toMatchObject({ status: { used: { configmaps: '0' } } });
      const first = await client.call(post(MAPS, { metadata: { name: 'a' } }));
      const second = await client.call(post(MAPS, { metadata: { name: 'b' } }));
      await client.call(remove(`${MAPS}/a`));

      expect([first.code, second.code]).toEqual([201, 403]);
      expect(messageOf(second.body)).toContain(
        'exceeded quota: q, requested: configmaps=1, used: configmaps=1, limited: configmaps=1',
      );
      await expect.poll(async () => (await client.call(post(MAPS, { metadata: { name: 'c' } }))).code).toBe(201);
    },
    { controllers: true },
  ));

test('without a controller a quota limits nothing until somebody writes its status', () =>
  withServer(async (client) => {
    await client.call(post(QUOTAS, { metadata: { name: 'q' }, spec: { hard: { configmaps: '0' } } }));
    const before = await client.call(post(MAPS, { metadata: { name: 'a' } }));
    await client.call(
      merge(`${QUOTAS}/q/status`, { status: { hard: { configmaps: '0' }, used: { configmaps: '0' } } }),
    );
    const after = await client.call(post(MAPS, { metadata: { name: 'b' } }));

    expect([before.code, after.code]).toEqual([201, 403]);
  }));

test('custom resources are counted by their own name, events never', () => {
  const widgets = evaluatorOf({ group: 'example.com', plural: 'widgets' } as never);

  expect(widgets?.concerns('count/widgets.example.com')).toBe(true);
  expect(evaluatorOf({ group: '', plural: 'events' } as never)).toBeUndefined();
});

test('namespaces without quotas cost nothing', () => {
  const attempt = { operation: 'CREATE', namespace: 'default', type: { isNamespaced: true } };

  expect(isCounted(attempt as never, { store: { collection: () => ({ size: 0 }) } } as never)).toBe(false);
});
