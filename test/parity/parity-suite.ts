import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Namespace } from '../../src/k8s/index.js';
import type { Client } from '../../src/runtime/client/client.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { startControlPlane, type ControlPlane } from '../../src/testing/index.js';
import { parseAllDocuments } from '../../src/yaml.js';
import { runOk } from '../cli/fakes/run-cli.js';
import { partOf } from '../lanes/thorough.js';
import { linkPackages, localProgram, temporaryFolder } from '../project-folder.js';
import type { ProjectCase } from './matrix.js';
import { kubectl } from './tools.js';

const testdata = path.resolve('test/parity/testdata');

/** Plays a project of kubebuilder with kbts: each step renders, and the result is a good project. */
export function describeParity({ name, init, steps }: ProjectCase): void {
  let plane: ControlPlane;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;

  beforeAll(async () => {
    if (!existsSync('dist/runtime/index.js')) throw new Error('dist/ is missing: run "npm run build" first');
    plane = await startControlPlane({ kind: 'envtest' });
    folder = await temporaryFolder(name);
    await runOk(folder.root, 'init', '--skip-install', '--kbts', '*', ...init);
    await linkPackages(folder.root);
  }, 120_000);
  afterAll(async () => {
    await plane?.stop();
    await folder?.clean();
  });

  test('renders after its steps, and the API server accepts each result', async () => {
    const accepted = new Set<string>();
    await checkAccepted(plane.client, await checkRendered(folder.root, 'config/default'), `${name}: init`, accepted);
    const checked = new Set([...partOf(steps, 6), steps.at(-1)]);
    for (const step of steps) {
      await runOk(folder.root, ...step.replace('TESTDATA', testdata).split(' '));
      if (!checked.has(step)) continue;
      for (const kustomization of ['config/default', 'config/crd']) {
        if (existsSync(path.join(folder.root, kustomization, 'kustomization.yaml')))
          await checkAccepted(
            plane.client,
            await checkRendered(folder.root, kustomization),
            `${name}: ${step}`,
            accepted,
          );
      }
    }
    expect(accepted.size).toBeGreaterThan(checked.size);
  }, 600_000);

  test('generates the same bytes again', async () => {
    expect(await runOk(folder.root, 'manifests', '--check')).toBe('');
    expect(await runOk(folder.root, 'generate', '--check')).toBe('');
  });

  test('is formatted, apart from files with long lines, for which kbts recommends the formatter', async () => {
    const { output } = await runProgram(folder.root, localProgram('oxfmt'), ['--list-different']);
    const different = output.split('\n').filter((line) => /\.\w+$/.test(line));
    const isLong = (file: string): boolean =>
      readFileSync(path.join(folder.root, file), 'utf8')
        .split('\n')
        .some((line) => line.length > 120);

    expect(different.filter((file) => !isLong(file))).toEqual([]);
  });

  test.each([
    ['type-checks', 'tsc', ['--noEmit']],
    ['lints', 'oxlint', ['--type-aware', '--deny-warnings']],
    ['builds to one file', 'node', ['scripts/build.mjs']],
    ['passes its tests', 'vitest', ['run']],
  ])(
    '%s',
    async (_, program, args) => {
      const { code, output } = await runProgram(
        folder.root,
        program === 'node' ? process.execPath : localProgram(program),
        args,
      );

      expect(code, output.slice(-4000)).toBe(0);
    },
    600_000,
  );

  test('doctor finds nothing wrong', async () => {
    const findings = JSON.parse(await runOk(folder.root, 'doctor', '-o', 'json')) as {
      check: string;
      status: string;
      message: string;
    }[];

    expect(
      findings.filter(
        ({ check, status }) => status !== 'ok' && !['cluster', 'kubectl', 'package.json'].includes(check),
      ),
    ).toEqual([]);
  });
}

async function checkRendered(root: string, kustomization: string): Promise<string> {
  const { code, output } = await runProgram(root, kubectl(), ['kustomize', kustomization]);
  expect(code, `${kustomization}: ${output}`).toBe(0);
  return output;
}

/** Sends every rendered object to the real API server as a server-side dry run; the same text only once. */
async function checkAccepted(client: Client, rendered: string, step: string, accepted: Set<string>): Promise<void> {
  const objects = parseAllDocuments(rendered).map((document) => document.toJS() as KubeObject);
  const namespaces = [...new Set(objects.map(({ metadata }) => metadata.namespace).filter((one) => one !== undefined))];
  for (const namespace of namespaces) {
    await client.apply(new Namespace({ metadata: { name: namespace } }), { fieldManager: 'test', force: true });
  }
  const foreign = /^(cert-manager\.io|monitoring\.coreos\.com)\//;
  for (const object of objects.filter(({ apiVersion }) => !foreign.test(apiVersion))) {
    const text = JSON.stringify(object);
    if (accepted.has(text)) continue;
    await expect(
      client.apply(object, { fieldManager: 'kbts', dryRun: true, fieldValidation: 'Strict', force: true }),
      `${step}: ${object.kind} ${object.metadata.name}`,
    ).resolves.toBeDefined();
    accepted.add(text);
  }
}

async function runProgram(
  cwd: string,
  program: string,
  args: readonly string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, CI: 'true', KBTS_CONTROL_PLANE: 'embedded' },
    });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
