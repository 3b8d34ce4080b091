import { expect, test } from 'vitest';
import { checkElectorOptions, type LeaderElectionOptions } from '../../../src/runtime/leader/elector-options.js';
import { LeaseServer } from './lease-server.js';

const base = { client: new LeaseServer().client(), id: 'op', namespace: 'system' };

test('§1.1.12 the defaults are those of controller-runtime', () => {
  const options = checkElectorOptions({ ...base, identity: undefined, leaseDuration: undefined });

  expect(options).toMatchObject({ leaseMs: 15_000, renewDeadlineMs: 10_000, retryMs: 2_000, durationSeconds: 15 });
  expect(options.identity).toMatch(/^.+_[0-9a-f-]{36}$/);
});

test('§2.1.2 two processes never get the same identity', () => {
  expect(checkElectorOptions(base).identity).not.toBe(checkElectorOptions(base).identity);
});

test.each<[Partial<LeaderElectionOptions>, string]>([
  [{ id: '' }, 'id is empty'],
  [{ namespace: '' }, 'namespace is empty'],
  [{ identity: '' }, 'identity is empty'],
  [{ leaseDuration: '999ms', renewDeadline: '500ms', retryPeriod: '100ms' }, 'whole seconds'],
  [{ retryPeriod: '0s' }, 'retryPeriod is wrong, "0s" is not above 0'],
  [{ leaseDuration: '10s' }, 'must be more than renewDeadline'],
  [{ renewDeadline: '2400ms' }, 'must be more than 1.2'],
])('§1.1.7 §2.2.1 refuses %j', (options, message) => {
  expect(() => checkElectorOptions({ ...base, ...options })).toThrow(message);
});
