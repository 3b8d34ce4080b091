import { expect, test } from 'vitest';
import { checkElectorOptions } from '../../../src/runtime/leader/elector-options.js';
import { LeaseServer } from './lease-server.js';

const base = { client: new LeaseServer().client(), id: 'op', namespace: 'system' };

test('§1.1.12 the defaults are those of controller-runtime', () => {
  const options = checkElectorOptions({ ...base, identity: undefined, leaseMs: undefined });

  expect(options).toMatchObject({ leaseMs: 15_000, renewDeadlineMs: 10_000, retryMs: 2_000, durationSeconds: 15 });
  expect(options.identity).toMatch(/^.+_[0-9a-f-]{36}$/);
});

test('§2.1.2 two processes never get the same identity', () => {
  expect(checkElectorOptions(base).identity).not.toBe(checkElectorOptions(base).identity);
});

test.each([
  [{ id: '' }, 'id is empty'],
  [{ namespace: '' }, 'namespace is empty'],
  [{ identity: '' }, 'identity is empty'],
  [{ leaseMs: 999, renewDeadlineMs: 500, retryMs: 100 }, 'whole seconds'],
  [{ retryMs: 0 }, 'retryMs is 0'],
  [{ leaseMs: 10_000 }, 'must be more than renewDeadlineMs'],
  [{ renewDeadlineMs: 2_400 }, 'must be more than 1.2'],
])('§1.1.7 §2.2.1 refuses %j', (options, message) => {
  expect(() => checkElectorOptions({ ...base, ...options })).toThrow(message);
});
