import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { FailuresLast } from './test/lanes/report/failures-last.js';
import { RunSummary } from './test/lanes/report/run-summary.js';
import { SlowFirst } from './test/lanes/slow-first.js';
import { seededFiles, thoroughFiles } from './test/lanes/lane-files.mjs';
import { Measured } from './test/lanes/measured.js';
import { part } from './test/lanes/part.js';

const elsewhere = ['test/golden/projects/**', 'test/**/testdata/**', 'node_modules/**'];
const otherLanes = ['test/**/*.{real,slow,thorough}.test.ts'];

/** Replace modules, or test what happens when a module is loaded for the first time: each needs its own process. */
const alone = [
  'test/commands/manifests/generate.test.ts',
  'test/compiled-script.test.ts',
  'test/lanes/thorough.test.ts',
  'test/runtime/client/connection/endless-answers.test.ts',
  'test/runtime/webhook/recall/memories.test.ts',
  'test/plane/builtin/registry.test.ts',
];

const cores = Math.max(2, availableParallelism());
/** Files on real programs wait more than half of their time, for servers and for processes. */
const waiting = { maxWorkers: 2 * cores, sequence: { groupOrder: 1 } };

export default defineConfig({
  test: {
    maxWorkers: cores,
    // Workers run the same part as this process reports.
    env: { KBTS_PART: String(part) },
    reporters: ['default', new RunSummary(), new FailuresLast(), new Measured()],
    sequence: { sequencer: SlowFirst },
    setupFiles: ['test/lanes/seeded.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // A second is not long on a busy machine.
    expect: { poll: { timeout: 30_000 } },
    projects: [
      {
        // make test: needs only Node. The files of a worker share a process, so none may leave anything behind.
        extends: true,
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [...elsewhere, ...alone, ...otherLanes],
          isolate: false,
          setupFiles: ['test/lanes/leaves-nothing.ts'],
        },
      },
      {
        // make test: needs only Node, and a fresh process.
        extends: true,
        test: { name: 'alone', include: alone },
      },
      {
        // make test-real: needs only Node, but takes more than a few seconds.
        extends: true,
        test: { name: 'slow', include: ['test/**/*.slow.test.ts'], exclude: elsewhere, ...waiting },
      },
      {
        // make test-real: needs real programs, such as kube-apiserver, kubectl, controller-gen and kubebuilder.
        extends: true,
        test: { name: 'real', include: ['test/**/*.real.test.ts'], exclude: elsewhere, ...waiting },
      },
      {
        // make test-thorough: takes minutes; includes the full length of files that other lanes run a part of.
        extends: true,
        test: {
          name: 'thorough',
          include: [...thoroughFiles(), ...(process.env['KBTS_FRESH_SEEDS'] === '1' ? seededFiles() : [])],
          exclude: elsewhere,
          env: { KBTS_THOROUGH: '1' },
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
