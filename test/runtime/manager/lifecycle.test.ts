import { beforeEach, expect, test } from 'vitest';
import { LeadershipLostError } from '../../../src/runtime/leader/elector.js';
import {
  type Election,
  GROUPS,
  type GroupName,
  Lifecycle,
  ShutdownTimeoutError,
} from '../../../src/runtime/manager/lifecycle.js';
import type { RunContext, Runnable } from '../../../src/runtime/runnable.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';
import { ManualClock, settle } from '../manual-clock.js';

let order: string[];
let lines: LogLine[];
let clock: ManualClock;
let stop: AbortController;

beforeEach(() => {
  order = [];
  lines = [];
  clock = new ManualClock();
  stop = new AbortController();
});

const make = (more: { election?: Election; shutdownTimeoutMs?: number; flush?: () => Promise<void> } = {}) =>
  new Lifecycle({ log: recordingLogger(lines), clock, shutdownTimeoutMs: 30_000, ...more });

function member(name: string, more: Partial<Runnable> = {}): Runnable {
  return {
    async run({ signal }: RunContext) {
      order.push(`start ${name}`);
      await new Promise<void>((resolve) =>
        signal.aborted ? resolve() : signal.addEventListener('abort', () => resolve(), { once: true }),
      );
      order.push(`stop ${name}`);
    },
    ready: async () => void order.push(`ready ${name}`),
    ...more,
  };
}

const forever: Runnable = { run: () => new Promise(() => undefined) };

test('§1.2.1 §1.3.3 §1.4.1 groups start in order, each ready before the next, and stop in their order', async () => {
  const lifecycle = make({ flush: async () => void order.push('flush') });
  for (const group of [...GROUPS].reverse()) lifecycle.add(member(group), group);
  const running = lifecycle.run(stop.signal);
  await lifecycle.elected;

  stop.abort();
  await running;

  const starts: GroupName[] = ['server', 'webhook', 'cache', 'always', 'leader'];
  const stops: GroupName[] = ['always', 'leader', 'cache', 'webhook', 'server'];
  expect(order).toEqual([
    ...starts.flatMap((group) => [`start ${group}`, `ready ${group}`]),
    ...stops.map((group) => `stop ${group}`),
    'flush',
  ]);
});

test('§1.3.4 §1.3.7 §1.6.2 with leader election the leader group waits for the lead, and the lead ends after it', async () => {
  let lead: () => void = () => undefined;
  const election: Election = {
    async run(signal, { started }) {
      lead = started;
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
      order.push('lease released');
    },
  };
  const lifecycle = make({ election });
  lifecycle.add(member('always'), 'always');
  lifecycle.add(member('leader'), 'leader');
  const running = lifecycle.run(stop.signal);
  await settle();
  expect(order).toEqual(['start always', 'ready always']);

  lead();
  await lifecycle.elected;
  stop.abort();
  await running;

  expect(order.slice(2)).toEqual(['start leader', 'ready leader', 'stop always', 'stop leader', 'lease released']);
});

test('§1.6 the lead is given up as soon as its work is done, also when a webhook call takes long', async () => {
  const election: Election = {
    async run(signal, { started }) {
      started();
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      order.push('lease released');
    },
  };
  const lifecycle = make({ election });
  let finish = (): void => undefined;
  const lastCall = new Promise<void>((resolve) => (finish = resolve));
  lifecycle.add(member('leader'), 'leader');
  lifecycle.add({ run: () => lastCall }, 'webhook');
  const running = lifecycle.run(stop.signal);
  await lifecycle.elected;

  stop.abort();
  await settle();

  expect(order.slice(-2)).toEqual(['stop leader', 'lease released']);
  finish();
  await running;
});

test('§1.4.2 an election that is won during the stop starts nothing', async () => {
  let lead: () => void = () => undefined;
  const election: Election = {
    run: (signal, { started }) => {
      lead = started;
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
    },
  };
  const lifecycle = make({ election });
  lifecycle.add(member('leader'), 'leader');
  const running = lifecycle.run(stop.signal);
  await settle();

  stop.abort();
  lead();
  await running;

  expect(order).toEqual([]);
});

