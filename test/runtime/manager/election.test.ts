import { expect, test } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import type { LeaderElectionOptions, LeaderLock } from '../../../src/runtime/leader/elector-options.js';
import { createElector } from '../../../src/runtime/manager/election.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';
import { fakeServer } from '../client/fake-api.js';
import { type LogLine, recordingLogger } from '../controller/fake-host.js';
import { eventually } from '../../../src/testing/eventually.js';

const parts = {
  config: undefined,
  log: silentLogger,
  metrics: createMetricsRegistry({ process: false }),
  event: () => undefined,
};

test('§1.1.4 without leader election there is no elector', () => {
  expect(createElector({ leaderElection: false }, parts)).toBeUndefined();
  expect(createElector({}, parts)).toBeUndefined();
});

test('§1.1.6 outside a pod a namespace must be given', () => {
  expect(() => createElector({ leaderElection: { id: 'op' } }, parts)).toThrow(/set leaderElection.namespace/);
});

test('§1.1.6 the namespace of the config is used', () => {
  const config = { server: 'https://127.0.0.1:1', namespace: 'system' };

  expect(createElector({ leaderElection: { id: 'op', identity: 'me' } }, { ...parts, config })?.elector.identity).toBe(
    'me',
  );
});

test('§1.3.2 times that cannot work fail before anything runs', () => {
  const config = { server: 'https://127.0.0.1:1', namespace: 'system' };

  expect(() => createElector({ leaderElection: { id: 'op', leaseDuration: '1s' } }, { ...parts, config })).toThrow(
    /leaseDuration/,
  );
});

test('§1.1.20 leader election has connections and a user agent of its own', async () => {
  await using server = await fakeServer((_, response) => void response.writeHead(500).end());
  const config = { server: server.server, namespace: 'system' };
  const options = { leaderElection: { id: 'op' }, userAgent: 'my-operator/1' };
  const managed = createElector(options, { ...parts, config });
  const stop = new AbortController();
  const running = managed?.elector.run(stop.signal, { started: () => undefined });

  await eventually(() => expect(server.seen.length).toBeGreaterThan(0));
  stop.abort();
  await running;
  await managed?.close();

  expect(server.seen[0]?.headers['user-agent']).toBe('my-operator/1/leader-election');
});

test('§17.4.8 leader election logs through the manager’s logger', async () => {
  const lines: LogLine[] = [];
  const config = { server: 'http://127.0.0.1:1', namespace: 'system' };
  const managed = createElector({ leaderElection: { id: 'op' } }, { ...parts, config, log: recordingLogger(lines) });
  const stop = AbortSignal.abort();

  await managed?.elector.run(stop, { started: () => undefined });
  await managed?.close();

  expect(lines[0]).toMatchObject({ message: 'waiting to become leader', fields: { lease: 'op' } });
});

test.each<[Partial<LeaderElectionOptions>, string]>([
  [{ thread: true, lock: {} as LeaderLock }, 'cannot renew a lock'],
  [{ thread: { hangLimit: '2s' } }, 'hangLimit is 2000 ms: it must be more than retryPeriod (2000 ms)'],
  [{ thread: { hangLimit: Number.NaN as never } }, 'hangLimit is wrong, NaN is not a time with a unit'],
])('a thread that could not work fails before anything runs: %j', (leaderElection, message) => {
  const config = { server: 'https://127.0.0.1:1', namespace: 'system' };

  expect(() => createElector({ leaderElection: { id: 'op', ...leaderElection } }, { ...parts, config })).toThrow(
    message,
  );
});
