import { afterEach, beforeEach, expect, test } from 'vitest';
import { InformerCache } from '../../../src/runtime/cache/informers/informer-cache.js';
import { ApiError } from '../../../src/runtime/client/requests/api-error.js';
import { controller } from '../../../src/runtime/controller/builder.js';
import type { ControllerOptions } from '../../../src/runtime/controller/controller-options.js';
import {
  type ReconcileContext,
  type Request,
  type Result,
  TerminalError,
} from '../../../src/runtime/controller/reconcile.js';
import { functionSource } from '../../../src/runtime/controller/source.js';
import { heldLoop } from '../../../src/runtime/held-loop.js';
import { runWork } from '../../../src/runtime/current-work.js';
import { dynamicKind } from '../../../src/runtime/object/kind.js';
import { Thing } from '../cache/thing.js';
import { compute, countTurns } from '../event-loop.js';
import { settle } from '../manual-clock.js';
import { FakeHost, trail } from './fake-host.js';

let host: FakeHost;
let runs: string[];

beforeEach(() => {
  host = new FakeHost();
  runs = [];
});

afterEach(() => host.close());

type Reconcile = (request: Request, context: ReconcileContext) => Promise<Result> | Result;

function define(reconcile: Reconcile = () => undefined, options: ControllerOptions = {}) {
  return controller(host)
    .for(Thing)
    .options({ oldestEvery: 0, ...options })
    .complete({
      async reconcile(request, context) {
        runs.push(`${request.name}#${context.attempt} ${trail(context.reasons).join(', ')}`);
        return reconcile(request, context);
      },
    });
}

const metric = async (name: string) => (await host.metrics.text()).split('\n').find((line) => line.startsWith(name));

test('§5.2.1 every object that is there at the start is reconciled once, with low priority', async () => {
  host.things.put('ns/a');
  host.things.put('ns/b');
  const priorities: number[] = [];
  define((_request, { priority }) => void priorities.push(priority));

  await host.start();

  expect(runs).toEqual(['a#0 create Thing ns/a', 'b#0 create Thing ns/b']);
  expect(priorities).toEqual([-100, -100]);
});

test('§6.3 a change of an object goes before objects that were there at the start', async () => {
  ['a', 'b', 'c'].forEach((name) => host.things.put(`ns/${name}`));
  let release: () => void = () => undefined;
  define(({ name }) => (name === 'a' ? new Promise<void>((resolve) => (release = resolve)) : undefined));
  await host.start();

  host.things.put('ns/c');
  await settle();
  release();
  await settle();

  expect(runs).toEqual(['a#0 create Thing ns/a', 'c#0 create Thing ns/c, update Thing ns/c', 'b#0 create Thing ns/b']);
});

test('§6.1.3 one key never runs twice at once; changes during a run lead to exactly one more', async () => {
  let active = 0;
  let most = 0;
  let release: () => void = () => undefined;
  host.things.put('ns/a');
  define(
    async () => {
      most = Math.max(most, ++active);
      await new Promise<void>((resolve) => (release = resolve));
      active--;
    },
    { concurrency: 4 },
  );
  await host.start();

  host.things.put('ns/a');
  host.things.put('ns/a');
  await settle();
  release();
  await settle();
  release();
  await settle();

  expect([most, runs.length]).toEqual([1, 2]);
});

test('§5.1.2 as many reconciles run at once as the concurrency says', async () => {
  let active = 0;
  let most = 0;
  for (let index = 0; index < 9; index++) host.things.put(`ns/${index}`);
  define(
    async () => {
      most = Math.max(most, ++active);
      await settle();
      active--;
    },
    { concurrency: 3 },
  );

  await host.start();
  for (let turn = 0; turn < 20; turn++) await settle();

  expect([most, runs.length]).toEqual([3, 9]);
});

