import { expect, test } from 'vitest';
import { createCache } from '../../../src/runtime/cache/cache.js';
import { enqueueObject, type EnqueueOptions } from '../../../src/runtime/controller/event-handler.js';
import {
  channel,
  fromIterable,
  functionSource,
  informerSource,
  intervalSource,
  type Source,
} from '../../../src/runtime/controller/source.js';
import { FakeTransport } from '../cache/fake-transport.js';
import type { Thing as ThingObject } from '../cache/fake-resource.js';
import { Thing } from '../cache/thing.js';
import { ManualClock, settle } from '../manual-clock.js';
import { type LogLine, recordingLogger } from './fake-host.js';

async function start(source: Source) {
  const added: string[] = [];
  const lines: LogLine[] = [];
  const abort = new AbortController();
  const add = ({ name }: { name: string }, { reason, priority }: EnqueueOptions = {}): void =>
    void added.push(`${name} ${reason?.event} ${priority ?? ''}`.trim());
  const { synced } = await source.start(
    { add },
    { signal: abort.signal, log: recordingLogger(lines), lowPriority: -100 },
  );
  await synced;
  await settle();
  return { added, lines, stop: () => abort.abort() };
}

test('§7.4.3 a channel keeps what was emitted before the start and delivers the rest', async () => {
  const events = channel<ThingObject>('webhook', enqueueObject());
  const thing = (name: string) => new Thing({ metadata: { name } });
  events.emit(thing('early'));
  const { added, stop } = await start(events);

  events.emit(thing('a'));
  await settle();
  stop();
  events.emit(thing('late'));
  await settle();

  expect(added).toEqual(['early generic', 'a generic']);
});

test('§7.4.3 one channel can feed several controllers', async () => {
  const events = channel<ThingObject>('webhook');
  const first = await start(events);
  const second = await start(events);

  events.emit(new Thing({ metadata: { name: 'a' } }));
  await settle();

  expect([first.added, second.added]).toEqual([['a generic'], ['a generic']]);
});

test('§7.4.3 what was emitted before the start reaches every controller, and nothing is kept after the stop', async () => {
  const events = channel<ThingObject>('webhook', enqueueObject());
  const thing = (name: string) => new Thing({ metadata: { name } });
  events.emit(thing('early'));

  const [first, second] = [await start(events), await start(events)];

  expect([first.added, second.added]).toEqual([['early generic'], ['early generic']]);
  first.stop();
  second.stop();
  events.emit(thing('late'));
  expect((await start(events)).added).toEqual(['early generic']);
});

test('§7.4.4 an existing informer can be a source; its initial objects have low priority', async () => {
  const transport = new FakeTransport();
  transport.of('things').put('ns/a');
  const cache = createCache({ transport });
  cache.start();
  const informer = await cache.informer(Thing);
  const { added } = await start(informerSource(informer, enqueueObject() as never));

  transport.of('things').put('ns/b');
  await settle();

  expect(added).toEqual(['a create -100', 'b create 0']);
  await cache[Symbol.asyncDispose]();
});

test('§7.4.4 anything that can be iterated can be a source', async () => {
  async function* messages() {
    yield 'a';
    yield 'b';
  }

  const { added } = await start(fromIterable('queue', messages(), (name) => [{ name }]));

  expect(added).toEqual(['a source', 'b source']);
});

test('§7.4 what is iterated is closed when the controller stops, also while nothing comes', async () => {
  let isClosed = false;
  const silent: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: () => new Promise(() => undefined),
      return: async () => {
        isClosed = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const { lines, stop } = await start(fromIterable('silent', silent, (name) => [{ name }]));

  stop();
  await settle();

  expect(isClosed).toBe(true);
  expect(lines).toEqual([]);
});

test('§7.4.4 a function source that throws is logged, also when it throws at once', async () => {
  const { lines } = await start(
    functionSource('mine', () => {
      throw new Error('oops');
    }),
  );

  expect(lines).toMatchObject([{ level: 'error', message: 'source failed', fields: { source: 'mine' } }]);
});

test('§7.4.4 an interval that fails once goes on', async () => {
  const clock = new ManualClock();
  let failures = 1;
  const { added, lines, stop } = await start(
    intervalSource(
      '1s',
      async () => {
        if (failures-- > 0) throw new Error('oops');
        return [{ name: 'a' }];
      },
      clock,
    ),
  );
  await clock.advanceAsync(1000);
  stop();
  await clock.advanceAsync(5000);

  expect(added).toEqual(['a source']);
  expect(lines.length).toBe(1);
});
