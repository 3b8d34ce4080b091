import { expect, test, vi } from 'vitest';
import { onOtherPortsAfterClash } from '../../../src/testing/envtest/port-clash.js';
import { NotReadyError } from '../../../src/testing/envtest/readiness.js';

const clash = new NotReadyError(
  'etcd',
  'ended with exit code 1',
  'listen tcp 127.0.0.1:2379: bind: address already in use',
);

test('a port that is taken is a reason to start again', async () => {
  const start = vi.fn<() => Promise<string>>().mockRejectedValueOnce(clash).mockResolvedValueOnce('plane');

  expect(await onOtherPortsAfterClash(start)).toBe('plane');
  expect(start).toHaveBeenCalledTimes(2);
});

test('it ends after the last attempt', async () => {
  const start = vi.fn<() => Promise<string>>().mockRejectedValue(clash);

  await expect(onOtherPortsAfterClash(start, 3)).rejects.toBe(clash);
  expect(start).toHaveBeenCalledTimes(3);
});

test('other failures are not tried again', async () => {
  const broken = new NotReadyError('etcd', 'ended with exit code 1', 'no space left on device');
  const start = vi.fn<() => Promise<string>>().mockRejectedValue(broken);

  await expect(onOtherPortsAfterClash(start)).rejects.toBe(broken);
  expect(start).toHaveBeenCalledTimes(1);
});
