import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createCache, type Cache } from '../../../../src/runtime/cache/cache.js';
import { ManualClock, settle } from '../../manual-clock.js';
import type { FakeResource } from '../fake-resource.js';
import { FakeTransport } from '../fake-transport.js';
import { Thing } from '../thing.js';

let things: FakeResource;
let cache: Cache;

beforeEach(() => {
  const transport = new FakeTransport();
  things = transport.of('things');
  cache = createCache({ transport, clock: new ManualClock(), options: { default: { namespaces: ['ns', 'other'] } } });
  cache.start();
});

afterEach(() => cache[Symbol.asyncDispose]());

test('reads the stores of all its namespaces as one', async () => {
  things.put('ns/a', { spec: { value: 1 } });
  things.put('other/b', { spec: { value: 1 } });
  cache.index(Thing, 'value', ({ spec }) => [String(spec?.value)]);
  const informer = await cache.informer(Thing);
  await informer.synced();

  expect(informer.store.size).toBe(2);
  expect(informer.store.keys().sort()).toEqual(['ns/a', 'other/b']);
  expect(informer.store.get('other/b')?.spec?.value).toBe(1);
  expect(informer.store.list('ns').length).toBe(1);
  expect(informer.store.byIndex('value', '1').length).toBe(2);
  expect(informer.resourceVersion).toBe('102');
  expect(informer.health.namespaces).toEqual(['ns', 'other']);
});

test('§3.5.9 a listener ends with its signal and with the handle', async () => {
  const informer = await cache.informer(Thing);
  const abort = new AbortController();
  const seen: string[] = [];
  informer.on(() => void seen.push('by signal'), { signal: abort.signal });
  informer.on(() => void seen.push('by handle'));
  informer.on(() => void seen.push('never'), { signal: AbortSignal.abort() });
  await informer.synced();

  abort.abort();
  things.put('ns/a');
  await settle();
  await informer[Symbol.asyncDispose]();
  things.put('ns/b');
  await settle();

  expect(seen).toEqual(['by handle']);
  expect(() => informer.on(() => undefined)).toThrow(/was disposed/);
});

test('events can be iterated until the signal aborts', async () => {
  things.put('ns/a');
  const informer = await cache.informer(Thing);
  const abort = new AbortController();
  const seen: string[] = [];

  for await (const event of informer.events({ signal: abort.signal })) {
    seen.push(`${event.type} ${event.object.metadata.name}`);
    if (seen.length === 1) things.put('ns/b');
    if (seen.length === 2) abort.abort();
  }

  expect(seen).toEqual(['create a', 'create b']);
});

test('§3.4.5 the version of several namespaces is the one that all of them have reached', async () => {
  const informer = await cache.informer(Thing);
  expect(informer.resourceVersion).toBeUndefined();
  await informer.synced();

  things.put('ns/a');
  await settle();

  expect(informer.resourceVersion).toBe('100');
  things.bookmark();
  await settle();
  expect(informer.resourceVersion).toBe('101');
});

test.each(['the handle', 'the cache'])('iterating over events ends with %s', async (what) => {
  const informer = await cache.informer(Thing);
  await informer.synced();
  const ended = (async () => {
    for await (const event of informer.events()) void event;
    return 'ended';
  })();
  await settle();

  await (what === 'the cache' ? cache : informer)[Symbol.asyncDispose]();

  expect(await ended).toBe('ended');
});

test('a subscription that ends leaves nothing on its signal', async () => {
  const informer = await cache.informer(Thing);
  const { signal } = new AbortController();

  const subscription = informer.on(() => undefined, { signal });
  expect(getEventListeners(signal, 'abort').length).toBe(1);
  await subscription[Symbol.asyncDispose]();

  expect(getEventListeners(signal, 'abort').length).toBe(0);
});
