import { expect, test } from 'vitest';
import { get, merge, post, put } from '../differential/scenario.js';
import { withServer } from '../plugins/embedded-client.js';

const DEFINITION = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'hats.a.b' },
  spec: {
    group: 'a.b',
    scope: 'Namespaced',
    names: { kind: 'Hat', plural: 'hats' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: { scale: { specReplicasPath: '.spec.count', statusReplicasPath: '.status.count' } },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: { type: 'object', properties: { count: { type: 'integer' } } },
              status: { type: 'object', properties: { count: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
};
const HATS = '/apis/a.b/v1/namespaces/default/hats';

test('a custom resource that does not say how many replicas it wants has no scale to read, but can be scaled', async () => {
  await withServer(async (client) => {
    await client.call(post('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', DEFINITION));
    await expect.poll(async () => (await client.call(get(HATS))).code).toBe(200);
    await client.call(post(HATS, { apiVersion: 'a.b/v1', kind: 'Hat', metadata: { name: 'h' }, spec: {} }));

    const { code, body } = await client.call(get(`${HATS}/h/scale`));
    expect([code, (body as { message: string }).message]).toEqual([
      500,
      'Internal error occurred: the spec replicas field ".spec.count" does not exist',
    ]);

    expect((await client.call(merge(`${HATS}/h/scale`, { spec: { replicas: 3 } }))).code).toBe(200);
    expect((await client.call(get(`${HATS}/h/scale`))).body).toMatchObject({ spec: { replicas: 3 } });
  });
});

test('a Scale without a name, or of another kind, is refused', async () => {
  await withServer(async (client) => {
    const path = '/apis/apps/v1/namespaces/default/deployments/none/scale';

    expect((await client.call(put(path, { spec: { replicas: 1 } }))).code).toBe(400);
    expect((await client.call(put(path, { kind: 'Deployment', metadata: { name: 'none' } }))).code).toBe(400);
    expect((await client.call(put(path, { metadata: { name: 'none' }, spec: { replicas: 1 } }))).code).toBe(404);
  });
});
