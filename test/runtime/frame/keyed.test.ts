import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Key, keyedController, type Keys } from '../../../src/runtime/frame/keyed.js';
import { connectTo } from '../../../src/runtime/part.js';
import { Thing } from '../cache/thing.js';
import { FakeHost } from '../controller/fake-host.js';
import { settle } from '../manual-clock.js';

let host: FakeHost;

beforeEach(() => {
  host = new FakeHost();
});

afterEach(() => host.close());

test('objects are mapped to keys, and equal keys run once, whatever the order of their fields', async () => {
  const runs: unknown[] = [];
  host.things.put('ns/a');
  host.things.put('ns/b');
  const value = keyedController<{ tenant: string; zone: number }>('tenants')
    .watches(Thing, ({ metadata }) => [
      metadata.name === 'a' ? { tenant: 'x/y#z', zone: 1 } : { zone: 1, tenant: 'x/y#z' },
    ])
    .reconcile(async (key) => void runs.push(key));
  connectTo(host, value);

  await host.start();

  expect(runs).toEqual([{ tenant: 'x/y#z', zone: 1 }]);
});

test('an object may lead to one key, to several or to none', async () => {
  const runs: Key[] = [];
  for (const name of ['one', 'none', 'empty', 'several', 'zero', 'later']) host.things.put(`ns/${name}`);
  const keys = new Map<string, Keys<Key>>([
    ['one', 'tenant'],
    ['none', false],
    ['empty', ''],
    ['several', ['a', undefined, 7, null]],
    ['zero', 0],
  ]);
  const value = keyedController<Key>('tenants')
    .watches(Thing, ({ metadata: { name } }) => keys.get(name))
    .watches(Thing, async ({ metadata: { name } }) => (name === 'later' ? 'promised' : undefined))
    .reconcile(async (key) => void runs.push(key));
  connectTo(host, value);

  await host.start();

  expect(runs.map(String).toSorted()).toEqual(['0', '7', 'a', 'promised', 'tenant']);
});

test('keys come from sources and from outside, and results count', async () => {
  const runs: string[] = [];
  const value = keyedController<string>('words')
    .source('dictionary', (add) => add('first'))
    .reconcile(async (word) => {
      runs.push(word);
      return runs.length === 1 ? { requeueAfter: '5s' } : {};
    });
  const running = connectTo(host, value);
  await host.start();
  running.enqueue('second');
  await settle();
  await host.clock.advanceAsync(5000);

  expect(runs).toEqual(['first', 'second', 'first']);
  expect(running.name).toBe('words');
});

test('onError gets the key', async () => {
  const seen: unknown[] = [];
  const value = keyedController<number>('numbers')
    .source('one', (add) => add(1))
    .onError((error, key) => {
      seen.push([String(error), key]);
      return {};
    })
    .reconcile(async () => {
      throw new Error('broken');
    });
  connectTo(host, value);

  await host.start();

  expect(seen).toEqual([['Error: broken', 1]]);
});

test.each([[null], [undefined], [[]], [{ a: {} }], [Number.NaN], [true]])('%j cannot be a key', (key) => {
  const running = connectTo(
    host,
    keyedController<Key>('any')
      .source('none', () => undefined)
      .reconcile(async () => undefined),
  );

  expect(() => running.enqueue(key as never)).toThrow('cannot be a key');
});

test('a keyed controller needs a name, and work only once', () => {
  expect(() => keyedController('')).toThrow('needs a name');
  const twice = keyedController<string>('a').reconcile(async () => undefined) as unknown as {
    reconcile(work: unknown): void;
  };
  expect(() => twice.reconcile(() => undefined)).toThrow('has two steps .reconcile(…)');
});
