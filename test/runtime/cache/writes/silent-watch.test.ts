import { expect, test, vi } from 'vitest';
import { SilentWatch } from '../../../../src/runtime/cache/writes/silent-watch.js';
import { ConnectionError } from '../../../../src/runtime/client/connection/connection-error.js';
import { runWork } from '../../../../src/runtime/current-work.js';
import { ManualClock, settle } from '../../manual-clock.js';
import { Thing } from '../thing.js';
import { World } from './own-writes-world.js';

/** A watch that has brought version 1, while the server has version 2. */
function setUp() {
  const clock = new ManualClock();
  const state = { version: '1', isOwed: true };
  const reopen = vi.fn<() => void>();
  const watch = new SilentWatch({ version: () => state.version, isOwed: () => state.isOwed, reopen });
  return { clock, state, reopen, watch };
}

test('a watch that stays silent is opened again after two seconds', () => {
  const { clock, reopen, watch } = setUp();

  watch.suspect(clock);
  clock.advance(1_999);
  expect(reopen).not.toHaveBeenCalled();
  clock.advance(1);

  expect(reopen).toHaveBeenCalledTimes(1);
});

test('a watch that has delivered something is left alone', () => {
  const { clock, state, reopen, watch } = setUp();

  watch.suspect(clock);
  state.version = '2';
  clock.advance(3_999);

  expect(reopen).not.toHaveBeenCalled();
});

test('a watch that delivers something and then stays silent is opened again', () => {
  const { clock, state, reopen, watch } = setUp();

  watch.suspect(clock);
  clock.advance(1_000);
  state.version = '2';
  clock.advance(3_000);

  expect(reopen).toHaveBeenCalledTimes(1);
});

test('a write in flight is no sign of a dead watch, but its answer is', () => {
  const { clock, state, reopen, watch } = setUp();

  state.isOwed = false;
  watch.suspect(clock);
  clock.advance(9_000);
  expect(reopen).not.toHaveBeenCalled();
  state.isOwed = true;
  clock.advance(1_000);

  expect(reopen).toHaveBeenCalledTimes(1);
});

test('a read that begins just after a watch was opened again has it opened once more before it fails', () => {
  const { clock, reopen, watch } = setUp();

  watch.suspect(clock).cancel();
  watch.suspect(clock);
  clock.advance(2_000);
  expect(reopen).toHaveBeenCalledTimes(1);
  clock.advance(5_000);

  expect(reopen).toHaveBeenCalledTimes(2);
});

test('a read that has ended looks no more', () => {
  const { clock, reopen, watch } = setUp();

  const read = watch.suspect(clock);
  clock.advance(2_000);
  read.cancel();
  clock.advance(100_000);

  expect(reopen).toHaveBeenCalledTimes(1);
  expect(clock.pendingTimers).toBe(0);
});

test('a slow watch gets more time with each try', () => {
  const { clock, reopen, watch } = setUp();
  const times: number[] = [];
  const start = clock.now();
  reopen.mockImplementation(() => times.push(Math.round((clock.now() - start) / 1000)));

  watch.suspect(clock);
  for (let second = 0; second < 160; second++) clock.advance(1_000);

  expect(times).toEqual([2, 7, 17, 37, 77, 152]);
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

/** A world whose watch is dead from now on, and one read of what `write` wrote. */
async function readOnDeadWatch(
  write: (world: World) => Promise<unknown>,
): Promise<{ world: World; read: Promise<unknown> }> {
  const world = new World();
  world.transport.beforeAnswer = async () => undefined;
  world.deliverAll();
  world.things.put('ns/old');
  await world.client.list(Thing);
  world.holdEvents();
  const read = runWork({ writer: 'one' }, async () => {
    await write(world);
    return (await world.client.list(Thing, { namespace: 'ns' })).items.map(({ metadata }) => metadata.name);
  });
  await settle();
  return { world, read };
}

const create = ({ client }: World) => client.create(new Thing({ metadata: { namespace: 'ns', name: 'a' } }));

test('a read after an own deletion of many opens a dead watch again', async () => {
  const { world, read } = await readOnDeadWatch(({ client }) =>
    client.deleteAllOf(Thing, { namespace: 'ns', all: true }),
  );
  world.deliverNew();
  await world.clock.advanceAsync(2_000);
  await settle();

  expect(await read).toEqual([]);
  await world.close();
});

test('a read opens a watch again that died after it had brought something', async () => {
  const { world, read } = await readOnDeadWatch(async (made) => {
    made.things.put('other/x');
    await create(made);
  });
  await world.clock.advanceAsync(1_000);
  world.deliver();
  await settle();
  world.deliverNew();
  await world.clock.advanceAsync(3_000);
  await settle();

  expect(await read).toEqual(['old', 'a']);
  await world.close();
});

test('a read that had to wait for the answer of its write opens a dead watch again', async () => {
  let answer: () => void = () => undefined;
  const { world, read } = await readOnDeadWatch(async (made) => {
    made.transport.beforeAnswer = () => new Promise((resolve) => (answer = resolve));
    void create(made);
  });
  await world.clock.advanceAsync(3_000);
  answer();
  world.deliverNew();
  await settle();
  await world.clock.advanceAsync(2_000);
  await settle();

  expect(await read).toEqual(['old', 'a']);
  await world.close();
});

test('a read gives up a watch request that is not answered', async () => {
  const world = new World();
  world.transport.beforeAnswer = async () => undefined;
  world.deliverAll();
  await world.client.list(Thing);
  const { watch } = world.things;
  const unanswered = vi.fn<(signal: AbortSignal) => void>();
  world.things.watch = (_query, signal) => {
    unanswered(signal);
    return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  };
  world.things.cut();
  await settle();
  expect(unanswered).toHaveBeenCalledTimes(1);
  world.things.watch = watch;

  const read = runWork({ writer: 'one' }, async () => {
    await create(world);
    return world.client.find(Thing, { namespace: 'ns', name: 'a' });
  });
  await settle();
  await world.clock.advanceAsync(2_000);
  await settle();

  expect((await read)?.metadata.name).toBe('a');
  await world.close();
});
