import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { controller } from '../../../src/runtime/controller/builder.js';
import { enqueueObject } from '../../../src/runtime/controller/event-handler.js';
import { channel, informerSource } from '../../../src/runtime/controller/source.js';
import { Thing } from '../cache/thing.js';
import { settle } from '../manual-clock.js';
import { FakeHost } from './fake-host.js';

let host: FakeHost;
let names: string[];

beforeEach(() => {
  host = new FakeHost();
  names = [];
});

afterEach(() => host.close());

const define = () =>
  controller(host, 'books')
    .source(channel('none', enqueueObject()))
    .complete({ reconcile: async ({ name }) => void names.push(name) });

test.each(['before', 'after'])(
  'a source that is added %s the start brings what is there and what comes, until it is removed',
  async (when) => {
    host.things.put('ns/a');
    const built = define();
    const source = informerSource(await host.cache.informer(Thing), enqueueObject());
    const early = when === 'before' ? await built.addSource(source) : undefined;
    await host.start();
    const added = early ?? (await built.addSource(source));
    await settle();
    host.things.put('ns/b');
    await settle();
    expect(names).toEqual(['a', 'b']);

    added.remove();
    host.things.put('ns/c');
    await settle();

    expect(names).toEqual(['a', 'b']);
  },
);

test('a source that does not come into sync fails alone when it is added later', async () => {
  const built = define();
  await host.start();
  const failing = { name: 'broken', start: async () => Promise.reject(new Error('no')) };

  await expect(built.addSource(failing)).rejects.toThrow(
    'controller "books": source "broken" could not start: Error: no',
  );

  built.enqueue({ name: 'still-works' });
  await settle();
  expect(names).toEqual(['still-works']);
});

test('sources that were removed, or could not start, leave no listener behind', async () => {
  const built = define();
  await host.start();
  const source = informerSource(await host.cache.informer(Thing), enqueueObject());
  const failing = { name: 'broken', start: async () => Promise.reject(new Error('no')) };
  const round = async (): Promise<void> => {
    (await built.addSource(source)).remove();
    await built.addSource(failing).catch(() => undefined);
    await settle();
  };
  await round();
  const open = new Map<AbortSignal, number>();
  const count = (by: number) =>
    function (this: AbortSignal): void {
      open.set(this, (open.get(this) ?? 0) + by);
    };
  const spies = [spyOn('addEventListener', count(1)), spyOn('removeEventListener', count(-1))];

  for (let index = 0; index < 10; index++) await round();
  spies.forEach((spy) => spy.mockRestore());

  // Those that have been aborted are not kept by anybody.
  expect([...open].filter(([signal, listeners]) => !signal.aborted && listeners > 0)).toEqual([]);
});

/** Counts calls on all signals, and lets them through. */
function spyOn(name: 'addEventListener' | 'removeEventListener', told: (this: AbortSignal) => void) {
  const original = EventTarget.prototype[name];
  const spied = function (this: AbortSignal, ...args: Parameters<typeof original>): void {
    told.call(this);
    Reflect.apply(original, this, args);
  };
  return vi.spyOn(EventTarget.prototype, name).mockImplementation(spied);
}

test('a controller can be stopped alone: its reconcile finishes, its watch ends, its name is free', async () => {
  host.things.put('ns/a');
  const released: string[] = [];
  Object.assign(host, { releaseControllerName: (name: string) => released.push(name) });
  let finish: () => void = () => undefined;
  const built = controller(host)
    .for(Thing)
    .complete({
      reconcile: async ({ name }) => {
        await new Promise<void>((resolve) => (finish = resolve));
        names.push(name);
      },
    });
  await host.start();

  const stopped = built.stop();
  await settle();
  expect([names, released]).toEqual([[], []]);
  finish();
  await stopped;
  host.things.put('ns/b');
  await settle();

  expect([names, released]).toEqual([['a'], ['thing']]);
  expect(host.things.openWatches).toBe(0);
  await host.ended;
});

test('a controller that is stopped before its start never runs', async () => {
  const built = define();
  await built.stop();
  await host.start();
  await host.ended;

  expect(names).toEqual([]);
});
