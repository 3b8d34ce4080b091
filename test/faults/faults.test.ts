import { expect, test } from 'vitest';
import { ManualClock } from '../runtime/manual-clock.js';
import { controlPlaneFaults, networkFaults, processFaults, type Fault, type Target, type World } from './faults.js';
import { SharedState } from './overlap/shared-state.js';
import { WeatherLayers } from './overlap/weather.js';

const leaseMs = 4_000;

test('a leader stays cut off although frozen and refused connections end earlier', async () => {
  const { clock, replica, world } = setUp();
  const cutOff = fault('leader cut off').inject(world, replica);
  const others = ['frozen connections', 'connections refused'].map((name) => fault(name).inject(world, replica));

  await clock.advanceAsync(1_900);
  await Promise.all(others);
  expect([replica.layers.isFrozen, replica.layers.isRefusing]).toEqual([true, true]);
  await clock.advanceAsync(leaseMs - 1_900);
  expect([replica.layers.isFrozen, replica.layers.isRefusing]).toEqual([true, true]);

  await clock.advanceAsync(leaseMs);
  expect(await cutOff).toMatchObject({ passed: 0 });
  expect([replica.layers.isFrozen, replica.layers.isRefusing]).toEqual([false, false]);
});

test('a leader that is stopped twice stays stopped until the longer fault ends', async () => {
  const { clock, replica, world, log } = setUp();
  const long = fault('leader SIGSTOP beyond its lease').inject(world, replica);
  const short = fault('replica SIGSTOP for a moment').inject(world, replica);

  await clock.advanceAsync(1_600);
  await short;
  expect(log).toEqual(['stop']);

  await clock.advanceAsync(2 * leaseMs);
  expect((await long)?.ms).toBeGreaterThanOrEqual(1.2 * leaseMs);
  expect(log).toEqual(['stop', 'resume']);
});

test('a program that two faults end is started again once', async () => {
  const { clock, replica, world, log } = setUp();
  const kill = fault('etcd SIGKILL').inject(world, replica);
  await clock.advanceAsync(0);
  const stop = fault('etcd restart').inject(world, replica);

  await clock.advanceAsync(2_000);
  await Promise.all([kill, stop]);

  expect(log).toEqual(['SIGKILL etcd', 'start etcd']);
});

test.each([...networkFaults, ...processFaults, ...controlPlaneFaults])(
  '$name undoes what it did, and nothing else',
  async ({ inject }) => {
    const { clock, replica, world, holds } = setUp();
    replica.layers.add({ isOld: true, isFrozen: true, isRefusing: true, delayMs: 1, truncateAfter: 1_000 });
    const before = replica.layers.describe();
    const injected = inject(world, replica);

    await clock.advanceAsync(10_000);
    await injected;

    expect(replica.layers.describe()).toBe(before);
    expect(holds.size).toBe(0);
  },
);

function fault(name: string): Fault {
  const found = [...networkFaults, ...processFaults, ...controlPlaneFaults].find((each) => each.name === name);
  if (!found) throw new Error(`no fault named ${name}`);
  return found;
}

/** A replica without a process and a network, and time that stands still. */
function setUp() {
  const clock = new ManualClock();
  const log: string[] = [];
  const holds = new Set<object>();
  const hold = (): (() => void) => {
    const mark = {};
    holds.add(mark);
    return () => void holds.delete(mark);
  };
  const layers = new WeatherLayers();
  const suspended = new SharedState('process', () => void log.push('resume'));
  const etcd = new SharedState('etcd', () => void log.push('start etcd'));
  const asyncHold = async (): Promise<() => Promise<void>> => {
    const release = hold();
    return async () => release();
  };
  const nothing = (): void => undefined;
  const replica: Target & { readonly layers: WeatherLayers } = {
    name: 'manager0',
    leaseMs,
    layers,
    proxy: { layers, passed: 0, cut: nothing, vanish: nothing, truncateWatches: nothing, stallWatches: hold },
    kill: nothing,
    restart: () => Promise.resolve(),
    suspend: () => suspended.hold(() => void log.push('stop')),
    shiftClock: hold,
    expireToken: asyncHold,
    rotateCa: () => Promise.resolve(),
  };
  const world: World = {
    // Always the middle.
    random: { next: () => 0.5, between: (low, high) => (low + high) / 2, pick: ([first]) => first as never },
    now: () => clock.now(),
    pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
    stopProgram: (program, signal) => etcd.hold(() => void log.push(`${signal} ${program}`)),
  };
  return { clock, log, holds, replica, world };
}
