import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FailuresLast } from './test/failures-last.js';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/golden/projects/**', 'test/**/testdata/**', 'node_modules/**'],
    // One worker per core: many files wait for control planes rather than compute.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ['default', new FailuresLast()],
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
