import { expect, test, vi } from 'vitest';
import { SilentWatch } from '../../../../src/runtime/cache/writes/silent-watch.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { runWork } from '../../../../src/runtime/current-work.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { Thing } from '../thing.js';
import { World } from './own-writes-world.js';

test('a watch that stays silent is opened again after two seconds', () => {
  const [clock, reopen] = [new ManualClock(), vi.fn()];
  const watch = new SilentWatch(() => '1', reopen);

  watch.suspect(clock);
  clock.advance(1_999);
  expect(reopen).not.toHaveBeenCalled();
  clock.advance(1);

  expect(reopen).toHaveBeenCalledTimes(1);
});

test('a watch that has delivered something is left alone', () => {
  const [clock, reopen] = [new ManualClock(), vi.fn()];
  let version = '1';
  const watch = new SilentWatch(() => version, reopen);

  watch.suspect(clock);
  version = '2';
  clock.advance(5_000);

  expect(reopen).not.toHaveBeenCalled();
});

test('a slow watch gets more time with each try', () => {
  const [clock, times] = [new ManualClock(), [] as number[]];
  const watch = new SilentWatch(
    () => '1',
    () => times.push(Math.round(clock.now() / 1000)),
  );
  const start = clock.now() / 1000;

  for (let second = 0; second < 120; second++) {
    watch.suspect(clock);
    clock.advance(1_000);
  }

  expect(times.map((time) => time - Math.round(start))).toEqual([2, 12, 32, 72]);
});

test('a read after an own write opens a dead watch again, without a list', async () => {
  const world = new World();
  world.transport.beforeAnswer = async () => undefined;
  world.deliverAll();
  await world.client.list(Thing);
  world.holdEvents();
  const watches = (): string[] => world.things.requests.filter((request) => request.startsWith('watch'));
  const before = watches().length;

  const read = runWork({ writer: 'one' }, async () => {
    await world.client.create(new Thing({ metadata: { namespace: 'ns', name: 'a' } }));
    return world.client.find(Thing, { namespace: 'ns', name: 'a' });
  });
  await settle();
  world.deliverNew();
  await world.clock.advanceAsync(2_000);
  await settle();

  expect((await read)?.metadata.name).toBe('a');
  expect(watches().length).toBe(before + 1);
  await world.close();
});

test('a read after an own write ends the pause of a watch whose server was away', async () => {
  const world = new World();
  world.transport.beforeAnswer = async () => undefined;
  world.deliverAll();
  await world.client.list(Thing);
  world.things.outage = new ConnectionError('ECONNREFUSED', 'https://fake', 'nothing listens');
  world.things.cut('error');
  // After many failures, the next try is 15 s away.
  await world.clock.advanceAsync(65_000);
  world.things.outage = undefined;
  const opened = world.things.openWatches;

  const read = runWork({ writer: 'one' }, async () => {
    await world.client.create(new Thing({ metadata: { namespace: 'ns', name: 'a' } }));
    return world.client.find(Thing, { namespace: 'ns', name: 'a' });
  });
  await settle();
  await world.clock.advanceAsync(2_000);
  await settle();

  expect(opened).toBe(0);
  expect((await read)?.metadata.name).toBe('a');
  await world.close();
});
