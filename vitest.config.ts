import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { FailuresLast } from './test/failures-last.js';
import { SlowFirst } from './test/slow-first.js';

const elsewhere = ['test/golden/projects/**', 'test/**/testdata/**', 'node_modules/**'];

/** Decide in pure functions, and change nothing of their process: one worker runs all of them, one after the other. */
const pure = [
  'cli',
  'commands/cluster',
  'conformance/whole-programs',
  'core-schemas',
  'checks',
  'emitter',
  'k8s',
  'kubernetes',
  'markers',
  'model',
  'project',
  'reader',
  'runtime/cache',
  'runtime/controller',
  'runtime/health',
  'runtime/leader',
  'runtime/log',
  'runtime/object',
  'runtime/queue',
  'runtime/recorder',
  'scaffold/importer',
  'ship',
  'testing/embedded/!(failures|builtin)',
].map((folder) => `test/${folder}/**/*.test.ts`);

/** The files that run a part only in `make test`. */
const inParts = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.test.ts') && !file.endsWith('.real.test.ts') && !file.includes('golden/projects'))
  .map((file) => path.posix.join('test', file))
  .filter((file) => /from '[./]*\/(?:thorough|growth)\.js'/.test(readFileSync(file, 'utf8')));

export default defineConfig({
  test: {
    // One worker per core: many files wait for control planes rather than compute.
    maxWorkers: Math.max(2, availableParallelism()),
    reporters: ['default', new FailuresLast()],
    sequence: { sequencer: SlowFirst },
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second is not long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        // Needs Node and nothing else.
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...pure, 'test/**/*.real.test.ts'],
        },
      },
      {
        // The same, without a process for each file.
        extends: true,
        test: { name: 'pure', include: pure, exclude: [...elsewhere, 'test/**/*.real.test.ts'], isolate: false },
      },
      {
        // Needs real programs: kube-apiserver, etcd, kubectl, controller-gen, kubebuilder, other versions of Node.
        extends: true,
        test: { name: 'real', include: ['test/**/*.real.test.ts'], exclude: elsewhere },
      },
      {
        // Needs Node alone, and time: what the first two run a part of, in full.
        extends: true,
        test: { name: 'thorough', include: inParts, exclude: elsewhere, env: { KBTS_THOROUGH: '1' } },
      },
    ],
  },
});
