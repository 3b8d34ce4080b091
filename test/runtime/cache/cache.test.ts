import { expect, test } from 'vitest';
import { createCache } from '../../../src/runtime/cache/cache.js';
import { FakeTransport } from './fake-transport.js';
import { Thing } from './thing.js';

test('informers and lists work without a manager', async () => {
  const transport = new FakeTransport();
  transport.of('things').put('ns/a');
  const cache = createCache({ transport });
  const informer = await cache.informer(Thing, { namespaces: ['ns'] });
  cache.start();
  await informer.synced();

  expect(informer.store.keys()).toEqual(['ns/a']);
  await cache[Symbol.asyncDispose]();
  expect(transport.of('things').openWatches).toBe(0);
});
