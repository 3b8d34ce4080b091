import { expect, test } from 'vitest';
import { is } from '../../../src/runtime/client/requests/api-error.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { CachedReader } from '../../../src/runtime/cache/cached-reader.js';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import { FakeTransport } from './fake-transport.js';
import { Thing } from './thing.js';

test('fills in the default namespace, from the cache and live', async () => {
  const transport = new FakeTransport();
  transport.of('things').put('ns/a');
  transport.of('things').put('other/b');
  const cache = new InformerCache({ transport });
  cache.start();
  const reader = new CachedReader(createClient({ transport }), cache, 'ns');

  expect((await reader.get(Thing, { name: 'a' })).metadata.namespace).toBe('ns');
  expect((await reader.list(Thing)).items.length).toBe(1);
  expect((await reader.find(Thing, { name: 'a' }, { source: 'live' }))?.metadata.namespace).toBe('ns');
  await expect(reader.get(Thing, { name: 'b' })).rejects.toSatisfy(is.notFound);
  await cache[Symbol.asyncDispose]();
});
