import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FailuresLast } from './test/failures-last.js';

const elsewhere = ['test/golden/projects/**', 'test/**/testdata/**', 'node_modules/**'];

export default defineConfig({
  test: {
    // One worker per core: many files wait for control planes rather than compute.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ['default', new FailuresLast()],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        // Needs Node and nothing else.
        extends: true,
        test: { name: 'node', include: ['test/**/*.test.ts'], exclude: [...elsewhere, 'test/**/*.real.test.ts'] },
      },
      {
        // Needs real programs: kube-apiserver, etcd, kubectl, controller-gen, kubebuilder, other versions of Node.
        extends: true,
        test: { name: 'real', include: ['test/**/*.real.test.ts'], exclude: elsewhere },
      },
    ],
  },
});
