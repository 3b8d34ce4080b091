/**
 * The embedded plane judged by people who never saw it: controller-runtime's own suites, which its authors run on a real
 * etcd and kube-apiserver, find the embedded plane behind the same flags.
 */
import { spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildSuites, suiteFiles, SUITES } from '../../control-plane/controller-runtime-suites.mjs';
import { standInAssets } from './stand-in-assets.mjs';

/** How many specs each suite has; its authors skip some themselves. The longest come first, so that they do not run last. */
const SPECS: Readonly<Record<string, number>> = {
  cache: 276,
  manager: 107,
  'internal/controller': 75,
  envtest: 28,
  client: 311,
  controller: 32,
  webhook: 8,
  source: 19,
  builder: 72,
  'controller/controllerutil': 60,
  reconcile: 9,
  'metrics/filters': 2,
  handler: 96,
  'manager/internal/integration': 2,
  cluster: 15,
  'internal/recorder': 5,
};

let folder = '';
let assets = '';

beforeAll(async () => {
  folder = await buildSuites();
  assets = await standInAssets();
}, 1_800_000);

afterAll(async () => {
  if (assets !== '') await rm(assets, { recursive: true, force: true });
});

test('every suite that starts a control plane is run', () => {
  expect(Object.keys(SPECS).toSorted()).toEqual([...SUITES].toSorted());
});

describe.concurrent('on the embedded plane the suite of controller-runtime passes for', { timeout: 900_000 }, () => {
  for (const [name, specs] of Object.entries(SPECS)) {
    test(name, async ({ expect: expectHere }) => {
      const result = await runSuite(name);

      expectHere(result.failures).toEqual([]);
      expectHere(result.passed, result.end).toBe(specs);
    });
  }
});

interface SuiteResult {
  readonly passed: number;
  readonly failures: readonly string[];
  readonly end: string;
}

async function runSuite(name: string): Promise<SuiteResult> {
  const { sources, binary } = suiteFiles(folder, name);
  const output = await outputOf(binary, sources);
  const [, passed = '0'] = /^(?:SUCCESS|FAIL)! -- (\d+) Passed/m.exec(output) ?? [];
  const failures = [...output.matchAll(/^ +\[(?:FAIL|PANICKED!|TIMEDOUT)\] (.*)$/gm)].map(([, title = '']) => title);
  return { passed: Number(passed), failures: [...new Set(failures)], end: output.slice(-2000) };
}

/** What a suite prints. Its specs wait a second or so for most things: on a busy machine one may need another attempt. */
function outputOf(binary: string, sources: string): Promise<string> {
  const args = ['-test.timeout=14m', '-ginkgo.no-color', '-ginkgo.flake-attempts=3'];
  const environment = {
    ...process.env,
    KUBEBUILDER_ASSETS: assets,
    KUBEBUILDER_CONTROLPLANE_START_TIMEOUT: '120s',
    KUBEBUILDER_CONTROLPLANE_STOP_TIMEOUT: '60s',
  };
  return new Promise((resolve, reject) => {
    const child = spawn(binary, args, { cwd: sources, env: environment, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    const keep = (chunk: Buffer): void => void (output += chunk.toString('utf8'));
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.on('error', reject);
    child.on('close', () => resolve(output));
  });
}
