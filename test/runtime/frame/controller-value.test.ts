import { afterEach, beforeEach, expect, test } from 'vitest';
import { controller } from '../../../src/runtime/frame/controller-value.js';
import { connectTo, isPart, type Part } from '../../../src/runtime/part.js';
import type { ControllerHost } from '../../../src/runtime/controller/host.js';
import type { Thing as ThingObject } from '../cache/fake-resource.js';
import { Thing } from '../cache/thing.js';
import { FakeHost } from '../controller/fake-host.js';
import { settle } from '../manual-clock.js';

let host: FakeHost;
let runs: string[];

beforeEach(() => {
  host = new FakeHost();
  runs = [];
});

afterEach(() => host.close());

const note = async ({ metadata }: { metadata: { name: string } }): Promise<void> => void runs.push(metadata.name);

test('a draft is not a part of a manager, and a controller is', () => {
  // @ts-expect-error nothing to do yet
  const draft: Part<ControllerHost> = controller(Thing).filter();

  expect(isPart(draft)).toBe(false);
  expect(isPart(controller(Thing).reconcile(note))).toBe(true);
  expect(isPart(controller(Thing).finalize(note))).toBe(true);
});

test('steps return new values: two controllers may begin alike', async () => {
  const base = controller(Thing).options({ concurrency: 2 });
  base.options({ name: 'unused' }).filter(() => false);
  const first = base.options({ name: 'first' }).reconcile(note);
  const second = base.options({ name: 'second' }).reconcile(note);
  host.things.put('ns/a');

  expect([connectTo(host, first).name, connectTo(host, second).name]).toEqual(['first', 'second']);
  await host.start();

  expect(runs).toEqual(['a', 'a']);
});

test('one value can run in two managers', async () => {
  const other = new FakeHost();
  const value = controller(Thing).reconcile(note);
  host.things.put('ns/a');
  other.things.put('ns/b');
  connectTo(host, value);
  connectTo(other, value);

  await host.start();
  await other.start();
  await other.close();

  expect(runs).toEqual(['a', 'b']);
});

test('a finished controller can be varied', async () => {
  const value = controller(Thing).reconcile(note);

  const running = connectTo(host, value.options({ name: 'variant' }));

  expect([running.name, running.group]).toEqual(['variant', 'leader']);
});

test.each([
  [
    'a second reconcile',
    () => (controller(Thing).reconcile(note) as unknown as { reconcile(work: unknown): void }).reconcile(note),
    'has two steps .reconcile(…)',
  ],
  ['a manager for a kind', () => controller(host as never), 'controller() needs a kind'],
  ['no cluster', () => connectTo(host, controller(Thing).options({ clusters: [] }).reconcile(note)), 'clusters is []'],
  [
    'an unknown cluster',
    () =>
      connectTo(
        host,
        controller(Thing)
          .options({ clusters: ['east'] })
          .reconcile(note),
      ),
    'there is no cluster "east"',
  ],
  [
    'a wrong time',
    () => connectTo(host, controller(Thing).options({ timeout: '-5s' }).reconcile(note)),
    'controller "thing": timeout is wrong, "-5s" is not above 0',
  ],
  [
    'a number for a time',
    () =>
      connectTo(
        host,
        controller(Thing)
          .options({ debounce: 30 as never })
          .reconcile(note),
      ),
    'controller "thing": debounce is wrong, 30 is not a time with a unit',
  ],
  [
    'two references of a name',
    () =>
      controller(Thing)
        .references('a', Thing, () => 'x')
        .references('a' as never, Thing, () => 'y'),
    'there are two references named "a"',
  ],
])('%s is refused', (_, attempt, message) => {
  expect(attempt).toThrow(message);
});

test('the context has what work needs', async () => {
  const seen: unknown[] = [];
  const events: unknown[] = [];
  Object.assign(host, {
    wallTime: () => new Date(0),
    events: (name: string) => ({
      event: (object: ThingObject, input: object) => events.push([name, object.metadata.name, input]),
    }),
  });
  host.things.put('ns/a');
  const value = controller(Thing).reconcile(async (thing, context) => {
    seen.push(context.now(), context.cluster, context.attempt, context.observed, typeof context.client.owned);
    context.events.event(thing, { reason: 'Seen', note: 'it was seen' });
    context.log.info('from work');
  });
  connectTo(host, value);

  await host.start();

  expect(seen).toEqual([new Date(0), undefined, 0, {}, 'function']);
  expect(events).toEqual([['thing', 'a', { reason: 'Seen', note: 'it was seen' }]]);
  expect(host.lines.find(({ message }) => message === 'from work')?.fields).toMatchObject({
    name: 'a',
    namespace: 'ns',
  });
});

test('finalize adds a finalizer with the name of the controller, and is called once', async () => {
  host.things.put('ns/a');
  const value = controller(Thing)
    .options({ name: 'cleaner' })
    .reconcile(note)
    .finalize(async ({ metadata }) => void runs.push(`finalize ${metadata.name}`));
  connectTo(host, value);
  await host.start();
  expect(host.things.objects.get('ns/a')?.metadata.finalizers).toEqual(['things.example.com/cleaner']);

  host.things.put('ns/a', {
    metadata: { finalizers: ['things.example.com/cleaner'], deletionTimestamp: '2026-01-01T00:00:00Z' },
  });
  await settle();

  expect([runs.at(-1), runs.filter((run) => run === 'finalize a').length]).toEqual(['finalize a', 1]);
  expect(host.things.objects.get('ns/a')?.metadata.finalizers ?? []).toEqual([]);
});

test('onError decides what follows, and gets the context', async () => {
  const seen: string[] = [];
  host.things.put('ns/a');
  const value = controller(Thing)
    .onError((error, { name }, { attempt }) => {
      seen.push(`${name} ${attempt} ${String(error)}`);
      return {};
    })
    .reconcile(async () => {
      throw new Error('broken');
    });
  connectTo(host, value);

  await host.start();
  await host.clock.advanceAsync(60_000);

  expect(seen).toEqual(['a 0 Error: broken']);
});

test('onDeleted is told of objects that are gone', async () => {
  host.things.put('ns/a');
  const value = controller(Thing).onDeleted(async (key) => void runs.push(JSON.stringify(key)));
  connectTo(host, value);
  await host.start();

  host.things.remove('ns/a');
  await settle();

  expect(runs).toEqual(['{"name":"a","namespace":"ns"}']);
});

test('watches maps the old and the new state, so that what is no longer meant runs as well', async () => {
  host.things.put('ns/a', {}, { target: 'x' });
  const value = controller(Thing, { predicates: [() => false] })
    .watches(Thing, ({ metadata: { labels } }) => labels?.['target'])
    .reconcile(note);
  connectTo(host, value);
  host.things.put('ns/x');
  host.things.put('ns/y');
  await host.start();
  runs.length = 0;

  host.things.put('ns/a', {}, { target: 'y' });
  await settle();

  expect(runs.toSorted()).toEqual(['x', 'y']);
});
