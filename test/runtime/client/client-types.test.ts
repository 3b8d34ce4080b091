import { expect, expectTypeOf, test } from 'vitest';
import { Deployment } from '../../../src/k8s/apps/v1/index.js';
import { ServiceAccount } from '../../../src/k8s/core/v1/index.js';
import type { AnyRef, Client, DeleteResult } from '../../../src/runtime/client/client.js';
import { createOrUpdate } from '../../../src/runtime/client/writes/create-or-update.js';
import { addFinalizer } from '../../../src/runtime/client/writes/finalizer-patch.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { mergeFrom } from '../../../src/runtime/client/writes/merge-from.js';
import { modify } from '../../../src/runtime/client/writes/modify.js';
import { metadataOnly } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { type DeepReadonly, mutable, type Written } from '../../../src/runtime/object/readonly.js';
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

test.each(Object.keys(calls))('§4.6.5 %s takes the name of an object of any kind', async (name) => {
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

test('4.1 whatever is written with an object from a cache has its type, without being told', () => {
  const calls = async (client: Client) => {
    const cached = await client.get(Deployment, key);
    const { items } = await client.list(Deployment);
    const patch = mergeFrom(cached, mutable(cached)) ?? { type: 'merge', body: {} };
    return {
      create: await client.create(cached),
      update: await client.update(cached),
      patch: await client.patch(cached, patch),
      apply: await client.apply(cached, { fieldManager: 'me' }),
      listed: await Promise.all(items.map((item) => client.patch(item, patch))),
      deleted: await client.delete(cached),
      draft: mutable(cached),
      modified: await modify(client, cached, (draft) => void expectTypeOf(draft).toEqualTypeOf<Deployment>()),
      made: await createOrUpdate(client, cached, (draft) => void expectTypeOf(draft).toEqualTypeOf<Deployment>()),
      held: await addFinalizer(client, cached, 'my.domain/x'),
      own: await client.patch(mutable(cached), patch),
      named: await client.patch({ kind: Deployment, ...key }, patch),
    };
  };

  type Results = Awaited<ReturnType<typeof calls>>;
  expectTypeOf<Results['create']>().toEqualTypeOf<Written<Deployment>>();
  expectTypeOf<Results['update']>().toEqualTypeOf<Written<Deployment>>();
  expectTypeOf<Results['patch']>().toEqualTypeOf<Written<Deployment>>();
  expectTypeOf<Results['apply']>().toEqualTypeOf<Written<Deployment>>();
  expectTypeOf<Results['listed']>().toEqualTypeOf<Written<Deployment>[]>();
  expectTypeOf<Results['deleted']>().toEqualTypeOf<DeleteResult<Deployment>>();
  expectTypeOf<Results['draft']>().toEqualTypeOf<Deployment>();
  expectTypeOf<Results['modified']>().toEqualTypeOf<Deployment>();
  expectTypeOf<Results['made']['object']>().toEqualTypeOf<Deployment>();
  expectTypeOf<Results['held']>().toEqualTypeOf<Deployment>();
  expectTypeOf<Results['own']>().toEqualTypeOf<Written<Deployment>>();
  expectTypeOf<Results['named']>().toEqualTypeOf<Written<Deployment>>();
});

test('4.1 code for any kind passes on what it was given', () => {
  const save = async <T extends KubeObject>(client: Client, object: DeepReadonly<T> | T): Promise<T> => {
    await client.patch<T>(object, { type: 'json', operations: [] });
    return client.update<T>(object);
  };

  expectTypeOf(save<Deployment>).returns.resolves.toEqualTypeOf<Deployment>();
});

test('§4.6.4 whoever may not read the object is told what the subresource answered', async () => {
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

test('types refuse to write metadata-only objects, and let them be patched and deleted', () => {
  const Meta = metadataOnly(Deployment);
  const calls = async (client: Client) => {
    const read = await client.get(Meta, key);
    const draft = mutable(read);
    const { items } = await client.list(Meta);
    // @ts-expect-error metadata only, as read
    await client.update(read);
    // @ts-expect-error a copy
    await client.update(draft);
    // @ts-expect-error a spread
    await client.update({ ...draft });
    // @ts-expect-error an item of a list
    for (const item of items) await client.update(item);
    // @ts-expect-error made with the projected kind
    await client.create(new Meta({ metadata: key }));
    // @ts-expect-error apply of an object
    await client.apply(draft, { fieldManager: 'me' });
    // @ts-expect-error apply by kind
    await client.apply(Meta, { metadata: key });
    // @ts-expect-error as a status
    await client.status.update({ kind: Deployment, ...key }, draft);
    // @ts-expect-error createOrUpdate
    await createOrUpdate(client, { kind: Meta, ...key }, () => undefined);
    await modify(client, { kind: Meta, ...key }, () => undefined);
    await client.patch(draft, { type: 'merge', body: { metadata: { labels: { a: 'b' } } } });
    await client.delete(read);
  };

  expect(calls).toBeTypeOf('function');
});
