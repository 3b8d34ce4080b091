/** Objects of which only a part was read are never written back: the rest would be erased. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { CachedClient } from '../../../src/runtime/cache/cached-client.js';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import { type Client, defineKind, type KubeObject, metadataOnly, modify, mutable } from '../../../src/runtime/index.js';
import { createOrPatch, createOrUpdate, mergeFrom, createTransport } from '../../../src/runtime/entry/client.js';
import { InvalidCallError } from '../../../src/runtime/entry/errors.js';
import { type ControlPlane, startControlPlane } from '../../../src/testing/index.js';

type Widget = KubeObject & { spec: { text?: string; list?: { a?: number; b?: number }[] }; status?: object };
const Widget = defineKind<Widget>({
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  plural: 'widgets',
  scope: 'Namespaced',
  subresources: { status: true },
});
/** Written as JavaScript would write it: types refuse these calls. */
const Meta = metadataOnly(Widget) as unknown as typeof Widget;
const key = { namespace: 'default', name: 'a' };
const spec = { text: 'important', list: [{ a: 1, b: 2 }] };
const status = { ready: true };
const asMe = { fieldManager: 'me', force: true };

let plane: ControlPlane;
let live: Client;
let caches: Record<string, InformerCache>;
let clients: Record<string, Client>;

beforeAll(async () => {
  plane = await startControlPlane({ kind: 'embedded', crds: ['test/runtime/client/testdata/widgets.yaml'] });
  live = plane.client;
  live.mapper.learn(Widget);
  const parts = { transport: createTransport(plane.config), mapper: live.mapper };
  const withTransform = (transform: (object: Widget) => Widget | undefined): InformerCache =>
    new InformerCache({ ...parts, options: { default: { transform: (object) => transform(object as Widget) } } });
  caches = {
    whole: new InformerCache(parts),
    projected: new InformerCache(parts),
    // Removes fields of a list in place, which a merge patch would send as a whole.
    trimmed: withTransform((object) => {
      for (const item of object.spec.list ?? []) delete item.b;
      return object;
    }),
    replaced: withTransform(({ spec: _spec, ...rest }) => Object.freeze({ ...rest, spec: {} })),
    unmanaged: withTransform((object) => {
      delete object.metadata.managedFields;
      return object;
    }),
  };
  clients = Object.fromEntries(
    Object.entries(caches).map(([name, cache]) => {
      cache.start();
      return [name, new CachedClient(live, cache)];
    }),
  );
  clients['live'] = live;
});

afterAll(async () => {
  for (const cache of Object.values(caches)) await cache[Symbol.asyncDispose]();
  await plane.stop();
});

beforeEach(async () => {
  await live.apply(Widget, { metadata: { ...key, labels: { app: 'a' } }, spec }, asMe);
  await live.status.patch({ kind: Widget, ...key }, { type: 'merge', body: { status } });
});

const clientOf = (name: string): Client => clients[name] ?? live;

async function stored(): Promise<object> {
  const object = await live.get(Widget, key);
  return { spec: object.spec, status: object.status };
}

/** How code gets hold of metadata only. */
const READS: Readonly<Record<string, () => Promise<Widget>>> = {
  'a live read': async () => mutable(await live.get(Meta, key)),
  'a live list': async () => mutable((await live.list(Meta, { namespace: 'default' })).items[0] as Widget),
  'a page': async () => {
    for await (const page of live.pages(Meta)) if (page.items[0]) return page.items[0];
    throw new Error('there is no page');
  },
  'a watch': async () => {
    for await (const phase of live.watch(Meta)) if (phase.type === 'initApply') return phase.object;
    throw new Error('there is no event');
  },
  'its own cache': async () => mutable(await clientOf('projected').get(Meta, key)),
  'a cache of whole objects': async () => {
    await clientOf('whole').get(Widget, key);
    return mutable(await clientOf('whole').get(Meta, key));
  },
  'a list of a cache of whole objects': async () => {
    await clientOf('whole').get(Widget, key);
    return mutable((await clientOf('whole').list(Meta)).items[0] as Widget);
  },
  'a transform in place': async () => mutable(await clientOf('trimmed').get(Widget, key)),
  'a transform that makes a new object': async () => mutable(await clientOf('replaced').get(Widget, key)),
  'the kind itself': async () => new Meta({ metadata: key, spec: {} }),
};

/** Copies that keep the mark. */
const COPIES: Readonly<Record<string, (object: Widget) => Widget>> = {
  'the object': (object) => object,
  'a spread': (object) => ({ ...object, metadata: { ...object.metadata, labels: { touched: 'yes' } } }),
  'mutable()': (object) => mutable(object),
  'mutable() of a list': (object) => mutable({ items: [object] }).items[0] as Widget,
  'Object.assign': (object) => Object.assign({}, object),
  'the rest of a pattern': ({ ...rest }) => rest,
  'new Widget': (object) => new Widget(object),
};

