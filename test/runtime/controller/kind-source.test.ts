import { afterEach, expect, test } from 'vitest';
import { NoKindMatchError } from '../../../src/runtime/client/api-error.js';
import type { Cache } from '../../../src/runtime/cache/cache.js';
import { enqueueObject } from '../../../src/runtime/controller/event-handler.js';
import { kindSource } from '../../../src/runtime/controller/kind-source.js';
import { Thing } from '../cache/thing.js';
import { settle } from '../manual-clock.js';
import { FakeHost } from './fake-host.js';

const host = new FakeHost();
afterEach(() => host.close());

test('§7.4 a kind that the server does not know yet is asked for every 10 s', async () => {
  let misses = 2;
  const cache: Cache = Object.assign(Object.create(host.cache) as Cache, {
    informer: async () => {
      if (misses-- > 0) throw new NoKindMatchError(Thing.gvk, 'https://fake');
      return host.cache.informer(Thing);
    },
  });
  host.cache.start();
  host.things.put('ns/a');
  const added: string[] = [];
  const source = kindSource({ cache, kind: Thing as never, handler: enqueueObject(), clock: host.clock });

  await source.start(
    { add: ({ name }) => added.push(name) },
    { signal: new AbortController().signal, log: host.log, lowPriority: -100 },
  );
  await host.clock.advanceAsync(10_000);
  expect(added).toEqual([]);
  await host.clock.advanceAsync(10_000);
  await settle();

  expect(added).toEqual(['a']);
  expect(host.errors()[0]).toMatch(/cannot watch the kind yet: NoKindMatchError: .*install its CRD first/);
});
