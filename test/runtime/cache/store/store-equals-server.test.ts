/** Under any history of writes, cuts, expirations, bookmarks and outages the store ends up equal to the server. */
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError } from '../../../../src/runtime/client/requests/api-error.js';
import { keyOf } from '../../../../src/runtime/cache/store/object-key.js';
import { resolveSpec } from '../../../../src/runtime/cache/informers/informer-spec.js';
import { SharedInformer } from '../../../../src/runtime/cache/informers/shared-informer.js';
import { silentLogger } from '../../../../src/runtime/log/silent-logger.js';
import type { ObjectEvent } from '../../../../src/runtime/object/event.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { contents, FakeResource } from '../fake-resource.js';
import { Thing } from '../thing.js';

const key = fc.constantFrom('ns/a', 'ns/b', 'other/a', 'c');
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('put' as const), key }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('remove' as const), key }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('cut', 'reset', 'compact', 'bookmark', 'tick', 'wait', 'error', 'busy'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('outage' as const), code: fc.constantFrom(429, 500, 503, 404) }),
  },
);

/** Applies events to a copy, checking that each fits the state before it. */
class Replay {
  readonly objects = new Map<string, string>();

  apply(event: ObjectEvent): void {
    const { metadata } = event.object;
    const at = keyOf(metadata);
    const known = this.objects.get(at);
    if (event.type === 'create') expect(known).toBeUndefined();
    if (event.type === 'update') expect(known).toBe(event.old.metadata.resourceVersion);
    if (event.type === 'delete') expect(known).toBeDefined();
    if (event.type === 'delete') this.objects.delete(at);
    else this.objects.set(at, metadata.resourceVersion ?? '');
  }
}

test.each([
  { streaming: true, pageSize: 1000 },
  { streaming: false, pageSize: 1000 },
  { streaming: false, pageSize: 1 },
])(
  '§3.3.1 §20.1.1 store and replayed events equal the server (%j)',
  async ({ streaming, pageSize }) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40, size: 'max' }), async (steps) => {
        const server = new FakeResource();
        Object.assign(server, { streaming, pageSize });
        const clock = new ManualClock();
        const informer = new SharedInformer({
          kind: Thing,
          spec: resolveSpec(Thing),
          source: () => server,
          log: silentLogger,
          clock,
          random: () => 0,
        });
        const replay = new Replay();
        informer.subscribe((event) => replay.apply(event));
        informer.start();

        for (const action of steps) {
          if (action.do === 'put') server.put(action.key);
          else if (action.do === 'remove') server.remove(action.key);
          else if (action.do === 'cut') server.cut();
          else if (action.do === 'reset') server.cut('error');
          else if (action.do === 'compact') server.compact();
          else if (action.do === 'bookmark') server.bookmark();
          else if (action.do === 'tick') server.tick();
          else if (action.do === 'error')
            server.fail(new ApiError({ code: 500, reason: 'InternalError', message: 'etcd' }));
          else if (action.do === 'busy')
            server.fail(new ApiError({ code: 429, reason: 'TooManyRequests', message: 'busy' }));
          else if (action.do === 'wait') await clock.advanceAsync(3000);
          else if (action.do === 'outage' && 'code' in action)
            server.failures.push(new ApiError({ code: action.code, message: 'outage' }), undefined);
        }
        await clock.advanceAsync(200_000);

        const { store } = informer.partitions[0]!;
        const stored = Object.fromEntries(
          store.list().map(({ metadata }) => [keyOf(metadata), metadata.resourceVersion]),
        );
        expect(stored).toEqual(contents(server));
        expect(Object.fromEntries(replay.objects)).toEqual(contents(server));
        expect(server.openWatches).toBe(1);
        await informer.stop();
        await settle();
        expect(server.openWatches).toBe(0);
        expect(clock.pendingTimers).toBe(0);
      }),
      { numRuns: 150 },
    );
  },
  120_000,
);