test('§1.6.1 the loss of leadership ends everything without grace', async () => {
  let lose: (error: Error) => void = () => undefined;
  const election: Election = {
    run: (_signal, { started }) => {
      started();
      return new Promise((_resolve, reject) => (lose = reject));
    },
  };
  const lifecycle = make({ election });
  let wasCut = false;
  lifecycle.add(
    { run: ({ cutoff }) => new Promise(() => cutoff.addEventListener('abort', () => (wasCut = true))) },
    'leader',
  );
  const running = lifecycle.run(stop.signal);
  await settle();

  lose(new LeadershipLostError('leader election lost'));

  await expect(running).rejects.toThrow('leader election lost');
  expect(wasCut).toBe(true);
});

test('§1.2.8 §1.3.5 the first failure stops everything and is what run rejects with', async () => {
  const lifecycle = make();
  lifecycle.add(member('always'), 'always');
  lifecycle.add({ run: () => settle().then(() => Promise.reject(new Error('broken'))) }, 'leader');

  await expect(lifecycle.run(stop.signal)).rejects.toThrow('broken');
  expect(order.at(-1)).toBe('stop always');
});

test('§1.4.3 a stop that takes too long is an error that names what still runs', async () => {
  const lifecycle = make({ shutdownTimeoutMs: 1000 });
  lifecycle.add(forever, 'leader');
  const running = lifecycle.run(stop.signal).catch((error: unknown) => error);
  await lifecycle.elected;
  stop.abort();

  await clock.advanceAsync(1000);

  expect(await running).toBeInstanceOf(ShutdownTimeoutError);
  expect(String(await running)).toMatch(/within the grace period of 1000 ms; still running: leader/);
});

test('a stop that takes too long does not blame those who were given no time', async () => {
  const lifecycle = make({ shutdownTimeoutMs: 1000 });
  lifecycle.add(
    { run: ({ cutoff }) => new Promise((resolve) => cutoff.addEventListener('abort', () => resolve())) },
    'leader',
  );
  for (const group of ['server', 'webhook', 'cache'] as const) lifecycle.add(forever, group);
  const running = lifecycle.run(stop.signal).catch((error: unknown) => error);
  await lifecycle.elected;
  stop.abort();

  await clock.advanceAsync(1000);

  expect(String(await running)).toMatch(/still running: leader$/);
});

test('§1.4.4 failure and slow stop are reported together', async () => {
  const lifecycle = make({ shutdownTimeoutMs: 1000 });
  lifecycle.add(forever, 'always');
  lifecycle.add({ run: () => Promise.reject(new Error('broken')) }, 'leader');
  const running = lifecycle.run(stop.signal).catch((error: unknown) => error);
  await settle();

  await clock.advanceAsync(1000);

  expect(await running).toMatchObject({
    message: 'broken',
    errors: [new Error('broken'), expect.any(ShutdownTimeoutError)],
  });
});

test('§1.1.16 §1.4.5 with no grace period nobody waits, and that is not an error', async () => {
  const lifecycle = make({ shutdownTimeoutMs: 0 });
  lifecycle.add(forever, 'leader');
  const running = lifecycle.run(stop.signal);
  await lifecycle.elected;

  stop.abort();

  await expect(running).resolves.toBeUndefined();
});

test('§1.3.8 a stop ends the start at every phase', async () => {
  for (const group of GROUPS.filter((name) => name !== 'leader')) {
    stop = new AbortController();
    const lifecycle = make();
    lifecycle.add(member(group, { ready: () => new Promise(() => undefined) }), group);
    const running = lifecycle.run(stop.signal);
    await settle();

    stop.abort();

    await expect(running).resolves.toBeUndefined();
  }
});