const WRITES: Readonly<Record<string, (client: Client, object: Widget) => Promise<unknown>>> = {
  create: (client, object) => client.create({ ...object, metadata: { namespace: 'default', name: 'b' } }),
  update: (client, object) => client.update(object),
  apply: (client, { metadata: { managedFields: _managed, ...metadata }, ...rest }) =>
    client.apply({ ...rest, metadata }, asMe),
  'apply by kind': (client, { metadata: { managedFields: _managed, ...metadata }, ...rest }) =>
    client.apply(Widget, { ...rest, metadata: { ...metadata, name: 'a' } }, asMe),
  'status.update': (client, object) => client.status.update({ kind: Widget, ...key }, object),
  'status.apply': (client, object) => client.status.apply({ kind: Widget, ...key }, object, asMe),
  'subresource update': (client, object) => client.subresource('status').update({ kind: Widget, ...key }, object),
  'a JSON patch of everything': (client, object) => {
    const operations = [{ op: 'replace', path: '', value: object }] as const;
    return client.patch({ kind: Widget, ...key }, { type: 'json', operations });
  },
  'a JSON patch of the status': (client, object) => {
    const operations = [{ op: 'add', path: '', value: object }] as const;
    return client.status.patch({ kind: Widget, ...key }, { type: 'json', operations });
  },
};

describe.each(Object.keys(READS))('a part of an object, from %s', (read) => {
  test.each(Object.keys(WRITES))('is refused by %s, in every copy', async (write) => {
    const part = await READS[read]?.();
    if (!part) throw new Error('nothing was read');
    for (const [copy, make] of Object.entries(COPIES))
      for (const client of [live, clientOf('whole')])
        await expect(WRITES[write]?.(client, make(part)), copy).rejects.toThrow(InvalidCallError);

    expect(await stored()).toEqual({ spec, status });
  });
});

test('metadata only is read from a cache of whole objects as metadata only', async () => {
  const client = clientOf('whole');
  await client.get(Widget, key);

  const part = await client.get(Meta, key);

  expect(Object.keys(part).sort()).toEqual(['apiVersion', 'kind', 'metadata']);
  expect(part.metadata.labels).toEqual({ app: 'a' });
  expect((await client.list(Meta)).items[0]).toBe(part);
  expect((await client.get(Widget, key)).spec).toEqual(spec);
});

test('createOrUpdate of metadata only is refused, whether the object exists or not', async () => {
  const label = (draft: Widget): void => void (draft.metadata.labels = { a: 'b' });

  await expect(createOrUpdate(live, new Meta({ metadata: key, spec: {} }), label)).rejects.toThrow(InvalidCallError);
  await expect(createOrUpdate(live, { kind: Meta, ...key, name: 'new' }, label)).rejects.toThrow(InvalidCallError);
  expect(await stored()).toEqual({ spec, status });
});

test.each(['trimmed', 'replaced'])(
  'modify, createOrPatch and createOrUpdate read what a transform changed (%s) again',
  async (cache) => {
    const client = clientOf(cache);
    await client.get(Widget, key);
    const change = (draft: Widget): void => void (draft.spec.list ??= []).push({ a: 3 });
    const changed = { spec: { ...spec, list: [{ a: 1, b: 2 }, { a: 3 }] }, status };

    const ref = { kind: Widget, ...key };
    const writes = [modify, createOrPatch, createOrUpdate] as unknown as (typeof modify)[];
    for (const write of writes) {
      await write(client, ref, change);
      expect(await stored()).toEqual(changed);
      await live.apply(Widget, { metadata: key, spec }, asMe);
      await live.patch({ kind: Widget, ...key }, { type: 'merge', body: { spec } });
    }
  },
);

test.each(['trimmed', 'replaced'])('a merge patch of all that a transform left (%s) is refused', async (cache) => {
  const body = mutable(await clientOf(cache).get(Widget, key));

  for (const type of ['merge', 'strategic'] as const)
    await expect(live.patch({ kind: Widget, ...key }, { type, body })).rejects.toThrow(InvalidCallError);
  expect(await stored()).toEqual({ spec, status });
});

test('an object of which a transform removes nothing but managedFields can be updated', async () => {
  const draft = mutable<Widget>(await clientOf('unmanaged').get(Widget, key, { source: 'cache' }));
  draft.metadata.labels = { touched: 'yes' };

  expect(draft.metadata.managedFields).toBeUndefined();
  expect((await clientOf('unmanaged').update(draft)).metadata.labels).toEqual({ touched: 'yes' });
  expect(await stored()).toEqual({ spec, status });
});

test('conditions are not set on an object whose status was not read', async () => {
  const part = (await READS['a live read']?.()) as Widget;
  const condition = { type: 'Ready', status: 'True', reason: 'Up', message: '' } as never;

  await expect(live.status.setCondition(part, condition, asMe)).rejects.toThrow(InvalidCallError);
  await expect(live.status.report(part, {}, asMe)).rejects.toThrow(InvalidCallError);
});

test('a difference between a whole object and a part of it is refused', async () => {
  const part = (await READS['a live read']?.()) as Widget;
  const whole = mutable<Widget>(await live.get(Widget, key));

  expect(() => mergeFrom(whole, part)).toThrow(InvalidCallError);
  expect(() => mergeFrom(part, whole)).toThrow(InvalidCallError);
});

test('a part of an object can be patched, modified and deleted', async () => {
  const part = (await READS['a live read']?.()) as Widget;
  await live.patch(part, { type: 'merge', body: { metadata: { labels: { patched: 'yes' } } } });
  await modify(live, { kind: Meta, ...key }, (draft) => {
    draft.metadata.annotations = { modified: 'yes' };
  });

  expect((await live.get(Widget, key)).metadata.labels).toMatchObject({ patched: 'yes' });
  expect((await live.get(Widget, key)).metadata.annotations).toMatchObject({ modified: 'yes' });
  expect(await stored()).toEqual({ spec, status });
  await live.delete(part);
});
