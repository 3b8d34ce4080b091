import { describe, expect, test } from 'vitest';
import { createOrUpdate } from '../../../../src/runtime/client/writes/create-or-update.js';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { fakeTransport } from '../fake-api.js';

interface Map extends KubeObject {
  data?: Record<string, string>;
}
const Map = defineKind<Map>({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' });
const ref = { kind: Map, namespace: 'a', name: 'm' };
const object = (resourceVersion: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', resourceVersion },
});

describe('8.2 createOrUpdate', () => {
  test('§8.2.4 a cache that has not seen the object yet: read from the server and update', async () => {
    const transport = fakeTransport(({ method }) => {
      if (method === 'POST') return { status: 409, body: { kind: 'Status', reason: 'AlreadyExists', code: 409 } };
      return { body: object(method === 'GET' ? '1' : '2') };
    });
    const live = createClient({ transport });
    const stale = Object.assign(Object.create(live), {
      live,
      mapper: live.mapper,
      find: async () => undefined,
      create: live.create.bind(live),
      update: live.update.bind(live),
    });

    const { result } = await createOrUpdate<Map>(stale, ref, (draft) => void (draft.data = { a: '1' }));

    expect(result).toBe('updated');
  });
});