test('§5.3.2 an error is retried with growing delays, and success resets them', async () => {
  let failures = 3;
  host.things.put('ns/a');
  define(() => {
    if (failures-- > 0) throw new Error('not yet');
  });
  await host.start();
  expect(runs.length).toBe(1);

  await host.clock.advanceAsync(5);
  expect(runs.length).toBe(2);
  await host.clock.advanceAsync(10 + 20);
  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#1 retry', 'a#2 retry', 'a#3 retry']);
  failures = 1;
  host.things.put('ns/a');
  await settle();
  await host.clock.advanceAsync(5);

  expect(runs.slice(4)).toEqual(['a#0 update Thing ns/a', 'a#1 retry']);
  expect(host.errors()).toEqual(Array.from({ length: 4 }, () => 'reconcile failed: Error: not yet'));
});

test('the log says when the next try is, and it is then', async () => {
  const answers: (() => Result)[] = [
    () => {
      throw new Error('first');
    },
    () => {
      throw new Error('second');
    },
    () => ({ requeue: true }),
    () => ({ requeueAfter: '30s' }),
    () => undefined,
  ];
  host.things.put('ns/a');
  define(() => answers[runs.length - 1]?.());
  await host.start();
  const told: unknown[] = [];

  for (let count = 1; count < answers.length; count++) {
    const { nextInMs } = host.lines.findLast(({ message }) => message === 'reconciled')?.fields ?? {};
    told.push(nextInMs);
    await host.clock.advanceAsync(Number(nextInMs) - 1);
    expect(runs).toHaveLength(count);
    await host.clock.advanceAsync(1);
    expect(runs).toHaveLength(count + 1);
  }

  expect(told).toEqual([5, 10, 20, 30_000]);
  const failed = host.lines.filter(({ message }) => message === 'reconcile failed');
  expect(failed.map(({ fields }) => fields['nextInMs'])).toEqual([5, 10]);
});

test('§5.3.3 a terminal error is not retried and resets the failures', async () => {
  const errors = [new Error('first'), new TerminalError('hopeless'), new Error('later')];
  host.things.put('ns/a');
  define(() => {
    const error = errors.shift();
    if (error) throw error;
  });
  await host.start();
  await host.clock.advanceAsync(1_000_000);
  expect(runs.length).toBe(2);

  host.things.put('ns/a');
  await settle();
  await host.clock.advanceAsync(5);

  expect(runs.slice(2)).toEqual(['a#0 update Thing ns/a', 'a#1 retry']);
  expect(await metric('controller_runtime_terminal_reconcile_errors_total')).toMatch(/ 1$/);
});

test('§5.3.3 a wrapped terminal error is one', async () => {
  host.things.put('ns/a');
  define(() => {
    throw new Error('outer', { cause: new TerminalError('inner') });
  });

  await host.start();
  await host.clock.advanceAsync(1_000_000);

  expect(runs.length).toBe(1);
});

test('§5.3.4 §6.3.7 requeueAfter runs again after that time and keeps the priority', async () => {
  const results: Result[] = [{ requeueAfter: '100ms' }];
  const priorities: number[] = [];
  host.things.put('ns/a');
  define((_request, { priority }) => {
    priorities.push(priority);
    return results.shift();
  });
  await host.start();

  await host.clock.advanceAsync(99);
  expect(runs.length).toBe(1);
  await host.clock.advanceAsync(1);

  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#0 requeue']);
  expect(priorities).toEqual([-100, -100]);
});

test('§5.3 a change before the time of a requeue replaces it', async () => {
  host.things.put('ns/a');
  const results: Result[] = [{ requeueAfter: '100ms' }];
  define(() => results.shift());
  await host.start();

  host.things.put('ns/a');
  await settle();
  await host.clock.advanceAsync(1000);

  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#0 requeue, update Thing ns/a']);
});

test('§5.3.5 §5.3.7 requeue with backoff counts as a failure, but not as an error', async () => {
  const results: Result[] = [{ requeue: true }, { requeue: true }];
  const priorities: number[] = [];
  host.things.put('ns/a');
  define((_request, { priority }) => {
    priorities.push(priority);
    return results.shift();
  });
  await host.start();
  await host.clock.advanceAsync(5 + 10);

  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#1 requeue', 'a#2 requeue']);
  expect(priorities).toEqual([-100, -100, -100]);
  expect(host.errors()).toEqual([]);
  expect(await metric('controller_runtime_reconcile_total{controller="thing",result="requeue"}')).toMatch(/ 2$/);
});

