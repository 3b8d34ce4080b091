/** A real control plane on which examples are deployed, and their operators as processes of this machine. */
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { deploy } from '../../src/commands/cluster/deploy/deploy.js';
import { undeploy } from '../../src/commands/cluster/deploy/undeploy.js';
import {
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
} from '../../src/k8s/admissionregistration/v1/index.js';
import { CustomResourceDefinition } from '../../src/k8s/apiextensions/v1/index.js';
import { Deployment } from '../../src/k8s/apps/v1/index.js';
import { Namespace, Service, ServiceAccount } from '../../src/k8s/core/v1/index.js';
import { ClusterRole, ClusterRoleBinding } from '../../src/k8s/rbac/v1/index.js';
import type { ClusterConfig, Kind } from '../../src/runtime/index.js';
import { reservePorts } from '../../src/testing/envtest/reserved-ports.js';
import { kubeconfigText, startControlPlane, type ControlPlane } from '../../src/testing/index.js';
import { surroundings } from '../commands/cluster/project-fixture.js';
import { linkPackages } from '../project-folder.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { readyProbe, startOperator, type Operator } from './operator.js';
import { startServiceProxy, type ServiceProxy } from './service-proxy.js';
import type { Entry } from './story.js';

const repository = path.resolve(import.meta.dirname, '../..');
const binaries = ['etcd', 'kube-apiserver', 'kube-controller-manager', 'kube-scheduler', 'kwok', 'kubectl'];

/** An example that is deployed, but whose operator does not run yet: its pod is a fake. */
export interface DeployedExample {
  readonly root: string;
  readonly plane: ControlPlane;
  /** Runs the bundled operator as the ServiceAccount of its Deployment, with the arguments of its Deployment. */
  start(node: string, entry?: Entry, ports?: Ports): Promise<Operator>;
  /** Removes everything, CRDs included. */
  undeploy(): Promise<void>;
}

/** Ports of this machine in the place of those of a pod. */
export interface Ports {
  readonly webhook: number;
  /** Without one, metrics are not served. */
  readonly metrics?: number;
}

/** Where all examples play. */
export interface Stage extends AsyncDisposable {
  readonly plane: ControlPlane;
  /** A folder for projects, which goes away with the stage. */
  readonly folder: string;
  /** The kubeconfig file of an administrator. */
  readonly kubeconfig: string;
  deploy(name: string): Promise<DeployedExample>;
  /** Starts the operator in `root` that somebody has deployed under its name, in the namespace `<name>-system`. */
  start(name: string, root: string, ports: Ports): Promise<Operator>;
  /** What of an example is still in the cluster, as `kind name`. */
  leftovers(name: string): Promise<string[]>;
}