test('§1.4.6 a failure during the stop is logged, an abort is not', async () => {
  const lifecycle = make();
  const whenStopped = (error: (signal: AbortSignal) => unknown): Runnable => ({
    run: ({ signal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(error(signal)), { once: true })),
  });
  lifecycle.add(
    whenStopped(() => new Error('late')),
    'always',
  );
  lifecycle.add(
    whenStopped(({ reason }) => reason),
    'always',
  );
  const running = lifecycle.run(stop.signal);
  await lifecycle.elected;

  stop.abort();
  await running;

  expect(lines.filter(({ level }) => level === 'error')).toMatchObject([
    { message: 'failure while stopping', fields: { error: new Error('late') } },
  ]);
});

test('§1.3.1 a second start is refused', async () => {
  const lifecycle = make();
  stop.abort();
  await lifecycle.run(stop.signal);

  await expect(lifecycle.run(stop.signal)).rejects.toThrow(/was started before/);
});

test('§1.2.4 warm-ups run before the lead', async () => {
  const election: Election = {
    run: (signal) => new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true })),
  };
  const lifecycle = make({ election });
  lifecycle.add(member('leader', { warmup: async () => void order.push('warm') }), 'leader');
  const running = lifecycle.run(stop.signal);
  await settle();
  expect(order).toEqual(['warm']);

  stop.abort();
  await running;
});

test('§1.1.16 with a negative grace period everything is waited for', async () => {
  const lifecycle = make({ shutdownTimeoutMs: -1 });
  let finish: () => void = () => undefined;
  const work = new Promise<void>((resolve) => (finish = resolve));
  lifecycle.add({ run: () => work }, 'always');
  let hasEnded = false;
  const running = lifecycle.run(stop.signal).then(() => (hasEnded = true));
  await lifecycle.elected;

  stop.abort();
  await clock.advanceAsync(24 * 3600 * 1000);
  expect(hasEnded).toBe(false);
  finish();

  expect(await running).toBe(true);
});

test('§1.2 what is added to a replica that waits for the lead is warmed up at once', async () => {
  const lifecycle = make({ election: { run: (signal) => ended(signal) } });
  const running = lifecycle.run(stop.signal);
  await settle();

  lifecycle.add(member('late', { warmup: async () => void order.push('warm late') }), 'leader');
  await settle();

  expect(order).toEqual(['warm late']);
  stop.abort();
  await running;
});

test('§1.3.9 warm-ups get the logger of the manager', async () => {
  const lifecycle = make();
  lifecycle.add(member('leader', { warmup: async ({ log }) => log.info('warming up') }), 'leader');
  const running = lifecycle.run(stop.signal);
  await lifecycle.elected;
  stop.abort();
  await running;

  expect(lines.map(({ message }) => message)).toContain('warming up');
});

test('§1.4.3 a warm-up that ignores its signal does not delay the stop beyond the grace period', async () => {
  const lifecycle = make({ election: { run: (signal) => ended(signal) } });
  lifecycle.add(member('leader', { warmup: () => new Promise(() => undefined) }), 'leader');
  const running = lifecycle.run(stop.signal).catch((error: unknown) => String(error));
  await settle();

  stop.abort();
  await clock.advanceAsync(30_000);

  expect(await running).toMatch(/still running: warm-up/);
});

test('§1.6.1 leadership that is lost during the stop ends the grace period at once', async () => {
  let lose: (error: Error) => void = () => undefined;
  const election: Election = {
    run(_signal, { started }) {
      started();
      return new Promise((_resolve, reject) => (lose = reject));
    },
  };
  const lifecycle = make({ election });
  let isCut = false;
  lifecycle.add(
    {
      run: ({ cutoff }) =>
        new Promise((resolve) => cutoff.addEventListener('abort', () => resolve(void (isCut = true)))),
    },
    'leader',
  );
  const running = lifecycle.run(stop.signal);
  await settle();
  stop.abort();
  await settle();
  expect(isCut).toBe(false);

  lose(new LeadershipLostError('lost'));
  await settle();

  expect(isCut).toBe(true);
  await running.catch(() => undefined);
});

function ended(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}
