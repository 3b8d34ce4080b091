import { expect, test, vi } from 'vitest';
import type { Reconciler } from '../../../src/runtime/controller/reconcile.js';
import { ReconcileRunner } from '../../../src/runtime/controller/reconcile-run.js';
import { currentLogger } from '../../../src/runtime/log/current-logger.js';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { controllerMetrics } from '../../../src/runtime/metrics/controller-metrics.js';
import { FakeHost, type LogLine, recordingLogger } from './fake-host.js';

const JOB = { request: { namespace: 'ns', name: 'a' }, priority: 3, reasons: [], attempt: 2 };
const signals = { stopping: new AbortController().signal, cutoff: new AbortController().signal };

function runner(reconciler: Reconciler, more: object = {}) {
  const host = new FakeHost();
  const metrics = controllerMetrics(host.metrics, 'thing', 1);
  return new ReconcileRunner({
    name: 'thing',
    reconciler,
    client: () => host.client,
    log: host.log,
    metrics,
    options: {},
    describe: () => ({}),
    clock: host.clock,
    ...more,
  });
}

test('§5.3.1 every reconcile has its own id, and knows its attempt and priority', async () => {
  const seen: unknown[] = [];
  const run = runner({
    reconcile: async (_request, { reconcileId, attempt, priority }) => void seen.push(reconcileId, attempt, priority),
  });

  await run.start(JOB, signals).verdict;
  await run.start(JOB, signals).verdict;

  expect(seen).toEqual([expect.any(String), 2, 3, expect.any(String), 2, 3]);
  expect(seen[0]).not.toBe(seen[3]);
});

test('§10.3.4 code below the reconciler finds its logger', async () => {
  let found: unknown;
  const run = runner({
    reconcile: async (_request, { log }) => {
      await Promise.resolve();
      found = currentLogger(silentLogger) === log;
    },
  });

  await run.start(JOB, signals).verdict;

  expect(found).toBe(true);
});

test('a span is around every reconcile when there is a tracer', async () => {
  const spans: unknown[] = [];
  const tracer = {
    startActiveSpan: (name: string, options: object, work: (span: object) => unknown) => {
      spans.push(name, options);
      return work({ setAttribute() {}, setStatus() {}, recordException() {}, end: () => spans.push('end') });
    },
  };

  await runner({ reconcile: async () => undefined }, { tracer }).start(JOB, signals).verdict;

  expect(spans).toMatchObject(['reconcile thing', { attributes: { 'k8s.object.name': 'a' } }, 'end']);
});

test('an onError that fails itself falls back to the retry', async () => {
  const reconciler = { reconcile: () => Promise.reject(new Error('first')) };
  const onError = () => {
    throw new Error('second');
  };

  expect(await runner(reconciler, { options: { onError } }).start(JOB, signals).verdict).toEqual({ type: 'retry' });
});

test.each([
  ['undefined', undefined],
  ['null', null],
  ['a symbol', Symbol('why')],
  ['an object that cannot be a text', Object.create(null)],
])('§5.3.6 a reconciler that throws %s fails like any other', async (_what, thrown) => {
  const run = runner({
    reconcile: async () => {
      throw thrown;
    },
  });

  expect(await run.start(JOB, signals).verdict).toEqual({ type: 'retry' });
});

const trap = (): never => {
  throw new Error('no entry');
};

test.each([
  ['an object that cannot be looked at', () => new Proxy({}, { getPrototypeOf: trap, get: trap })],
  ['an error whose name cannot be read', () => Object.defineProperty(new Error('x'), 'name', { get: trap })],
  ['a proxy that was revoked', revoked],
  ['an object without a prototype', () => Object.create(null) as object],
])('whatever is thrown ends the reconcile with a retry: %s', async (_, thrown) => {
  const lines: LogLine[] = [];
  const run = runner(
    {
      reconcile: async () => {
        throw thrown();
      },
    },
    { log: recordingLogger(lines) },
  );

  expect(await run.start(JOB, signals).verdict).toEqual({ type: 'retry' });
  expect(lines.filter(({ level }) => level === 'error')).toHaveLength(1);
});

test('a logger that fails leaves no key taken, and is warned of', async () => {
  const log = { ...silentLogger, error: trap, with: () => log, named: () => log, enabled: () => true };
  const run = runner({ reconcile: () => Promise.reject(new Error('x')) }, { log });
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);

  expect(await run.start(JOB, signals).verdict).toEqual({ type: 'retry' });
  expect(warned.mock.calls).toContainEqual([
    'controller "thing": the end of a reconcile could not be told: Error: no entry',
  ]);
  warned.mockRestore();
});

function revoked(): object {
  const { proxy, revoke } = Proxy.revocable({}, {});
  revoke();
  return proxy;
}
