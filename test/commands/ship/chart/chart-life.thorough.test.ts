/** Charts on a real control plane: taken by the API server, installed, upgraded, rolled back, uninstalled, with their operators at work. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFailed, test, vi } from 'vitest';
import { CustomResourceDefinition } from '../../../../src/k8s/apiextensions/v1/index.js';
import { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import { Namespace } from '../../../../src/k8s/core/v1/index.js';
import type { KubeObject } from '../../../../src/runtime/object/meta.js';
import { waitFor } from '../../../../src/testing/index.js';
import { reservePorts } from '../../../../src/testing/envtest/reserved-ports.js';
import { runOk } from '../../../cli/fakes/run-cli.js';
import { binaryFolder } from '../../../control-plane/build.mjs';
import { foreignCrds } from '../../../control-plane/foreign-crds.mjs';
import { nodeBinary } from '../../../control-plane/node-versions.mjs';
import type { Operator } from '../../../examples/operator.js';
import { buildOperator, startStage, type DeployedExample, type Stage } from '../../../examples/stage.js';
import { kubectl } from '../../../examples/story.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { availableFeatures } from './chart-features.js';
import { type ChartProject, chartProjects } from './chart-projects.js';
import { comparable, helm, objectsIn, runProgram } from './helm.js';
import { type PodEnd, runTestPod } from './test-pod.js';
import { combinationsFor } from './value-combinations.js';

vi.setConfig({ testTimeout: 300_000, hookTimeout: 600_000 });

let stage: Stage;
const operators: Operator[] = [];
beforeAll(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl', 'helm', 'helm3']);
  process.env['PATH'] = `${binaryFolder()}:${process.env['PATH'] ?? ''}`;
  stage = await startStage();
  for (const text of await foreignCrds())
    for (const crd of objectsIn(text)) await stage.plane.client.apply(crd, { fieldManager: 'test', force: true });
  for (const name of ['blue', 'green']) await stage.plane.client.create(new Namespace({ metadata: { name } }));
});
afterAll(async () => {
  for (const operator of operators) await operator[Symbol.asyncDispose]();
  await stage?.[Symbol.asyncDispose]();
});

describe.each(chartProjects)(
  'the chart of $name',
  ({ name, make, chapters, hasFinalizer, values = [], upgrade = [] }) => {
    const namespace = `${name}-system`;
    let root: string;
    let chart: string;
    let where: readonly string[];
    let example: DeployedExample;
    let operator: Operator;
    const [first, second, third] = chapters;

    beforeAll(async () => {
      root = path.join(stage.folder, name);
      chart = path.join(root, 'dist/chart');
      where = ['--kubeconfig', stage.kubeconfig, '-n', namespace];
      await mkdir(root);
      await make(root);
      await buildOperator(root);
      await runOk(root, 'build-chart', '--image', `example.com/${name}:v1`);
      const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
      await stage.plane.client.create(new Namespace({ metadata: { name: namespace, labels } }));
      example = {
        root,
        plane: stage.plane,
        start: () => Promise.reject(new Error('the chart is started by `start`')),
        undeploy: () => Promise.reject(new Error('the chart is removed by Helm')),
      };
    });

    /** What the rollout of a new pod does: the new process takes over from the old one. */
    async function rollOut(): Promise<Readonly<Record<number, number>>> {
      // It goes on taking calls for a while, as a pod should; nobody has to wait for that here.
      void operator?.stop();
      using reserved = await reservePorts(2);
      const [webhook = 0, metrics = 0] = reserved.ports;
      operator = await stage.start(name, root, { webhook, metrics });
      operators.push(operator);
      return { 9443: webhook, 8443: metrics };
    }

    async function play(chapter: ChartProject['chapters'][number] | undefined): Promise<void> {
      onTestFailed(() => console.error(operator.log.slice(-6000)));
      await chapter?.play({ plane: stage.plane, example });
    }

    async function manager(): Promise<{ replicas: number | undefined; image: string | undefined }> {
      const { spec } = await stage.plane.client.get(Deployment, { name: `${name}-controller-manager`, namespace });
      return { replicas: spec?.replicas, image: spec?.template.spec?.containers[0]?.image };
    }

    test('passes helm lint --strict, by Helm 3, too', async () => {
      for (const program of ['helm', 'helm3'])
        expect(await runProgram(program, 'lint', '--strict', chart)).toContain('0 chart(s) failed');
    });

    test('installs what build-installer writes, with default values, by Helm 3, too', async () => {
      await runOk(root, 'build-installer', '--image', `example.com/${name}:v1`);
      const installer = comparable(await readInstaller(root));
      const args = ['template', name, chart, '--namespace', namespace];
      expect(comparable(await helm(...args))).toEqual(installer);
      expect(comparable(await runProgram('helm3', ...args))).toEqual(installer);
    });

    test('is taken by the API server with thirty combinations of values and more', async () => {
      const combinations = combinationsFor(await availableFeatures(chart), name === 'tenant');
      expect(combinations.length).toBeGreaterThanOrEqual(30);
      const taken = new Set<string>();
      for (const [index, values] of combinations.entries()) {
        const text = await helm('template', `team-${index}`, chart, '-n', 'default', ...values);
        for (const object of objectsIn(text)) await dryRun(object, values, taken);
      }
      expect(taken.size).toBeGreaterThan(combinations.length);
    });

    test('is installed, in a namespace with restricted pods, and the sample is reconciled', async () => {
      await helm('install', name, chart, ...where, '--wait', '--timeout', '90s', ...values);
      await rollOut();
      await play(first);
    });

    test('helm test passes while the operator answers, and fails when nobody does', async () => {
      const ports = await rollOut();
      const node = await nodeBinary(24);
      const ask = async (reachable: Readonly<Record<number, number>>): Promise<[string, PodEnd]> => {
        const tested = helm('test', name, ...where, '--timeout', '90s').catch((error: Error) => error.message);
        const end = await runTestPod({ plane: stage.plane, namespace, ports: reachable, node }, `${name}-test`);
        return [await tested, end];
      };
      const [said, end] = await ask(ports);
      expect(end.succeeded, end.output).toBe(true);
      expect(said).toEqual(expect.stringContaining('Succeeded'));
      using unused = await reservePorts(1);
      const [nobody = 0] = unused.ports;
      const [failure, alone] = await ask({ 9443: nobody, 8443: nobody });
      expect(alone.succeeded).toBe(false);
      expect(failure).toMatch(/test.* failed/);
    });

    test('is upgraded, and the operator goes on', async () => {
      const changed = ['--set', 'manager.replicas=2,manager.image.tag=v2,manager.logLevel=debug', ...upgrade];
      await helm('upgrade', name, chart, ...where, '--wait', '--timeout', '90s', ...values, ...changed);
      expect(await manager()).toEqual({ replicas: 2, image: `example.com/${name}:v2` });
      await rollOut();
      await play(second);
    });

    test('is rolled back, and the operator goes on', async () => {
      await helm('rollback', name, '1', ...where, '--wait', '--timeout', '90s');
      expect((await manager()).image).toBe(`example.com/${name}:v1`);
      await rollOut();
      await play(third);
    });

    test('is uninstalled; CRDs and custom resources stay', async () => {
      const manifest = await helm('get', 'manifest', name, ...where);
      const before = await resourcesOf(example, manifest);
      expect(before.length).toBeGreaterThan(0);
      await helm('uninstall', name, ...where, '--wait', '--timeout', '90s');
      expect(await leftOf(example, manifest, namespace)).toEqual(crdsIn(manifest).map(({ metadata }) => metadata.name));
      expect(await resourcesOf(example, manifest)).toEqual(before);
    });

    test('is installed over what stayed, and takes all of it away when asked to', async () => {
      await helm('install', name, chart, ...where, '--wait', '--timeout', '90s', '--set', 'crd.keep=false');
      const manifest = await helm('get', 'manifest', name, ...where);
      expect((await resourcesOf(example, manifest)).length).toBeGreaterThan(0);
      if (hasFinalizer === true) {
        await rollOut();
        await play(chapters.at(-1));
      }
      await helm('uninstall', name, ...where, '--wait', '--timeout', '90s');
      await vi.waitFor(async () => expect(await leftOf(example, manifest, namespace)).toEqual([]), 60_000);
    });
  },
);

