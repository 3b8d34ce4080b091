import { expect, test } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { createElector } from '../../../src/runtime/manager/election.js';
import { createMetricsRegistry } from '../../../src/runtime/metrics/registry.js';

const parts = {
  config: undefined,
  log: silentLogger,
  metrics: createMetricsRegistry({ process: false }),
  event: () => undefined,
};

test('§1.1 without leader election there is no elector', () => {
  expect(createElector({ leaderElection: false }, parts)).toBeUndefined();
  expect(createElector({}, parts)).toBeUndefined();
});

test('§1.1 outside a pod a namespace must be given', () => {
  expect(() => createElector({ leaderElection: { id: 'op' } }, parts)).toThrow(/set leaderElection.namespace/);
});

test('the namespace of the config is used', () => {
  const config = { server: 'https://127.0.0.1:1', namespace: 'system' };

  expect(createElector({ leaderElection: { id: 'op', identity: 'me' } }, { ...parts, config })?.elector.identity).toBe(
    'me',
  );
});

test('§2.2 times that cannot work fail before anything runs', () => {
  const config = { server: 'https://127.0.0.1:1', namespace: 'system' };

  expect(() => createElector({ leaderElection: { id: 'op', leaseMs: 1000 } }, { ...parts, config })).toThrow(/leaseMs/);
});
