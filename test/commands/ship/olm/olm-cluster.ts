/** A cluster with the real OLM: API server, controllers and OLM are real programs, and so are the containers of its pods. */
import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import { ConfigMap, Service, ServiceAccount } from '../../../../src/k8s/core/v1/index.js';
import type { ControlPlane } from '../../../../src/testing/control-plane.js';
import { reservePorts } from '../../../../src/testing/envtest/reserved-ports.js';
import { startControlPlane } from '../../../../src/testing/start-control-plane.js';
import { waitFor } from '../../../../src/testing/wait-for.js';
import { readyProbe } from '../../../examples/operator.js';
import { type ServiceProxy, startServiceProxy } from '../../../examples/service-proxy.js';
import { linkPackages, temporaryFolder } from '../../../project-folder.js';
import { ensureBinaries } from '../../../testing/real-binaries.js';
import { olmImage, writeOlmManifests } from '../../../control-plane/olm.mjs';
import { makeProject, program } from '../operator-sdk.js';
import { type ContainerPlace, type ContainerProcess, type Image, Kubelet } from './kubelet.js';

const execute = promisify(execFile);

/** The image of opm that kbts uses unless told otherwise. */
export const opmImage = 'quay.io/operator-framework/opm:latest';

/** A running cluster. */
export interface OlmCluster extends AsyncDisposable {
  readonly plane: ControlPlane;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly kubelet: Kubelet;
  /** What the node can pull; a test may add to it. */
  readonly images: Record<string, Image>;
  kubectl(...args: string[]): Promise<string>;
  /** Every object of the cluster as `kind namespace/name`, but for those that come and go by themselves. */
  everything(): Promise<string[]>;
  /** A folder with OLM's manifests. */
  readonly manifests: string;
}