test.each([
  ['throws a text', () => Promise.reject('text'), /the reconciler threw text, which is not an Error/],
  [
    'returns nonsense',
    () => ({ again: true }) as never,
    /the reconciler of controller "thing" returned {"again":true}: there is no field "again"; return nothing, { requeue: true }/,
  ],
  [
    'returns a negative time',
    () => ({ requeueAfter: '-1s' }) as const,
    /returned {"requeueAfter":"-1s"}: .* not above 0/,
  ],
])(
  '§5.1.4 §18.4.1 a reconciler that %s is an error that names the key, and others go on',
  async (_name, reconcile: Reconcile, message) => {
    host.things.put('ns/bad');
    host.things.put('ns/good');
    define((request, context) => (request.name === 'bad' ? reconcile(request, context) : undefined));

    await host.start();

    const line = host.lines.find(({ level }) => level === 'error');
    expect(String(line?.fields['error'])).toMatch(message);
    expect(line?.fields).toMatchObject({
      controller: 'thing',
      Thing: { name: 'bad', namespace: 'ns' },
      reconcileID: expect.any(String),
    });
    expect(runs).toContain('good#0 create Thing ns/good');
    expect(await metric('controller_runtime_reconcile_panics_total')).toMatch(/ 1$/);
  },
);

test('§18.4.3 a reconciler that changes a cached object gets an error, and the cache stays as it was', async () => {
  host.things.put('ns/a', { spec: { value: 1 } });
  define(async (request, { client }) => {
    const found = await client.get(Thing, request);
    Object.assign(found.spec ?? {}, { value: 2 });
  });

  await host.start();

  expect(host.errors()[0]).toMatch(/Cannot assign to read only property 'value'/);
  expect((await host.client.get(Thing, { namespace: 'ns', name: 'a' })).spec?.value).toBe(1);
});

test('§5.1.7 a reconcile that takes too long has its signal aborted and counts as an error', async () => {
  host.things.put('ns/a');
  define(
    (_request, { signal, attempt }) =>
      attempt > 0
        ? undefined
        : new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
    { timeoutMs: 1000 },
  );
  await host.start();

  await host.clock.advanceAsync(1000);
  await host.clock.advanceAsync(5);

  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#1 retry']);
  expect(host.errors()[0]).toMatch(/did not end within 1000 ms/);
  expect(await metric('controller_runtime_reconcile_timeouts_total')).toMatch(/ 1$/);
});

test('§18.4.2 a reconcile that ignores its signal keeps its worker, and is reported', async () => {
  for (const name of ['a', 'b', 'c']) host.things.put(`ns/${name}`);
  const finish: (() => void)[] = [];
  let most = 0;
  const built = define(
    ({ name }) => {
      most = Math.max(most, built.health.running.length);
      return name === 'c' ? undefined : new Promise<void>((resolve) => finish.push(resolve));
    },
    { timeoutMs: 1000, concurrency: 2 },
  );
  await host.start();
  expect(runs).toEqual(['a#0 create Thing ns/a', 'b#0 create Thing ns/b']);

  await host.clock.advanceAsync(1000 + 9_999);
  expect(built.health.overdue).toEqual([]);
  await host.clock.advanceAsync(1);

  expect(runs.length).toBe(2);
  expect(built.health).toEqual({ running: ['ns/a', 'ns/b'], overdue: ['ns/a', 'ns/b'] });
  expect(host.lines.find(({ message }) => message.includes('ignores its abort signal'))?.fields).toMatchObject({
    key: 'ns/a',
  });
  expect(await metric('kbts_controller_overdue_reconciles')).toMatch(/ 2$/);
  finish.forEach((one) => one());
  await settle();
  expect(runs.at(-1)).toBe('c#0 create Thing ns/c');
  expect([most, built.health]).toEqual([2, { running: [], overdue: [] }]);
  expect(await metric('kbts_controller_overdue_reconciles')).toMatch(/ 0$/);
});

test('a stop does not wait for an overdue reconcile once its grace period is over', async () => {
  host.things.put('ns/a');
  define(() => new Promise(() => undefined), { timeoutMs: 1000 });
  await host.start();
  await host.clock.advanceAsync(20_000);

  host.stop({ cut: true });
  await host.ended;
  await settle();

  expect(host.lines.filter(({ message }) => message === 'the stop did not wait for a reconcile')).toHaveLength(1);
});

