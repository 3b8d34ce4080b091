import { describe, expect, test } from 'vitest';
import { Elector, LeadershipLostError } from '../../../src/runtime/leader/elector.js';
import type { ElectorOptions, SpareRenewal, SpareRenewals } from '../../../src/runtime/leader/elector-options.js';
import { ManualClock } from '../manual-clock.js';
import { leaseOf, LeaseServer, settle } from './lease-server.js';

describe('Elector', () => {
  test('§2.3.1 §2.3.10 §2.3.11 leads at once when nobody does, and tells so', async () => {
    const replica = startReplica();
    await settle();

    expect(replica.elector.isLeader()).toBe(true);
    expect(replica.log).toEqual(['leader me', 'started', 'metric 1', 'event me became leader'].sort());
    await replica.stop();
  });

  test('keeps leading as long as it renews', async () => {
    const replica = startReplica();
    await settle();

    await advance(replica.clock, 60_000);

    expect(replica.elector.isLeader()).toBe(true);
    expect(replica.leading?.aborted).toBe(false);
    await replica.stop();
  });

  test('§1.1.9 §1.4.7 a clean stop frees the lease and resolves', async () => {
    const replica = startReplica();
    await settle();

    await replica.stop();

    expect(replica.server.lease?.spec?.holderIdentity).toBe('');
    expect(replica.leading?.aborted).toBe(true);
    expect(replica.elector.isLeader()).toBe(false);
  });

  test('§1.1.9 without releaseOnCancel a clean stop leaves the lease to run out', async () => {
    const replica = startReplica({ releaseOnCancel: false });
    await settle();

    await replica.stop();

    expect(replica.server.lease?.spec?.holderIdentity).toBe('me');
  });

  test('a stop in the middle of the first try still frees what that try may have got', async () => {
    const server = new LeaseServer();
    let answer: () => void = () => undefined;
    const client = server.client((call) => {
      if (call !== 'create') return;
      server.put(leaseOf('me'));
      return new Promise((resolve) => (answer = resolve));
    });
    const replica = startReplica({ client }, server);
    await settle();

    await replica.stop();
    answer();

    expect(server.lease?.spec?.holderIdentity).toBe('');
  });

  test('§2.3.2 loses when it cannot renew, before the lease runs out for others', async () => {
    let isDown = false;
    const server = new LeaseServer();
    const client = server.client(() => (isDown ? Promise.reject(new Error('down')) : undefined));
    const replica = startReplica({ client }, server);
    await settle();
    isDown = true;

    await advance(replica.clock, 11_900);
    expect(replica.elector.isLeader()).toBe(true);
    await advance(replica.clock, 200);

    expect(replica.elector.isLeader()).toBe(false);
    await expect(replica.ended).rejects.toThrow(LeadershipLostError);
    expect(replica.leading?.aborted).toBe(true);
  });

  test('§2.1.4 loses in the same time when calls hang for ever', async () => {
    let isDown = false;
    const server = new LeaseServer();
    const client = server.client(() => (isDown ? new Promise<never>(() => undefined) : undefined));
    const replica = startReplica({ client }, server);
    await settle();
    isDown = true;

    await advance(replica.clock, 12_000);

    await expect(replica.ended).rejects.toThrow('could not be renewed in time');
  });

  test('§2.3.2 survives an outage that is shorter than the deadline', async () => {
    let isDown = false;
    const server = new LeaseServer();
    const client = server.client(() => (isDown ? Promise.reject(new Error('down')) : undefined));
    const replica = startReplica({ client }, server);
    await settle();
    isDown = true;
    await advance(replica.clock, 9_000);

    isDown = false;
    await advance(replica.clock, 60_000);

    expect(replica.elector.isLeader()).toBe(true);
    await replica.stop();
  });

  test('§1.6.3 is not leader after a stalled event loop, although no timer has run yet', async () => {
    const replica = startReplica();
    await settle();

    // Time passes, but nothing of this process runs: exactly what a long synchronous computation or SIGSTOP does.
    replica.clock.jump(12_000);

    expect(replica.elector.isLeader()).toBe(false);
    expect(() => replica.elector.throwIfNotLeader()).toThrow(LeadershipLostError);
    await replica.stop();
  });

  test('§1.6.3 is not leader after the machine was suspended, until the next renewal', async () => {
    let wallMs = Date.parse('2026-11-16T09:00:00Z');
    const replica = startReplica({ wallTime: () => new Date(wallMs) });
    await settle();

    wallMs += 3_600_000;
    expect(replica.elector.isLeader()).toBe(false);
    await advance(replica.clock, 2_000);

    expect(replica.elector.isLeader()).toBe(true);
    await replica.stop();
  });

  test('§2.3.5 a wall clock that is set back changes nothing', async () => {
    let wallMs = Date.parse('2026-11-16T09:00:00Z');
    const replica = startReplica({ wallTime: () => new Date(wallMs) });
    await settle();

    wallMs -= 3_600_000;
    expect(replica.elector.isLeader()).toBe(true);
    replica.clock.jump(12_000);

    expect(replica.elector.isLeader()).toBe(false);
    await replica.stop();
  });

  test('loses at once when another took the lease', async () => {
    const replica = startReplica();
    await settle();
    replica.server.put(leaseOf('other'));

    await advance(replica.clock, 2_000);

    await expect(replica.ended).rejects.toThrow('"other" took the lease');
    expect(replica.server.lease?.spec?.holderIdentity).toBe('other');
  });

  test('a process can take part in several elections, and lose one without the other', async () => {
    const clock = new SteppingClock();
    const [first, second] = [startReplica({ clock, id: 'one' }), startReplica({ clock, id: 'two' })];
    await settle();
    expect([first, second].map(({ elector }) => elector.isLeader())).toEqual([true, true]);

    first.server.put(leaseOf('other'));
    await advance(clock, 5_000);

    await expect(first.ended).rejects.toThrow(LeadershipLostError);
    expect([first, second].map(({ elector }) => elector.isLeader())).toEqual([false, true]);
    expect(second.leading?.aborted).toBe(false);
    await second.stop();
  });

  test('§2.3.1 of several replicas one leads; when it stops, the next does within one retry', async () => {
    const server = new LeaseServer();
    const clock = new SteppingClock();
    const replicas = ['a', 'b', 'c'].map((identity) => startReplica({ identity, clock }, server));
    await settle();
    const leaders = (): string[] => replicas.filter(({ elector }) => elector.isLeader()).map((r) => r.elector.identity);
    expect(leaders()).toHaveLength(1);
    const first = replicas.find(({ elector }) => elector.isLeader());
    await advance(clock, 30_000);
    expect(leaders()).toEqual([first?.elector.identity]);

    await first?.stop();
    await advance(clock, 2_000);

    expect(leaders()).toHaveLength(1);
    await Promise.all(replicas.map((replica) => replica.stop()));
  });

  test('§2.3.6 after a crash the next leads within the lease and one retry, and never before the lease ran out', async () => {
    const server = new LeaseServer();
    const clock = new SteppingClock();
    server.put(leaseOf('crashed', 15));
    const replica = startReplica({ clock }, server);
    await settle();

    await advance(clock, 14_900);
    expect(replica.elector.isLeader()).toBe(false);
    await advance(clock, 2_000);

    expect(replica.elector.isLeader()).toBe(true);
    await replica.stop();
  });

  test('§2.3.12 the health check fails only for a leader that neither renewed nor gave up', async () => {
    const replica = startReplica();
    expect(() => replica.elector.check()).not.toThrow();
    await settle();
    expect(() => replica.elector.check()).not.toThrow();

    replica.clock.jump(36_000);

    expect(() => replica.elector.check()).toThrow('was last renewed 36000 ms ago');
    await replica.stop();
  });

  test('counts what a thread renewed while the event loop was held, from the moment it was sent', async () => {
    const spare = new FakeSpare();
    const replica = startReplica({ spare });
    await settle();
    expect(spare.log).toEqual(['claimed']);

    replica.clock.jump(13_000);
    expect(replica.elector.isLeader()).toBe(false);
    spare.newest = { at: 1n, ageMs: 1_000, wallMs: replica.clock.now() - 1_000 };
    expect(replica.elector.isLeader()).toBe(true);

    await advance(replica.clock, 20_000);
    expect(replica.elector.isLeader()).toBe(true);
    expect(replica.leading?.aborted).toBe(false);
    await replica.stop();
    expect(spare.log.at(-1)).toBe('ended');
  });

  test.each([
    ['by the monotonic clock', { ageMs: 12_001, wallAgeMs: 0 }],
    ['by the wall clock, as after a suspended machine', { ageMs: 1_000, wallAgeMs: 12_001 }],
  ])('a renewal of the thread that is too old %s does not count', async (_, { ageMs, wallAgeMs }) => {
    const spare = new FakeSpare();
    const replica = startReplica({ spare });
    await settle();

    replica.clock.jump(40_000);
    spare.newest = { at: 1n, ageMs, wallMs: replica.clock.now() - wallAgeMs };

    expect(replica.elector.isLeader()).toBe(false);
    await replica.stop();
  });

  test('what a thread renewed never makes a leader of one who does not lead', async () => {
    const server = new LeaseServer();
    server.put(leaseOf('other'));
    const spare = new FakeSpare();
    const replica = startReplica({ spare }, server);
    await settle();

    spare.newest = { at: 1n, ageMs: 0, wallMs: replica.clock.now() };

    expect(replica.elector.isLeader()).toBe(false);
    expect(spare.log).toEqual([]);
    await replica.stop();
  });

  test('§2.3.10 a callback that throws ends the election and frees nobody’s lease by mistake', async () => {
    const server = new LeaseServer();
    const elector = new Elector({ client: server.client(), id: 'op', namespace: 'system', identity: 'me' });

    const run = elector.run(new AbortController().signal, {
      started() {
        throw new Error('no');
      },
    });

    await expect(run).rejects.toThrow('no');
    expect(elector.isLeader()).toBe(false);
  });
});

