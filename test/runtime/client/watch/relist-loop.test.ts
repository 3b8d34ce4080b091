/** A server that lists, but answers every watch with 410, must not be listed in a tight loop, and everyone must learn of it. */
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolveSpec } from '../../../../src/runtime/cache/informers/informer-spec.js';
import { SharedInformer } from '../../../../src/runtime/cache/informers/shared-informer.js';
import type { WatchQuery } from '../../../../src/runtime/client/watch/list-watch.js';
import type { WatchEvent } from '../../../../src/runtime/client/watch/watch-stream.js';
import { roundsOf } from '../../../lanes/thorough.js';
import { FakeResource, gone } from '../../cache/fake-resource.js';
import { Thing } from '../../cache/thing.js';
import { type LogLine, recordingLogger } from '../../controller/fake-host.js';
import { ManualClock, settle } from '../../manual-clock.js';

/** Where the 410 comes: instead of a watch, as its first event, or after the streamed state. */
type Mode = 'status' | 'event' | 'stream';

class GoneResource extends FakeResource {
  readonly #mode: () => Mode | undefined;

  constructor(mode: () => Mode | undefined) {
    super();
    this.#mode = mode;
  }

  override async watch(query: WatchQuery, signal: AbortSignal): Promise<AsyncIterable<readonly WatchEvent[]>> {
    // A loop without pauses would never let the test go on.
    if (this.requests.length > 200)
      await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const mode = this.#mode();
    this.streaming = mode === 'stream';
    const stream = await super.watch(query, signal);
    if (mode === 'status') throw gone();
    if (mode) this.fail(gone());
    return stream;
  }

  /** How often the whole state was read. */
  get states(): number {
    return this.requests.filter((line) => line.startsWith('list') || line.includes('sendInitialEvents')).length;
  }
}

const MODES: readonly Mode[] = ['status', 'event', 'stream'];

function start(server: GoneResource, clock: ManualClock, random: () => number) {
  const lines: LogLine[] = [];
  const told: unknown[] = [];
  const informer = new SharedInformer({
    kind: Thing,
    spec: resolveSpec(Thing),
    source: () => server,
    log: recordingLogger(lines),
    clock,
    random,
    onWatchError: (error) => told.push(error),
  });
  informer.start();
  return { informer, lines, told };
}

describe.each(MODES)('410 on every watch (%s)', (mode) => {
  test('§3.2.9 is listed a few times in a minute, as by client-go; log, callback and health show it', async () => {
    let current: Mode | undefined = mode;
    const server = new GoneResource(() => current);
    const clock = new ManualClock();
    const { informer, lines, told } = start(server, clock, () => 0);

    await clock.advanceAsync(60_000);

    // The first try to stream does not count where the server refuses it.
    expect(server.states - (mode === 'stream' ? 0 : 1)).toBeLessThanOrEqual(8);
    expect(told.length).toBeGreaterThan(3);
    expect(informer.health.state).toBe('failing');
    expect(lines.some(({ level, message }) => level === 'error' && message === 'cannot list or watch')).toBe(true);

    current = undefined;
    await clock.advanceAsync(60_000);
    expect(informer.health.state).toBe('synced');
    await informer.stop();
  });
});

test.each([1, 2, 3, 4])('seed %i: however watches expire, states are read as rarely as pauses grow', async (seed) => {
  // Between watches that expire after a while, a state is read at most once per pause: 800 ms, 1.6 s, 3.2 s, …
  const step = fc.record({ mode: fc.constantFrom(...MODES), lastsMs: fc.integer({ min: 0, max: 30_000 }) });
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 1, maxLength: 6 }),
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      async (steps, chance) => {
        const clock = new ManualClock();
        let index = 0;
        const server = new GoneResource(() => steps[index++ % steps.length]?.mode);
        const { informer } = start(server, clock, () => chance);
        for (const { lastsMs } of steps) await clock.advanceAsync(lastsMs);
        const elapsed = clock.now();
        await settle();
        await informer.stop();

        let pauses = 1;
        for (let at = 0; at + Math.min(800 * 2 ** (pauses - 1), 30_000) <= elapsed; pauses++)
          at += Math.min(800 * 2 ** (pauses - 1), 30_000);
        // One state without a pause, one try to stream that is refused, and one whose pause has just ended.
        expect(server.states).toBeLessThanOrEqual(pauses + 3);
      },
    ),
    { seed, numRuns: roundsOf('KBTS_RELIST_ROUNDS', 300, 20) },
  );
});