test('a reconcile that succeeds after its time limit is a success', async () => {
  host.things.put('ns/a');
  let finish: () => void = () => undefined;
  define(() => new Promise<void>((resolve) => (finish = resolve)), { timeoutMs: 1000 });
  await host.start();
  await host.clock.advanceAsync(2000);
  finish();
  await host.clock.advanceAsync(60_000);

  expect(runs.length).toBe(1);
  expect(host.errors()).toEqual([]);
  expect(host.lines.filter(({ message }) => message === 'reconcile succeeded after its time limit')).toHaveLength(1);
  expect(await metric('controller_runtime_reconcile_timeouts_total')).toMatch(/ 1$/);
});

test('a controller that was stopped leaves no metrics, and its name can be used again', async () => {
  host.things.put('ns/a');
  const built = define();
  await host.start();
  expect(await host.metrics.text()).toContain('controller="thing"');

  await built.stop();

  expect(await host.metrics.text()).not.toContain('controller="thing"');
});

test('§5.3.8 shutdown lets a running reconcile finish, tells it, and starts no other', async () => {
  host.things.put('ns/a');
  host.things.put('ns/b');
  let finish: () => void = () => undefined;
  const seen: boolean[] = [];
  define(async (_request, { signal, stopping }) => {
    await new Promise<void>((resolve) => (finish = resolve));
    seen.push(signal.aborted, stopping.aborted);
  });
  await host.start();

  host.stop();
  await settle();
  finish();
  await host.ended;

  expect(runs.length).toBe(1);
  expect(seen).toEqual([false, true]);
});

test('§5.3.8 a reconcile that runs when the stop begins still reads from the cache', async () => {
  host.things.put('ns/a', { spec: { value: 1 } });
  let found: unknown;
  define(async (request, { client, stopping }) => {
    await new Promise((resolve) => stopping.addEventListener('abort', resolve));
    found = (await client.get(Thing, request)).spec?.value;
  });
  await host.start();

  host.stop();
  await host.ended;

  expect(found).toBe(1);
  expect(host.transport.requests.length).toBe(1);
});

test('§5.3.9 at the end of the grace period the signal aborts and nobody waits any more', async () => {
  host.things.put('ns/a');
  let reason: unknown;
  define((_request, { signal }) => {
    signal.addEventListener('abort', () => (reason = signal.reason));
    return new Promise(() => undefined);
  });
  await host.start();

  host.stop({ cut: true });
  await host.ended;

  expect(reason).toEqual(new Error('cut off'));
});

test('§7.4.2 a controller that stops gives up its watch', async () => {
  define();
  await host.start();
  expect(host.things.openWatches).toBe(1);

  host.stop();
  await host.ended;
  await settle();

  expect(host.things.openWatches).toBe(0);
});

test('§5.1.3 §5.2.2 a source that is not in sync in time fails the controller and names the cause', async () => {
  host.things.outage = new ApiError({ code: 403, reason: 'Forbidden', message: 'User "op" cannot list things' });
  define();
  await host.start();

  await host.clock.advanceAsync(120_000);

  await expect(host.ended).rejects.toThrow(
    /controller "thing": source "kind Thing" was not in sync within 120 s; Thing: User "op" cannot list things/,
  );
});

test('§5.1.3 the cause is named of the cluster that the source watches', async () => {
  const east = new FakeHost();
  east.things.outage = new ApiError({
    code: 403,
    reason: 'Forbidden',
    message: 'User "op" cannot list things in east',
  });
  host.things.outage = new ApiError({ code: 403, reason: 'Forbidden', message: 'not this one' });
  const far = new InformerCache({ transport: east.transport, clock: host.clock, random: () => 0 });
  far.start();
  controller(Object.assign(host, { cluster: () => ({ client: east.client, cache: far }) }))
    .for(Thing, { cluster: 'east', optional: false })
    .complete({ reconcile: async () => undefined });
  await host.cache.informer(Thing);
  await host.start();

  await host.clock.advanceAsync(120_000);

  await expect(host.ended).rejects.toThrow(
    /source "kind Thing of cluster "east"" was not in sync within 120 s; Thing: User "op" cannot list things in east$/,
  );
  await far[Symbol.asyncDispose]();
});