test.each(['app', 'tenant'])('Helm 3 installs, upgrades, rolls back and uninstalls the chart of %s', async (name) => {
  const chart = path.join(stage.folder, name, 'dist/chart');
  const [release, namespace] = [`${name}-three`, `${name}-three-system`];
  const helm3 = (...args: string[]): Promise<string> =>
    runProgram('helm3', ...args, '--kubeconfig', stage.kubeconfig, '-n', namespace, '--wait', '--timeout', '90s');
  const replicas = async (): Promise<number | undefined> =>
    (await stage.plane.client.find(Deployment, { name: `${release}-controller-manager`, namespace }))?.spec?.replicas;
  await helm3('install', release, chart, '--create-namespace');
  const crds = crdsIn(await helm('get', 'manifest', release, '--kubeconfig', stage.kubeconfig, '-n', namespace));
  expect(await replicas()).toBe(1);
  await helm3('upgrade', release, chart, '--set', 'manager.replicas=2');
  expect(await replicas()).toBe(2);
  await helm3('rollback', release, '1');
  expect(await replicas()).toBe(1);
  await helm3('uninstall', release);
  expect(await replicas()).toBeUndefined();
  expect(crds.length).toBeGreaterThan(0);
  for (const { metadata } of crds)
    await stage.plane.client.delete({ kind: CustomResourceDefinition, name: metadata.name ?? '' });
});