/** Starts everything but OLM itself. */
export async function startOlmCluster(name: string): Promise<OlmCluster> {
  const components = ['kube-controller-manager', 'kube-scheduler'] as const;
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl', 'helm', 'opm', 'olm', 'olm-catalog', ...components]);
  const { root: folder, clean } = await temporaryFolder(name);
  const proxy = await startServiceProxy(folder);
  const plane = await startControlPlane({ kind: 'envtest', components, apiServerFlags: proxy.apiServerFlags });
  const manifests = path.join(folder, 'olm');
  await writeOlmManifests(manifests);
  const kubeconfig = path.join(folder, 'kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfig(), { mode: 0o600 });
  const images: Record<string, Image> = { [opmImage]: opm, [await olmImage()]: (place) => olm(place, plane, proxy) };
  const kubelet = await Kubelet.start(plane, folder, images);
  await untilNamespacesAreFilled(plane);
  const kubectl = async (...args: string[]): Promise<string> => {
    const options = { maxBuffer: 64_000_000, cwd: folder };
    return (await execute(program('kubectl'), ['--kubeconfig', kubeconfig, ...args], options)).stdout;
  };
  return {
    kubectl,
    everything: () => everything(kubectl),
    plane,
    folder,
    kubeconfig,
    kubelet,
    images,
    manifests,
    async [Symbol.asyncDispose]() {
      await kubelet[Symbol.asyncDispose]();
      await plane.stop();
      await proxy[Symbol.asyncDispose]();
      await clean();
    },
  };
}

/** The controller manager puts these into each namespace, a while after it was started. */
async function untilNamespacesAreFilled({ client }: ControlPlane): Promise<void> {
  for (const namespace of ['default', 'kube-node-lease', 'kube-public', 'kube-system']) {
    const isThere = (object: unknown): boolean => object !== undefined;
    const patient = { timeoutMs: 120_000 };
    await waitFor(client, { kind: ServiceAccount, namespace, name: 'default' }, isThere, patient);
    await waitFor(client, { kind: ConfigMap, namespace, name: 'kube-root-ca.crt' }, isThere, patient);
  }
}

const passing = /^(?:events|leases|endpoints|endpointslices|replicasets|pods)(?:\.|$)/;

async function everything(kubectl: OlmCluster['kubectl']): Promise<string[]> {
  const kinds = (await kubectl('api-resources', '--verbs=list', '-o', 'name')).trim().split('\n');
  const listed = kinds.filter((kind) => !passing.test(kind)).join(',');
  const template = '{range .items[*]}{.kind} {.metadata.namespace}/{.metadata.name}{"\\n"}{end}';
  return (await kubectl('get', listed, '-A', '-o', `jsonpath=${template}`)).trim().split('\n').sort();
}

/** What the pod asks for, but for the places that a container would have for itself. */
async function opm({ container, root }: ContainerPlace): Promise<ContainerProcess> {
  const port = await reservedPort();
  const own = container.ports?.[0]?.containerPort ?? 0;
  const args = (container.args ?? []).map((arg) =>
    arg.startsWith('/') ? path.join(root, arg) : arg === String(own) ? String(port) : arg,
  );
  return {
    command: [program(container.command?.[0] ?? ''), ...args, '--termination-log', path.join(root, 'termination.log')],
    env: { HOME: root },
    ports: { [own]: port },
    ready: () => connected(port),
  };
}

const programs: Readonly<Record<string, string>> = { '/bin/olm': 'olm', '/bin/catalog': 'olm-catalog' };

/** A program of OLM, with the arguments and rights of its pod. */
async function olm(place: ContainerPlace, plane: ControlPlane, proxy: ServiceProxy): Promise<ContainerProcess> {
  const { container, env, kubeconfig, root } = place;
  const name = programs[container.command?.[0] ?? ''];
  if (name === undefined) return packageServer(root, plane, proxy);
  const args = (container.args ?? []).map((arg) => arg.replace(/\$\((\w+)\)/g, (_, key: string) => env[key] ?? ''));
  return {
    command: [program(name), ...args],
    env: { ...env, KUBECONFIG: kubeconfig, HOME: root },
    ready: () => Promise.resolve(),
  };
}

/** Nothing here asks the package server; OLM and the API server only want it to answer under its certificate. */
async function packageServer(root: string, { client }: ControlPlane, proxy: ServiceProxy): Promise<ContainerProcess> {
  const port = await reservedPort();
  const service = await client.get(Service, { namespace: 'olm', name: 'packageserver-service' });
  proxy.route(service.spec?.clusterIP ?? '', port);
  const folder = path.join(root, 'apiserver.local.config/certificates');
  const script = `
    const { readFileSync } = require('node:fs');
    const options = { cert: readFileSync('apiserver.crt'), key: readFileSync('apiserver.key') };
    const kind = { name: 'packagemanifests', singularName: '', kind: 'PackageManifest', namespaced: true, verbs: ['get'] };
    const groupVersion = 'packages.operators.coreos.com/v1';
    const list = { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources: [kind] };
    require('node:https').createServer(options, (_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(list));
    }).listen(${port}, '127.0.0.1');`;
  return { command: [process.execPath, '-e', script], env: {}, cwd: folder, ready: () => connected(port) };
}

/** An example with its operator built, and the image that runs it as its ServiceAccount. */
export async function builtExample(folder: string, name: string): Promise<{ root: string; image: Image }> {
  const root = await makeProject(folder, name);
  await linkPackages(root);
  await execute(process.execPath, ['scripts/build.mjs'], { cwd: root });
  const image = async ({ container, env, kubeconfig }: ContainerPlace): Promise<ContainerProcess> => {
    const health = await reservedPort();
    const isReady = readyProbe(health);
    const begun = Date.now();
    const delayMs = 1000 * (container.readinessProbe?.initialDelaySeconds ?? 0);
    const flags = ['--metrics-bind-address=0', `--health-probe-bind-address=127.0.0.1:${health}`];
    return {
      command: [process.execPath, path.join(root, 'dist/main.js'), ...(container.args ?? []), ...flags],
      env: { ...env, KUBECONFIG: kubeconfig },
      cwd: root,
      // A kubelet asks for the first time when its first requests have long been answered, or refused.
      ready: async (log) => {
        const isEarly = Date.now() < begun + delayMs && !/controller started|is forbidden/.test(log);
        if (isEarly) throw new Error('it has just begun');
        await isReady();
      },
    };
  };
  return { root, image };
}

/** A port for a container, which may start again at any time: it stays reserved until this process ends. */
async function reservedPort(): Promise<number> {
  const [port = 0] = (await reservePorts(1)).ports;
  return port;
}

async function connected(port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });
}
