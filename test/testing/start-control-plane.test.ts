import { afterEach, expect, test, vi } from 'vitest';
import { startControlPlane } from '../../src/testing/start-control-plane.js';

afterEach(() => vi.unstubAllEnvs());

test('KBTS_CONTROL_PLANE with an unknown value is an error that names the known ones', async () => {
  vi.stubEnv('KBTS_CONTROL_PLANE', 'kind');

  await expect(startControlPlane()).rejects.toThrow('use embedded, envtest or existing');
});

test('the default is the embedded plane', async () => {
  vi.stubEnv('KBTS_CONTROL_PLANE', '');
  await using plane = await startControlPlane();

  expect(plane.kind).toBe('embedded');
});
