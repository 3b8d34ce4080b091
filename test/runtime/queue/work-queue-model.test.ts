/** The queue against a slow, obvious model of runtime.md §6, under random histories; `size` makes them long. */
import * as fc from 'fast-check';
import { test } from 'vitest';
import { WorkQueue } from '../../../src/runtime/queue/work-queue.js';
import { ManualClock } from '../manual-clock.js';

interface ModelEntry {
  key: string;
  priority: number;
  /** `undefined` once ready. */
  readyAt: number | undefined;
  order: number;
  arrival: number;
}

/** A list that is searched from end to end on every question. */
class Model {
  entries: ModelEntry[] = [];
  running = new Set<string>();
  now = 0;
  order = 0;
  overtaken = 0;
  readonly oldestEvery: number;

  constructor(oldestEvery: number) {
    this.oldestEvery = oldestEvery;
  }

  add(key: string, afterMs: number, priority: number): void {
    const known = this.entries.find((entry) => entry.key === key);
    if (!known) {
      const entry = { key, priority, readyAt: this.now + afterMs, order: this.order++, arrival: 0 };
      this.entries.push(entry);
      if (afterMs <= 0) this.makeReady(entry);
      return;
    }
    const isRaised = priority > known.priority;
    known.priority = Math.max(known.priority, priority);
    if (known.readyAt === undefined) {
      if (isRaised) known.order = this.order++;
    } else if (afterMs <= 0) this.makeReady(known);
    else known.readyAt = Math.min(known.readyAt, this.now + afterMs);
  }

  advance(ms: number): void {
    const target = this.now + ms;
    for (;;) {
      const due = this.entries
        .filter((entry) => entry.readyAt !== undefined && entry.readyAt <= target)
        .sort((a, b) => a.readyAt! - b.readyAt! || a.order - b.order)[0];
      if (!due) break;
      this.now = due.readyAt!;
      this.makeReady(due);
    }
    this.now = target;
  }

  take(): string | undefined {
    const ready = this.entries.filter((entry) => entry.readyAt === undefined && !this.running.has(entry.key));
    const highest = ready.toSorted((a, b) => b.priority - a.priority || a.order - b.order)[0];
    const oldest = ready.toSorted((a, b) => a.arrival - b.arrival)[0];
    if (!highest || !oldest) return undefined;
    const isOvertaken = this.oldestEvery > 0 && oldest.priority < highest.priority;
    if (isOvertaken) this.overtaken++;
    const isOldestNext = isOvertaken && this.overtaken > this.oldestEvery;
    if (isOldestNext) this.overtaken = 0;
    const next = isOldestNext ? oldest : highest;
    this.entries = this.entries.filter((entry) => entry !== next);
    this.running.add(next.key);
    return next.key;
  }

  makeReady(entry: ModelEntry): void {
    entry.readyAt = undefined;
    entry.arrival = entry.order = this.order++;
  }
}

/** `expect` is too slow for so many steps. */
function same(what: string, actual: unknown, expected: unknown): void {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)}, but the model says ${String(expected)}`);
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      key,
      afterMs: fc.constantFrom(0, 0, 5, 10, 50),
      priority: fc.constantFrom(0, 0, -100, 7),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('take' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('done' as const), key }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('advance' as const), ms: fc.integer({ min: 1, max: 40 }) }) },
);

test.each([0, 1, 3])(
  '§6.1.3 §20.1.2 behaves like the model when a key can be overtaken %d times',
  async (oldestEvery) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 80, size: 'max' }), async (steps) => {
        const clock = new ManualClock();
        const queue = new WorkQueue({ clock, oldestEvery });
        const model = new Model(oldestEvery);

        for (const action of steps) {
          if (action.do === 'add') {
            queue.add(action.key, { afterMs: action.afterMs, priority: action.priority });
            model.add(action.key, action.afterMs, action.priority);
          } else if (action.do === 'advance') {
            clock.advance(action.ms);
            model.advance(action.ms);
          } else if (action.do === 'done') {
            queue.done(action.key);
            model.running.delete(action.key);
          } else {
            const expected = model.take();
            const abort = new AbortController();
            const taken = queue.take(abort.signal);
            abort.abort();
            same('taken', (await taken)?.key, expected);
          }
          same('queued', queue.size, model.entries.length);
          same('running', queue.runningMs().length, model.running.size);
        }
      }),
      { numRuns: 200 },
    );
  },
);
