/** A project as users get it, deployed to a real API server, its manager a process with the rights of its account. */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Client } from '../../src/runtime/client/client.js';
import type { ClusterConfig } from '../../src/runtime/client/config/cluster-config.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import { kubeconfigText } from '../../src/testing/kubeconfig-text.js';
import { parseAllDocuments } from '../../src/yaml.js';
import { runOk } from '../cli/fakes/run-cli.js';
import { binaryFolder } from '../control-plane/build.mjs';
import { linkPackages } from '../project-folder.js';
import { untilAccepted, untilRightsKnown } from '../until-known.js';

const run = promisify(execFile);
const id = ['--group', 'webapp', '--version', 'v1', '--kind', 'Guestbook'];

export type Loose = KubeObject & Record<string, unknown>;

export const ServiceAccount = defineKind<KubeObject>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
});

/** Scaffolds a kind with two versions and every sort of webhook. */
export async function scaffoldFiles(root: string, ...initFlags: string[]): Promise<void> {
  const init = ['init', '--domain', 'my.domain', '--project-name', 'guestbook', '--skip-install', '--kbts', '*'];
  await runOk(root, ...init, ...initFlags);
  await runOk(root, 'create', 'api', ...id);
  await runOk(root, 'create', 'api', ...id.with(3, 'v2'), '--controller=false');
  await runOk(root, 'create', 'webhook', ...id, '--defaulting', '--programmatic-validation');
  await runOk(root, 'create', 'webhook', ...id, '--conversion', '--spoke', 'v2');
}

/** The same, with its manager bundled. */
export async function scaffold(root: string, ...initFlags: string[]): Promise<void> {
  await scaffoldFiles(root, ...initFlags);
  await linkPackages(root);
  await run(process.execPath, ['scripts/build.mjs'], { cwd: root });
}

/** What `kbts deploy` would apply. */
export async function render(root: string): Promise<Loose[]> {
  const { stdout } = await run(path.join(binaryFolder(), 'kubectl'), ['kustomize', 'config/default'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  });
  return parseAllDocuments(stdout).map((document) => document.toJS() as Loose);
}

/** Applies everything, with webhooks called at `port` of this machine. */
export async function deploy(client: Client, objects: readonly Loose[], port: number): Promise<void> {
  for (const object of objects) {
    const { apiVersion, kind } = object;
    const reachable = pointTo(object, port);
    await untilAccepted(() => client.apply({ ...reachable, apiVersion, kind }, { fieldManager: 'kbts', force: true }));
  }
}

/** Waits until the server knows the roles of the account: whoever asks before is refused. */
export async function rightsInForce(
  client: Client,
  objects: readonly Loose[],
  namespace: string,
  account: string,
): Promise<void> {
  await untilRightsKnown(client, `system:serviceaccount:${namespace}:${account}`, objects);
}

/** There are no cluster IPs here: the Service becomes a name of this machine, and callers are told its port. */
function pointTo(object: Loose, port: number): Loose {
  if (object.kind === 'Service' && object.metadata.name === 'guestbook-webhook-service')
    return { ...object, spec: { type: 'ExternalName', externalName: 'localhost' } };
  const text = JSON.stringify(object, (key, value: unknown) =>
    key === 'service' && typeof value === 'object' ? { ...value, port } : value,
  );
  return JSON.parse(text) as Loose;
}

/** The token that the kubelet would mount. */
export async function accountToken(client: Client, namespace: string, name: string): Promise<string> {
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: {} };
  const target = { kind: ServiceAccount, namespace, name };
  const { status } = await client.subresource('token').create<{ status: { token: string } }>(target, body);
  return status.token;
}

/** A running manager. */
export interface RunningOperator {
  /** What it has logged. */
  output(): string;
  /** Ends it as the kubelet does; resolves to its exit code. */
  stop(): Promise<number | null>;
}

interface Container {
  readonly args: readonly string[];
  readonly env: readonly { readonly name: string; readonly value?: string }[];
}

/** Starts the bundled manager with the arguments and environment of the Deployment; `flags` come last. */
export async function startOperator(
  root: string,
  objects: readonly Loose[],
  { config, flags }: { config: ClusterConfig; flags: readonly string[] },
): Promise<RunningOperator> {
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  const { containers } = (deployment as unknown as { spec: { template: { spec: { containers: Container[] } } } }).spec
    .template.spec;
  const { args = [], env = [] } = containers[0] ?? {};
  const kubeconfig = path.join(root, 'operator.kubeconfig');
  await writeFile(kubeconfig, kubeconfigText(config));
  // Values that come from the pod are all its namespace.
  const variables = env.map(({ name, value }) => [name, value ?? deployment?.metadata.namespace]);
  const child = spawn(
    process.execPath,
    [path.join(root, 'dist/main.js'), ...args, ...flags, `--kubeconfig=${kubeconfig}`, '--zap-log-level=debug'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], ...Object.fromEntries(variables) },
    },
  );
  let output = '';
  child.stderr?.on('data', (chunk: Buffer) => (output += String(chunk)));
  return { output: () => output, stop: () => stop(child) };
}

async function stop(child: ChildProcess): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  }
  return child.exitCode;
}