test('pods that Pod Security does not allow are not run: neither the manager nor the test', async () => {
  const chart = path.join(stage.folder, 'appservice', 'dist/chart');
  const namespace = 'appservice-system';
  const where = ['--kubeconfig', stage.kubeconfig, '-n', namespace];
  const open = ['--set', 'manager.securityContext.allowPrivilegeEscalation=true'];
  await helm('install', 'appservice', chart, ...where, ...open);
  const ref = { kind: Deployment, name: 'appservice-controller-manager', namespace };
  const failed = await waitFor(
    stage.plane.client,
    ref,
    (it) => it?.status?.conditions?.some(({ type }) => type === 'ReplicaFailure') === true,
    { timeoutMs: 30_000 },
  );
  const reason = failed?.status?.conditions?.find(({ type }) => type === 'ReplicaFailure')?.message;
  expect(reason).toContain('violates PodSecurity "restricted');
  await expect(helm('test', 'appservice', ...where, '--timeout', '20s')).rejects.toThrow('violates PodSecurity');
  await helm('uninstall', 'appservice', ...where);
});

async function readInstaller(root: string): Promise<string> {
  return readFile(path.join(root, 'dist/install.yaml'), 'utf8');
}

/** Asks the API server about an object, unless it has taken the same one already. */
async function dryRun(object: KubeObject, values: readonly string[], taken: Set<string>): Promise<void> {
  const text = JSON.stringify(object).replaceAll(/team-\d+/g, 'team-0');
  if (taken.has(text)) return;
  const options = { fieldManager: 'test', force: true, dryRun: true, fieldValidation: 'Strict' } as const;
  await stage.plane.client.apply(object, options).catch((error: Error) => {
    throw new Error(`${object.kind} ${object.metadata.name} with ${values.join(' ')}: ${error.message}`);
  });
  taken.add(text);
}

interface Crd extends KubeObject {
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly storage: boolean }[];
  };
}

function crdsIn(manifest: string): Crd[] {
  const crds = objectsIn(manifest).filter(({ kind }) => kind === 'CustomResourceDefinition') as Crd[];
  return crds.sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1));
}

/** Custom resources, by their uid, in the version in which they are stored: no webhook has to answer. */
async function resourcesOf(example: DeployedExample, manifest: string): Promise<string[]> {
  const found = crdsIn(manifest).map(async ({ spec: { group, names, versions } }) => {
    const version = versions.find(({ storage }) => storage)?.name;
    const kind = [names.plural, version, group].join('.');
    return kubectl(example, 'get', kind, '-A', '-o', 'jsonpath={range .items[*]}{.metadata.uid}{"\\n"}{end}');
  });
  return (await Promise.all(found)).flatMap((text) => text.split('\n').filter(Boolean)).sort();
}

/** The names of objects of a release that are still there. */
async function leftOf(example: DeployedExample, manifest: string, namespace: string): Promise<string[]> {
  const file = path.join(example.root, 'manifest.yaml');
  await writeFile(file, manifest);
  const names = await kubectl(example, 'get', '-n', namespace, '-f', file, '--ignore-not-found', '-o', 'name');
  return names
    .split('\n')
    .filter(Boolean)
    .map((line) => line.replace(/^[^/]*\//, ''))
    .sort();
}
