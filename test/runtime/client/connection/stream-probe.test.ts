import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type ProbeResult, StreamProbe } from '../../../../src/runtime/client/connection/stream-probe.js';
import { ManualClock } from '../../manual-clock.js';

class Stream {
  heardAt: number;
  isOpen = true;
  constructor(heardAt: number) {
    this.heardAt = heardAt;
  }
  abandon(): void {
    this.isOpen = false;
  }
}

let clock: ManualClock;
let streams: Stream[];
let asked: number[];
/** How the next requests end; answered when there is no other entry. */
let results: ProbeResult[];
let hasKept: boolean;
const onDead = vi.fn();
const onIdle = vi.fn();
let probe: StreamProbe;

beforeEach(() => {
  clock = new ManualClock();
  streams = [new Stream(0)];
  asked = [];
  results = [];
  hasKept = true;
  vi.clearAllMocks();
  probe = new StreamProbe({
    clock,
    everyMs: 15_000,
    streams: () => streams.filter(({ isOpen }) => isOpen),
    hasKept: () => hasKept,
    ask: async (timeoutMs) => {
      const result = results.shift() ?? 'answered';
      asked.push(clock.now());
      if (result !== 'silent') return result;
      await new Promise<void>((resolve) => void clock.after(timeoutMs, resolve));
      return 'silent';
    },
    onDead,
    onIdle,
  });
});

test('a silent stream is left alone while the connection answers, which is asked every 15 s', async () => {
  probe.start();
  await clock.advanceAsync(60_000);

  expect(asked).toEqual([15_000, 30_000, 45_000, 60_000]);
  expect(streams[0]?.isOpen).toBe(true);
});

test('the connection that is asked is made soon after the first stream', async () => {
  hasKept = false;
  probe.start();
  await clock.advanceAsync(500);

  expect(asked).toEqual([500]);
});

test('the connection that is asked is made again soon after a stream that had to connect again', async () => {
  probe.start();
  await clock.advanceAsync(2_000);
  // A fault closed all connections.
  hasKept = false;
  probe.start();
  probe.start();
  await clock.advanceAsync(500);
  hasKept = true;
  probe.start();
  await clock.advanceAsync(14_000);

  expect(asked).toEqual([2_500]);
});

test('nothing is asked while streams bring something', async () => {
  probe.start();
  for (let second = 0; second < 60; second++) {
    for (const stream of streams) stream.heardAt = clock.now();
    await clock.advanceAsync(1000);
  }

  expect(asked).toEqual([]);
});

test('§3.2.11 when an old connection is silent and a new one answers, silent streams end within 30 s', async () => {
  results = ['silent', 'answered'];
  streams.push(new Stream(0));
  probe.start();
  await clock.advanceAsync(30_000);

  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, false]);
  expect(onDead).toHaveBeenCalledOnce();
});

test('a stream that brought something since the question stays', async () => {
  results = ['silent', 'answered'];
  streams.push(new Stream(0));
  probe.start();
  await clock.advanceAsync(20_000);
  const [, alive] = streams;
  if (alive) alive.heardAt = clock.now();
  await clock.advanceAsync(10_000);

  expect(streams.map(({ isOpen }) => isOpen)).toEqual([false, true]);
});

describe('no stream ends', () => {
  test.each<[string, ProbeResult[], boolean]>([
    ['when the server answers nothing at all', ['silent', 'silent', 'silent', 'silent'], true],
    ['when connections are refused', ['unknown', 'unknown'], true],
    ['when the old connection is silent and new ones are refused', ['silent', 'unknown', 'unknown'], true],
    ['when the connection that was silent was a new one', ['silent', 'answered'], false],
  ])('%s', async (_, given, kept) => {
    results = given;
    hasKept = kept;
    probe.start();
    await clock.advanceAsync(30_000);

    expect(streams[0]?.isOpen).toBe(true);
    expect(onDead).not.toHaveBeenCalled();
  });
});

test('streams that stayed silent end once a new connection works, however long that takes', async () => {
  results = ['silent', 'silent', 'unknown', 'answered'];
  probe.start();
  await clock.advanceAsync(120_000);

  expect(streams[0]?.isOpen).toBe(false);
});

test('it rests when there is no stream, and starts again with the next', async () => {
  probe.start();
  streams = [];
  await clock.advanceAsync(60_000);
  expect(onIdle).toHaveBeenCalledOnce();
  expect(clock.pendingTimers).toBe(0);

  streams = [new Stream(clock.now())];
  probe.start();
  await clock.advanceAsync(15_000);
  expect(asked).toHaveLength(1);
});

test('questions do not overlap, and stop ends the timer', async () => {
  results = ['silent', 'silent'];
  clock.advance(20_000);
  void probe.check();
  void probe.check();
  probe.start();
  await clock.advanceAsync(1000);
  expect(asked).toHaveLength(1);

  await clock.advanceAsync(20_000);
  expect(asked).toHaveLength(2);
  probe.stop();
  expect(clock.pendingTimers).toBe(0);
});