test('§5.1.3 the cause is named of a kind that the server does not know', async () => {
  controller(host, 'late')
    .watches(dynamicKind({ group: 'late.com', version: 'v1', kind: 'Late' }), () => [])
    .complete({ reconcile: async () => undefined });
  await host.start();

  await host.clock.advanceAsync(120_000);

  await expect(host.ended).rejects.toThrow(/was not in sync within 120 s; Late: .*does not know kind Late/);
});

test('§5.2.3 a stop while sources start is not an error', async () => {
  host.things.outage = new ApiError({ code: 503, message: 'down' });
  define();
  await host.start();

  host.stop();

  await expect(host.ended).resolves.toBeDefined();
});

test('§5.1.8 §5.2.4 with warmup sources start before, and workers with the lead', async () => {
  host.things.put('ns/a');
  const built = define(undefined, { warmup: true });
  host.cache.start();
  const context = { signal: new AbortController().signal, cutoff: new AbortController().signal, log: host.log };

  await built.warmup?.(context);
  await settle();
  expect(runs).toEqual([]);
  await host.start();

  expect(runs).toEqual(['a#0 create Thing ns/a']);
});

test('§1.6.3 no work is taken while this replica may not lead', async () => {
  host.things.put('ns/a');
  host.isLeading = false;
  define();
  await host.start();
  expect(runs).toEqual([]);

  host.isLeading = true;
  await host.clock.advanceAsync(500);

  expect(runs.length).toBe(1);
});

test('debounce makes one reconcile of a burst, after its last event', async () => {
  define(undefined, { debounceMs: 50 });
  await host.start();

  for (let change = 0; change < 8; change++) {
    host.things.put('ns/a');
    await host.clock.advanceAsync(40);
  }
  expect(runs.length).toBe(0);
  await host.clock.advanceAsync(50);

  expect(runs.length).toBe(1);
});

test('onError decides what follows an error', async () => {
  const seen: string[] = [];
  host.things.put('ns/a');
  define(
    () => {
      throw new Error('busy');
    },
    {
      onError: (error, request) => {
        seen.push(`${request.name}: ${String(error)}`);
        return { requeueAfter: '1s' };
      },
    },
  );
  await host.start();
  await host.clock.advanceAsync(1000);

  expect(seen).toEqual(['a: Error: busy', 'a: Error: busy']);
  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#0 requeue']);
});

test('requests can be queued from outside', async () => {
  const built = define();
  await host.start();

  built.enqueue({ namespace: 'ns', name: 'x' });
  await settle();

  expect(runs).toEqual(['x#0 source']);
});

test('§6.4 §5.5 queue and reconcile metrics carry the name of the controller', async () => {
  host.things.put('ns/a');
  define();
  await host.start();

  expect(await metric('workqueue_adds_total')).toBe('workqueue_adds_total{name="thing",controller="thing"} 1');
  expect(await metric('controller_runtime_reconcile_total{controller="thing",result="success"}')).toMatch(/ 1$/);
});

test('§5.4.1 §5.4.2 lines of a reconcile carry the fields of controller-runtime', async () => {
  host.things.put('ns/a');
  define((_, { log }) => log.info('mine'));
  controller(host, 'no-kind')
    .source(functionSource('once', (queue) => queue.add({ name: 'b' })))
    .complete({ reconcile: async (_, { log }) => log.info('nobody’s') });

  await host.start();

  const fieldsOf = (message: string) => host.lines.find((line) => line.message === message)?.fields;
  expect(fieldsOf('mine')).toMatchObject({
    controller: 'thing',
    controllerGroup: 'example.com',
    controllerKind: 'Thing',
    Thing: { name: 'a', namespace: 'ns' },
    namespace: 'ns',
    name: 'a',
    reconcileID: expect.stringMatching(/^[0-9a-f-]{36}$/),
  });
  expect(fieldsOf('nobody’s')).toMatchObject({ controller: 'no-kind', object: { name: 'b' }, name: 'b' });
});

