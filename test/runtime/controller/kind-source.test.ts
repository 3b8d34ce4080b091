import { afterEach, beforeEach, expect, test } from 'vitest';
import { ApiError, NoKindMatchError } from '../../../src/runtime/client/requests/api-error.js';
import type { Cache } from '../../../src/runtime/cache/cache.js';
import { enqueueObject } from '../../../src/runtime/controller/event-handler.js';
import { kindSource } from '../../../src/runtime/controller/kind-source.js';
import { Thing } from '../cache/thing.js';
import { settle } from '../manual-clock.js';
import { FakeHost } from './fake-host.js';

let host: FakeHost;
beforeEach(() => {
  host = new FakeHost();
});
afterEach(() => host.close());

test.each([
  ['that the server does not know yet', new NoKindMatchError(Thing.gvk, 'https://fake'), /install its CRD first/],
  ['of which a busy server says nothing', new ApiError({ code: 503, message: 'busy' }), /busy/],
])('§7.4.1 a kind %s is asked for every 10 s', async (_what, refusal, message) => {
  let misses = 2;
  const cache: Cache = Object.assign(Object.create(host.cache) as Cache, {
    informer: async () => {
      if (misses-- > 0) throw refusal;
      return host.cache.informer(Thing);
    },
  });
  host.cache.start();
  host.things.put('ns/a');
  const added: string[] = [];
  const source = kindSource({ cache, kind: Thing, handler: enqueueObject(), clock: host.clock });

  await source.start(
    { add: ({ name }) => added.push(name) },
    { signal: new AbortController().signal, log: host.log, lowPriority: -100 },
  );
  await host.clock.advanceAsync(10_000);
  expect(added).toEqual([]);
  await host.clock.advanceAsync(10_000);
  await settle();

  expect(added).toEqual(['a']);
  expect(host.errors()[0]).toMatch(/^cannot watch the kind yet: /);
  expect(host.errors()[0]).toMatch(message);
});
