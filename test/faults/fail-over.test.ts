import { expect, test } from 'vitest';
import { Elector } from '../../src/runtime/leader/elector.js';
import { LeaseServer } from '../runtime/leader/lease-server.js';
import { ManualClock } from '../runtime/manual-clock.js';
import { judge, watchFailOver, type FailOver, type Hit } from './fail-over.js';
import { electionOf } from './managers.js';

const leaseMs = 4_000;
const limitMs = 40_000;
const hit: Hit = { fault: 'leader cut off', before: 'a-1', leaseMs, hasHitLeader: true };

test('a leader that is cut off for longer than its lease loses it', async () => {
  const { failOver } = await run({ cutOffMs: 5_000 });

  expect(failOver).toMatchObject({ result: 'changed', to: 'b-1' });
});

test('a leader that is cut off loses the lease even when it is the only replica', async () => {
  const { failOver } = await run({ cutOffMs: 5_000, hasStandby: false });

  expect(failOver).toMatchObject({ result: 'changed', to: 'a-2' });
});

test('an elector that never takes over is found', async () => {
  const { failOver } = await run({ cutOffMs: 5_000, isPlanted: true });

  expect(failOver).toMatchObject({ result: 'nobody', renewalsAfter: 0 });
  if (failOver.result === 'changed') throw new Error('the leader changed');
  expect(failOver.silentMs).toBeGreaterThan(leaseMs);
  const { verdict, text } = judge({ ...hit, cutOff: { ms: 5_000, passed: 0 } }, failOver);
  expect(verdict).toBe('problem');
  expect(text).toContain('no new leader within 40 s');
});

test('a leader that was not cut off long enough rightly keeps its lease, and the wait ends', async () => {
  const { failOver, endedMs } = await run({ cutOffMs: 1_500 });

  expect(failOver).toMatchObject({ result: 'kept' });
  if (failOver.result === 'changed') throw new Error('the leader changed');
  expect(endedMs).toBeLessThan(5_000);
  const { verdict, text } = judge({ ...hit, cutOff: { ms: 1_500, passed: 0 } }, failOver);
  expect(verdict).toBe('kept');
  expect(text).toMatch(/the fault lasted 1500 ms, in which 0 requests reached the API server/);
});

test.each([
  ['that kept its lease after a whole lease of silence', { silentMs: 4_000 }, { cutOff: { ms: 5_000, passed: 0 } }],
  ['that got through a fault as long as its lease', { silentMs: 800 }, { cutOff: { ms: 4_800, passed: 7 } }],
  ['whose process should have ended', { silentMs: 800 }, {}],
])('a leader %s is a problem', (_, seen, more) => {
  const kept = { result: 'kept', renewals: 8, renewalsAfter: 3, ...seen } as const;

  expect(judge({ ...hit, ...more }, kept).verdict).toBe('problem');
});

test('a leader that was not the one hit rightly keeps its lease', () => {
  const kept = { result: 'kept', renewals: 8, renewalsAfter: 3, silentMs: 500 } as const;

  const { verdict, text } = judge({ ...hit, hasHitLeader: false }, kept);

  expect(verdict).toBe('kept');
  expect(text).toContain('did not hold the lease');
});

test('a late renewal of a leader that has given up is not a kept lease', async () => {
  const leases = [...Array<string>(10).fill('1'), '2', ...Array<string>(10).fill('2')].map((version) => ({
    holder: 'a-1',
    version,
  }));
  let at = 0;

  const failOver = await watchFailOver({
    before: 'a-1',
    startMs: 0,
    readLease: async () => leases[at++] ?? { holder: 'b-1', version: '3' },
    write: () => Promise.resolve(),
    now: () => at,
    pause: () => Promise.resolve(),
    isOver: () => true,
  });

  expect(failOver).toMatchObject({ result: 'changed', to: 'b-1' });
});

interface Options {
  readonly cutOffMs: number;
  readonly hasStandby?: boolean;
  /** Makes the electors wrong: they never take a lease that another process held. */
  readonly isPlanted?: boolean;
}

/** Electors on a clock that a test moves, the first of which leads and is cut off. Processes that end start again. */
async function run({ cutOffMs, hasStandby = true, isPlanted = false }: Options) {
  const clock = new ManualClock();
  const server = new LeaseServer();
  const stop = new AbortController();
  let isCutOff = false;
  const start = async (name: string): Promise<void> => {
    for (let i = 1; !stop.signal.aborted; i++) {
      const identity = `${name}-${i}`;
      const client = server.client((call) => {
        const { holderIdentity } = server.lease?.spec ?? {};
        const isOthers = holderIdentity !== undefined && holderIdentity !== identity;
        if ((isCutOff && name === 'a') || (isPlanted && call === 'update' && isOthers)) throw new Error('cut off');
      });
      const options = { id: 'op', namespace: 'system', identity, client, clock, ...electionOf(leaseMs) };
      const wallTime = (): Date => new Date(clock.now());
      const elector = new Elector({ ...options, wallTime, random: () => 0.5 });
      await elector.run(stop.signal, { started: () => undefined }).catch(() => undefined);
    }
  };
  const running = [start('a')];
  await clock.advanceAsync(100);
  if (hasStandby) running.push(start('b'));
  await clock.advanceAsync(2_000);

  const startMs = clock.now();
  isCutOff = true;
  clock.after(cutOffMs, () => (isCutOff = false));
  const ended: FailOver[] = [];
  const watching = watchFailOver({
    before: 'a-1',
    startMs,
    limitMs,
    readLease: async () => ({
      holder: server.lease?.spec?.holderIdentity ?? '',
      version: server.lease?.metadata.resourceVersion ?? '',
    }),
    write: () => Promise.resolve(),
    now: () => clock.now(),
    pause: (ms) => new Promise((resolve) => void clock.after(ms, resolve)),
    isOver: () => !isCutOff,
  });
  void watching.then((failOver) => ended.push(failOver));
  while (ended.length === 0) await clock.advanceAsync(100);
  const endedMs = clock.now() - startMs;
  stop.abort();
  while (running.length > 0) await Promise.race([running.shift(), clock.advanceAsync(20_000)]);
  return { failOver: await watching, endedMs };
}