class FakeSpare implements SpareRenewals {
  newest: SpareRenewal | undefined;
  readonly log: string[] = [];

  claimed(): void {
    if (this.log.at(-1) !== 'claimed') this.log.push('claimed');
  }

  last(): SpareRenewal | undefined {
    return this.newest;
  }

  ended(): void {
    this.log.push('ended');
  }
}

/** A manual clock that can also jump without running its timers. */
class SteppingClock extends ManualClock {
  #skippedMs = 0;

  override now(): number {
    return super.now() + this.#skippedMs;
  }

  jump(ms: number): void {
    this.#skippedMs += ms;
  }
}

interface Replica {
  elector: Elector;
  server: LeaseServer;
  clock: SteppingClock;
  log: string[];
  leading: AbortSignal | undefined;
  ended: Promise<void>;
  stop(): Promise<void>;
}

function startReplica(
  options: Partial<ElectorOptions> & { clock?: SteppingClock } = {},
  server = new LeaseServer(),
): Replica {
  const clock = options.clock ?? new SteppingClock();
  const log: string[] = [];
  const elector = new Elector({
    client: server.client(),
    id: 'op',
    namespace: 'system',
    identity: 'me',
    wallTime: () => new Date(clock.now()),
    random: () => 0.5,
    metrics: { leading: (_, isLeading) => void log.push(`metric ${Number(isLeading)}`), slowPath: () => undefined },
    event: (_, note) => void log.push(`event ${note}`),
    ...options,
    clock,
  });
  const controller = new AbortController();
  const ended = elector.run(controller.signal, {
    started(signal) {
      replica.leading = signal;
      log.push('started');
      log.sort();
    },
    newLeader: (identity) => void log.push(`leader ${identity}`),
  });
  ended.catch(() => undefined);
  const stop = async (): Promise<void> => {
    controller.abort();
    for (let i = 0; i < 50; i++) {
      await settle();
      clock.advance(50);
    }
    await ended.catch(() => undefined);
  };
  const replica: Replica = { elector, server, clock, log, leading: undefined, ended, stop };
  return replica;
}

/** Moves time in small steps, so that what a timer starts can set the next one. */
async function advance(clock: ManualClock, ms: number): Promise<void> {
  for (let done = 0; done < ms; done += 100) {
    clock.advance(Math.min(100, ms - done));
    await settle();
  }
}
