import { defineConfig } from 'vitest/config';

/** End-to-end tests: they build the image and deploy it to the cluster of the current kubeconfig context. */
export default defineConfig({
  test: {
    include: ['test/e2e/**/*.test.ts'],
    fileParallelism: false,
    testTimeout: 300_000,
    hookTimeout: 900_000,
  },
});
