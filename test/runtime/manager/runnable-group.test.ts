import { beforeEach, expect, test, vi } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { RunnableGroup } from '../../../src/runtime/manager/runnable-group.js';
import type { RunContext } from '../../../src/runtime/runnable.js';
import { settle } from '../manual-clock.js';

let cutoff: AbortController;
let errors: unknown[];
let group: RunnableGroup;
const { signal } = new AbortController();

beforeEach(() => {
  cutoff = new AbortController();
  errors = [];
  group = new RunnableGroup({
    name: 'test',
    log: silentLogger,
    cutoff: cutoff.signal,
    onError: (error) => errors.push(error),
  });
});

const untilStopped = ({ signal: stop }: RunContext): Promise<void> =>
  new Promise((resolve) => stop.addEventListener('abort', () => resolve(), { once: true }));

test('§1.2.6 members wait for the start, later ones start at once, and none after the stop', async () => {
  const run = vi.fn(untilStopped);
  group.add({ run });
  expect(run).not.toHaveBeenCalled();
  await group.start(signal);
  expect(run).toHaveBeenCalledOnce();
  group.add({ run });
  expect(run).toHaveBeenCalledTimes(2);

  await group.stop(new Error('stop'));

  expect(group.isCutOff).toBe(false);
  expect(() => group.add({ run })).toThrow(/is stopping/);
});

test('§1.3 the start waits until members are ready', async () => {
  let isReady = false;
  group.add({ run: untilStopped, ready: async () => settle().then(() => void (isReady = true)) });

  await group.start(signal);

  expect(isReady).toBe(true);
});

test('§1.3.8 an abort ends the wait for readiness', async () => {
  const abort = new AbortController();
  group.add({ run: untilStopped, ready: () => new Promise(() => undefined) });
  const starting = group.start(abort.signal);

  abort.abort(new Error('stop'));

  await expect(starting).rejects.toThrow('stop');
});

test('§1.2.8 a member that ends is just finished, one that fails is told', async () => {
  group.add({ run: async () => undefined });
  group.add({
    run: () => {
      throw new Error('failed');
    },
  });

  await group.start(signal);
  await settle();

  expect(errors).toEqual([new Error('failed')]);
  expect(group.members).toBe(0);
});

test('§1.4 a stop waits for members until the grace period is over', async () => {
  group.add({ run: () => new Promise(() => undefined) });
  await group.start(signal);
  const stopping = group.stop(new Error('stop'));

  cutoff.abort();
  await stopping;

  expect(group.isCutOff).toBe(true);
});

test('a group that was stopped before its start starts nothing', async () => {
  const run = vi.fn(untilStopped);
  group.add({ run });

  await group.stop(new Error('stop'));
  await group.start(signal);

  expect(run).not.toHaveBeenCalled();
});