test('a request for a cluster that does not exist fails alone, and is tried again', async () => {
  const named = { client: host.client.with({ namespace: 'east' }), cache: host.cache };
  const cluster = (name: string) => {
    if (name === 'east') return named;
    throw new Error(`there is no cluster "${name}"`);
  };
  const built = controller(Object.assign(host, { cluster }))
    .for(Thing)
    .complete({
      reconcile: async (request, { client }) =>
        void runs.push(`${request.name} ${client.defaults?.namespace === 'east'}`),
    });
  await host.start();

  built.enqueue({ name: 'lost', cluster: 'west' });
  built.enqueue({ name: 'found', cluster: 'east' });
  await settle();

  expect(runs).toEqual(['found true']);
  expect(host.errors()).toEqual(['reconcile failed: Error: there is no cluster "west"']);
  await host.clock.advanceAsync(5);
  expect(host.errors().length).toBe(2);
});

test('§5.1.8 sources that were warmed up end with the manager although this replica never led', async () => {
  const stop = new AbortController();
  let ended = false;
  const source = functionSource('forever', (_queue, { signal }) => {
    signal.addEventListener('abort', () => (ended = true), { once: true });
  });
  const built = controller(host, 'standby')
    .source(source)
    .options({ warmup: true })
    .complete({ reconcile: async () => undefined });
  await built.warmup?.({ signal: stop.signal, cutoff: new AbortController().signal, log: host.log });

  stop.abort(new Error('stopping'));

  expect(ended).toBe(true);
});

test('§5.1.8 a stop ends a warm-up that waits for a source', async () => {
  const stop = new AbortController();
  const source = { name: 'slow', start: async () => ({ synced: new Promise<void>(() => undefined) }) };
  const built = controller(host, 'standby')
    .source(source)
    .options({ warmup: true })
    .complete({ reconcile: async () => undefined });
  const warming = built.warmup?.({ signal: stop.signal, cutoff: new AbortController().signal, log: host.log });
  await settle();

  stop.abort(new Error('stopping'));

  await expect(warming).rejects.toThrow('stopping');
});

test.each([1, 50])(
  'reconciles that only compute and read the cache leave turns to the event loop, %i at once',
  async (concurrency) => {
    for (let index = 0; index < 150; index++) host.things.put(`ns/${index}`);
    using loop = countTurns();
    let turnsBefore: number | undefined;
    let finish: () => void = () => undefined;
    const all = new Promise<void>((resolve) => (finish = resolve));
    define(
      async (request, { client }) => {
        turnsBefore ??= loop.turns;
        await client.find(Thing, request);
        compute(1);
        if (runs.length === 150) finish();
      },
      { concurrency },
    );

    await host.start();
    await all;

    // Work of 150 ms in slices of 10 ms; without them it is done in a single turn.
    expect(loop.turns - (turnsBefore ?? 0)).toBeGreaterThan(10);
  },
);

test('a loop over cached reads inside of one reconcile leaves turns to the event loop', async () => {
  host.things.put('ns/a');
  using loop = countTurns();
  let finish: (turns: number) => void = () => undefined;
  const turns = new Promise<number>((resolve) => (finish = resolve));
  define(async (request, { client }) => {
    const before = loop.turns;
    for (let round = 0; round < 60; round++) {
      await client.find(Thing, request);
      compute(1);
    }
    finish(loop.turns - before);
  });

  await host.start();
  expect(await turns).toBeGreaterThan(3);
});

test('a stop that comes between a key and its worker begins no reconcile', async () => {
  for (let index = 0; index < 20; index++) host.things.put(`ns/${index}`);
  define(() => {
    if (runs.length === 1) setImmediate(() => host.stop());
    compute(11);
  });

  await host.start();
  await host.ended;

  expect(runs.length).toBeLessThan(5);
});