/** Starts etcd, API server, controller manager, scheduler and kwok. */
export async function startStage(): Promise<Stage> {
  await ensureBinaries(binaries);
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-examples-'));
  const proxy = await startServiceProxy(folder);
  const plane = await startControlPlane({
    kind: 'envtest',
    components: ['kube-controller-manager', 'kube-scheduler', 'kwok'],
    apiServerFlags: proxy.apiServerFlags,
  });
  const kubeconfig = path.join(folder, 'admin.kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  const around = { plane, proxy, folder, kubeconfig };
  return {
    plane,
    folder,
    kubeconfig,
    deploy: (name) => deployExample(around, name),
    start: (name, root, ports) => startDeployed(around, { name, root, node: process.execPath, ports }),
    leftovers: (name) => leftovers(plane, name),
    async [Symbol.asyncDispose]() {
      await plane.stop();
      await proxy[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

interface Surroundings {
  readonly plane: ControlPlane;
  readonly proxy: ServiceProxy;
  readonly folder: string;
  readonly kubeconfig: string;
}

/** Copies an example without what was made in its folder. */
export async function copyExample(name: string, root: string): Promise<void> {
  const isOurs = (file: string): boolean => !['node_modules', 'dist'].includes(path.basename(file));
  await cp(path.join(repository, 'examples', name), root, { recursive: true, filter: isOurs });
}

/** What `npm ci` and `npm run build` do, without the network. */
export async function buildOperator(root: string): Promise<void> {
  await linkPackages(root);
  await promisify(execFile)(process.execPath, ['scripts/build.mjs'], { cwd: root });
}

/** Builds it, and does what `kbts deploy` does. */
async function deployExample(stage: Surroundings, name: string): Promise<DeployedExample> {
  const root = path.join(stage.folder, name);
  await copyExample(name, root);
  await buildOperator(root);
  const around = surroundings(root, { KUBECTL: path.join(process.env['KUBEBUILDER_ASSETS'] ?? '', 'kubectl') });
  const options = { kubeconfig: stage.kubeconfig, timeoutMs: 120_000 };
  await deploy(around, { ...options, image: `example.com/${name}:v1` });
  return {
    root,
    plane: stage.plane,
    start: (node, entry, ports) => startDeployed(stage, { name, root, node, entry, ports }),
    undeploy: async () => {
      await undeploy(around, { ...options, deleteCrds: true, confirm: () => Promise.resolve(true) });
    },
  };
}

interface Start {
  readonly name: string;
  readonly root: string;
  readonly node: string;
  readonly entry?: Entry | undefined;
  readonly ports?: Ports | undefined;
}

async function startDeployed(
  { plane, proxy }: Surroundings,
  { name, root, node, entry, ports }: Start,
): Promise<Operator> {
  const namespace = `${name}-system`;
  const deployment = await plane.client.get(Deployment, { name: `${name}-controller-manager`, namespace });
  const pod = deployment.spec?.template.spec;
  const container = pod?.containers[0];
  const config = await accountConfig(plane, { name: pod?.serviceAccountName ?? '', namespace });
  const kubeconfig = path.join(root, 'operator.kubeconfig');
  await writeFile(kubeconfig, kubeconfigText({ ...config, namespace }), { mode: 0o600 });
  const service = await plane.client.find(Service, { name: `${name}-webhook-service`, namespace });
  const settings = (container?.env ?? []).flatMap(({ name: key, value, valueFrom }) =>
    valueFrom?.fieldRef?.fieldPath === 'metadata.namespace' ? [[key, namespace]] : [[key, value ?? '']],
  );
  if (entry)
    await promisify(execFile)(process.execPath, ['scripts/build.mjs', 'dist/entry.js', entry.source], { cwd: root });
  using reserved = await reservePorts(2);
  const [freePort = 0, healthPort = 0] = reserved.ports;
  const webhookPort = ports?.webhook ?? freePort;
  if (service?.spec?.clusterIP !== undefined) proxy.route(service.spec.clusterIP, webhookPort);
  return await startOperator({
    command: [node, '--enable-source-maps', path.join(root, entry ? 'dist/entry.js' : 'dist/main.js')],
    args: [
      ...(container?.args ?? []),
      `--metrics-bind-address=${ports?.metrics === undefined ? 0 : `127.0.0.1:${ports.metrics}`}`,
      `--health-probe-bind-address=127.0.0.1:${healthPort}`,
      `--webhook-port=${webhookPort}`,
      '--zap-log-level=debug',
    ],
    // Nothing of this process's environment: a pod has none of it either.
    env: { ...(Object.fromEntries(settings) as Record<string, string>), KUBECONFIG: kubeconfig },
    cwd: root,
    probe: entry ? (log) => expect(log).toMatch(entry.isReady) : readyProbe(healthPort),
  });
}

const clusterKinds = [
  Namespace,
  CustomResourceDefinition,
  ClusterRole,
  ClusterRoleBinding,
  MutatingWebhookConfiguration,
  ValidatingWebhookConfiguration,
];

/** Cluster-scoped objects are labelled; what is in the namespace goes with it. */
async function leftovers({ client }: ControlPlane, name: string): Promise<string[]> {
  const left: string[] = [];
  for (const kind of clusterKinds) {
    const { items } = await client.list(kind as Kind);
    const ours = items.filter(({ metadata }) => metadata.name?.startsWith(`${name}-`));
    left.push(...ours.map(({ metadata }) => `${kind.gvk.kind} ${metadata.name}`));
  }
  return left;
}

/** Connects as a ServiceAccount, by a token such as its pod would have. */
async function accountConfig(
  { client, config }: ControlPlane,
  key: { name: string; namespace: string },
): Promise<ClusterConfig> {
  const token = await client
    .subresource('token')
    .create<{ status: { token: string } }>({ kind: ServiceAccount, ...key }, { spec: { audiences: [] } });
  return { server: config.server, ca: config.ca, token: token.status.token };
}
