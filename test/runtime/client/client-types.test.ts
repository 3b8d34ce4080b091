import { expect, expectTypeOf, test } from 'vitest';
import { Deployment } from '../../../src/k8s/apps/v1/index.js';
import { ServiceAccount } from '../../../src/k8s/core/v1/index.js';
import type { AnyRef, Client } from '../../../src/runtime/client/client.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import type { DeepReadonly } from '../../../src/runtime/object/readonly.js';
import { fakeTransport } from './fake-api.js';

const key = { namespace: 'a', name: 'web' };

/** Every subresource call on a kind whose `spec` is required; that this compiles is the test. */
const calls: Record<string, (client: Client) => Promise<object>> = {
  'status get': (client) => client.status.get<Deployment>({ kind: Deployment, ...key }),
  'status patch': (client) =>
    client.status.patch<Deployment>({ kind: Deployment, ...key }, { type: 'merge', body: { status: { replicas: 1 } } }),
  'status apply': (client) =>
    client.status.apply<Deployment>(
      { kind: Deployment, ...key },
      { status: { replicas: 1 } },
      { fieldManager: 'me', force: true },
    ),
  'status update': (client) => client.status.update<Deployment>({ kind: Deployment, ...key }, { status: {} }),
  'scale get': (client) => client.subresource('scale').get<object>({ kind: Deployment, ...key }),
  'scale patch': (client) =>
    client
      .subresource('scale')
      .patch<object>({ kind: Deployment, ...key }, { type: 'merge', body: { spec: { replicas: 2 } } }),
  'token create': (client) =>
    client.subresource('token').create<object>({ kind: ServiceAccount, ...key }, { spec: { audiences: [] } }),
};

test.each(Object.keys(calls))('4.6 %s takes the name of an object of any kind', async (name) => {
  const transport = fakeTransport(() => ({ body: { metadata: {} } }));

  await calls[name]?.(createClient({ transport }));

  expect(transport.requests[0]?.path).toMatch(/\/namespaces\/a\/\w+\/web\/\w+/);
});

test('4.6 an object, a frozen object and a name of any kind are references', () => {
  expectTypeOf<Deployment>().toExtend<AnyRef>();
  expectTypeOf<DeepReadonly<Deployment>>().toExtend<AnyRef>();
  expectTypeOf<{ kind: typeof Deployment; name: string }>().toExtend<AnyRef>();
  expectTypeOf<{ name: string }>().not.toExtend<AnyRef>();
});

test('4.6 whoever may not read the object is told what the subresource answered', async () => {
  const transport = fakeTransport(({ method }) =>
    method === 'GET'
      ? { status: 403, body: { kind: 'Status', code: 403, reason: 'Forbidden', message: 'cannot get' } }
      : { status: 404, body: { kind: 'Status', code: 404, reason: 'NotFound', message: 'no such account' } },
  );

  const created = createClient({ transport })
    .subresource('token')
    .create({ kind: ServiceAccount, ...key }, {});

  await expect(created).rejects.toThrow('no such account');
});