test.each(['0s', '-5s', 30, Number.NaN])(
  '§5.3 requeueAfter of %s is an error that names the controller, reported once',
  async (time) => {
    host.things.put('ns/a');
    define(() => ({ requeueAfter: time as never }));

    await host.start();
    await host.clock.advanceAsync(60_000);

    expect(runs.length).toBeGreaterThan(3);
    expect(host.errors().length).toBe(1);
    expect(host.errors()[0]).toMatch(
      /the reconciler of controller "thing" returned {"requeueAfter":.*requeueAfter is wrong/,
    );
  },
);

test('a wrong result is reported again when its cause has changed, and after a right one', async () => {
  const results: unknown[] = [{ a: 1 }, { a: 1 }, { b: 1 }, undefined, { b: 1 }];
  host.things.put('ns/a');
  define(() => results.shift() as never);
  await host.start();
  await host.clock.advanceAsync(1000);
  host.things.put('ns/a');
  await settle();
  await host.clock.advanceAsync(1000);

  expect(host.errors().map((text) => /field "\w"/.exec(text)?.[0])).toEqual(['field "a"', 'field "b"', 'field "b"']);
});

test('requeueAt waits for the wall clock, which is looked at every hour', async () => {
  const start = Date.parse('2026-01-01T00:00:00Z');
  let jumpedMs = 0;
  const began = host.clock.now();
  Object.assign(host, { wallTime: () => new Date(start + jumpedMs + host.clock.now() - began) });
  host.things.put('ns/a');
  define(() => (runs.length === 1 ? { requeueAt: new Date(start + 5 * 3_600_000) } : undefined));
  await host.start();

  await host.clock.advanceAsync(2 * 3_600_000);
  expect(runs.length).toBe(1);
  jumpedMs = 2.5 * 3_600_000;
  await host.clock.advanceAsync(3_600_000);

  expect(runs).toEqual(['a#0 create Thing ns/a', 'a#0 requeue']);
});

test('requeueAt with a time that has passed runs again with backoff', async () => {
  host.things.put('ns/a');
  define(() => ({ requeueAt: new Date(0) }));

  await host.start();
  await host.clock.advanceAsync(100);

  expect(runs.length).toBeLessThan(8);
  expect(runs.length).toBeGreaterThan(2);
});

test('a slow write of one key neither holds up nor fails the reads of another', async () => {
  host.things.put('ns/a');
  host.things.put('ns/slow');
  let answer: () => void = () => undefined;
  let lists = 0;
  define(
    async ({ name }, { client }) => {
      if (name === 'slow') await client.create(new Thing({ metadata: { namespace: 'ns', name: 'child' } }));
      if (name === 'a') await client.list(Thing, { namespace: 'ns' }).then(() => lists++);
    },
    { concurrency: 5 },
  );
  host.transport.beforeAnswer = () => new Promise((resolve) => (answer = resolve));
  await host.start();
  host.things.put('ns/a');
  await settle();

  expect(lists).toBe(2);
  expect(host.errors()).toEqual([]);
  answer();
});

test('a webhook may list the kind of an object whose write waits for it', async () => {
  host.things.put('ns/a');
  let found = -1;
  // As the API server does: the write is answered when the webhook has answered.
  host.transport.beforeAnswer = () =>
    runWork({ writer: Symbol('call') }, async () => {
      found = (await host.client.list(Thing, { namespace: 'ns' })).items.length;
    });
  define(async (request, { client }) => {
    if (request.name === 'a') await client.create(new Thing({ metadata: { namespace: 'ns', name: 'child' } }));
  });

  await host.start();

  expect(found).toBeGreaterThan(0);
  expect(host.errors()).toEqual([]);
});

test('the client of a reconcile ends with it, and writes as its controller', async () => {
  host.things.put('ns/a');
  const sent: { signal?: AbortSignal; path: string }[] = [];
  host.transport.beforeAnswer = async (request) => void sent.push(request);
  let signal: AbortSignal | undefined;
  define(async (request, context) => {
    if (request.name !== 'a') return;
    signal ??= context.signal;
    await context.client.apply(Thing, { metadata: { namespace: 'ns', name: 'a' } });
  });

  await host.start();

  expect(sent[0]?.signal).toBe(signal);
  expect(sent[0]?.path).toContain('fieldManager=thing');
});

test('a reconcile that computes for long is named', async () => {
  host.things.put('ns/a');
  const told: unknown[] = [];
  const end = heldLoop.listen((work) => told.push(work.about?.()));
  define(async ({ name }) => {
    compute(name === 'a' ? 210 : 1);
  });

  await host.start();
  end();

  expect(told).toEqual([{ controller: 'thing', namespace: 'ns', name: 'a' }]);
});
