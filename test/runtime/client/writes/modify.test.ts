import { describe, expect, test } from 'vitest';
import { createClient } from '../../../../src/runtime/client/kube-client.js';
import { modify } from '../../../../src/runtime/client/writes/modify.js';
import { defineKind } from '../../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { fakeTransport } from '../fake-api.js';

interface Map extends KubeObject {
  data?: Record<string, string>;
}
const Map = defineKind<Map>({ group: '', version: 'v1', kind: 'ConfigMap', plural: 'configmaps', scope: 'Namespaced' });
const ref = { kind: Map, namespace: 'a', name: 'm' };
const conflict = { status: 409, body: { kind: 'Status', reason: 'Conflict', code: 409 } };
const object = (resourceVersion: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', namespace: 'a', resourceVersion },
});

describe('modify', () => {
  test('reads again from the server, not from a cache, after a conflict', async () => {
    let writes = 0;
    const transport = fakeTransport(({ method }) => {
      if (method === 'GET') return { body: object('2') };
      return ++writes === 1 ? conflict : { body: object('3') };
    });
    const live = createClient({ transport });
    const cached = Object.assign(Object.create(live), {
      live,
      mapper: live.mapper,
      get: async () => object('1'),
      patch: live.patch.bind(live),
    });

    await modify<Map>(cached, ref, (draft) => void (draft.data = { a: '1' }));

    const bodies = transport.requests
      .filter(({ method }) => method === 'PATCH')
      .map(({ body }) => JSON.parse(String(body)));
    expect(bodies.map(({ metadata }) => metadata.resourceVersion)).toEqual(['1', '2']);
  });

  test('gives up with the conflict after as many tries as were asked for', async () => {
    const transport = fakeTransport(({ method }) => (method === 'GET' ? { body: object('1') } : conflict));

    const call = modify<Map>(createClient({ transport }), ref, (draft) => void (draft.data = { a: '1' }), { tries: 2 });

    await expect(call).rejects.toMatchObject({ code: 409 });
    expect(transport.requests.filter(({ method }) => method === 'PATCH')).toHaveLength(2);
  });
});
