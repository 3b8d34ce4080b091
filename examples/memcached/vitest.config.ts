import { defineConfig } from 'vitest/config';

/** Unit and controller tests, beside the code they test. They need no cluster: see `kbts/testing`. */
export default defineConfig(({ mode }) => ({
  test: {
    include: ['src/**/*.test.ts'],
    // `npm run test:envtest` runs the same tests on a real etcd and kube-apiserver.
    env: mode === 'envtest' ? { KBTS_CONTROL_PLANE: 'envtest' } : {},
    passWithNoTests: true,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
}));
