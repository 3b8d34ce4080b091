/** A control plane of real etcd and kube-apiserver processes. */
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { CertificateAuthority } from '../../certificate/certificate-authority.js';
import type { Client } from '../../runtime/client/client.js';
import type { ClusterConfig } from '../../runtime/client/config/cluster-config.js';
import { createTransport } from '../../runtime/client/connection/http-transport.js';
import { createClient } from '../../runtime/client/kube-client.js';
import type { Transport } from '../../runtime/client/connection/transport.js';
import type {
  ControlPlane,
  ControlPlaneComponent,
  ControlPlaneOptions,
  ControlPlaneProcesses,
  OperatorOptions,
  TestUser,
} from '../control-plane.js';
import { installObjects } from '../install.js';
import { kubeconfigText } from '../kubeconfig-text.js';
import { readWithConversion } from '../conversion-patches.js';
import { installOperatorAccount } from '../rights/operator-account.js';
import { createWebhookEndpoint, type WebhookEndpoint } from '../webhook-endpoint.js';
import { findBinary } from './binaries.js';
import { createNode, kwokStages } from './kwok.js';
import { userConfig, writePki } from './pki.js';
import { onOtherPortsAfterClash } from './port-clash.js';
import { apiServerArgs, componentArgs, etcdArgs, type PlanePorts } from './programs.js';
import { isApiServerReady, isEtcdReady, untilUsable, untilReady } from './readiness.js';
import { type ReservedPorts, reservePorts } from './reserved-ports.js';
import { Supervisor } from './supervisor.js';

/** Starts the processes, on other ports when one was taken. */
export function startEnvtest(options: ControlPlaneOptions): Promise<ControlPlane> {
  return onOtherPortsAfterClash(async () => {
    const plane = await EnvtestControlPlane.prepare(options);
    try {
      await plane.startAll();
      return plane;
    } catch (error) {
      await plane.stop();
      throw error;
    }
  });
}

type ProgramName = 'etcd' | 'kube-apiserver' | ControlPlaneComponent;

class EnvtestControlPlane implements ControlPlane {
  readonly kind = 'envtest';
  readonly config: ClusterConfig;
  readonly client: Client;
  readonly webhooks: WebhookEndpoint | undefined;
  readonly processes: ControlPlaneProcesses;
  readonly #options: ControlPlaneOptions;
  readonly #ca: CertificateAuthority;
  readonly #ports: PlanePorts;
  readonly #reserved: ReservedPorts;
  readonly #supervisor: Supervisor;
  readonly #transport: Transport;

  static async prepare(options: ControlPlaneOptions): Promise<EnvtestControlPlane> {
    for (const name of ['etcd', 'kube-apiserver', ...(options.components ?? [])]) await findBinary(name);
    const folder = await mkdtemp(path.join(tmpdir(), 'kbts-envtest-'));
    const ca = await writePki(path.join(folder, 'pki'));
    const reserved = await reservePorts(6);
    const [etcdClient = 0, etcdPeer = 0, apiServer = 0, controllerManager = 0, scheduler = 0, webhook = 0] =
      reserved.ports;
    const ports = { etcdClient, etcdPeer, apiServer, controllerManager, scheduler };
    const certDir = path.join(folder, 'webhook-certs');
    const webhooks = options.webhooks ? await createWebhookEndpoint(ca, certDir, webhook) : undefined;
    return new EnvtestControlPlane(options, { folder, ca, webhooks, ports, reserved });
  }

  private constructor(
    options: ControlPlaneOptions,
    parts: {
      folder: string;
      ca: CertificateAuthority;
      webhooks: WebhookEndpoint | undefined;
      ports: PlanePorts;
      reserved: ReservedPorts;
    },
  ) {
    this.#options = options;
    this.#ca = parts.ca;
    this.#ports = parts.ports;
    this.#reserved = parts.reserved;
    this.webhooks = parts.webhooks;
    this.#supervisor = new Supervisor(parts.folder);
    const server = `https://127.0.0.1:${parts.ports.apiServer}`;
    this.config = userConfig(parts.ca, server, { name: 'admin', groups: ['system:masters'] });
    this.#transport = createTransport(this.config, { userAgent: 'kbts-testing' });
    this.client = createClient({ transport: this.#transport });
    this.processes = {
      start: (name) => this.#start(name),
      stop: (name, signal) => this.#supervisor.stop(name, { signal }),
      log: (name) => this.#supervisor.logTail(name, 200),
    };
  }

  async startAll(): Promise<void> {
    const { components = [], crds = [], webhooks } = this.#options;
    const { folder } = this.#supervisor;
    await this.#start('etcd');
    await this.#start('kube-apiserver');
    await untilUsable(this.client);
    await writeFile(path.join(folder, 'admin.kubeconfig'), this.kubeconfig(), { mode: 0o600 });
    if (components.includes('kwok')) await writeFile(path.join(folder, 'kwok-stages.yaml'), kwokStages());
    for (const component of components) await this.#start(component);
    if (components.includes('kwok')) await createNode(this.client);
    await this.install(...crds, ...(webhooks?.paths ?? []));
  }

  kubeconfig(): string {
    return kubeconfigText(this.config);
  }

  async addUser(user: TestUser): Promise<ClusterConfig> {
    return userConfig(this.#ca, this.config.server, user);
  }

  async asOperator(folder?: string, options?: OperatorOptions): Promise<ClusterConfig> {
    return this.addUser(await installOperatorAccount(this.client, folder, options));
  }

  async install(...paths: string[]): Promise<void> {
    if (paths.length > 0) await installObjects(this.client, await readWithConversion(paths), this.webhooks);
  }

  /** The API server first: without etcd it would wait for a minute before it ends. */
  async stop(): Promise<void> {
    await this.#transport[Symbol.asyncDispose]();
    await this.#supervisor[Symbol.asyncDispose]();
    this.#reserved.release();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }

  async #start(name: ProgramName): Promise<void> {
    const { folder } = this.#supervisor;
    await this.#supervisor.start({ name, path: await findBinary(name), args: this.#args(name, folder) });
    if (name === 'etcd') {
      await untilReady(this.#supervisor, name, () => isEtcdReady(this.#ports.etcdClient), startTimeoutMs());
    }
    if (name === 'kube-apiserver') {
      await untilReady(this.#supervisor, name, () => isApiServerReady(this.#transport), startTimeoutMs());
    }
  }

  #args(name: ProgramName, folder: string): string[] {
    if (name === 'etcd') return etcdArgs(folder, this.#ports, this.#options);
    if (name === 'kube-apiserver') return apiServerArgs(folder, this.#ports, this.#options);
    return componentArgs(name, folder, this.#ports);
  }
}

/** `KUBEBUILDER_CONTROLPLANE_START_TIMEOUT` as in Go (`60s`); a minute by default, as machines may be busy. */
function startTimeoutMs(): number {
  const match = /^(\d+)(ms|s|m)$/.exec(process.env['KUBEBUILDER_CONTROLPLANE_START_TIMEOUT'] ?? '');
  const unitMs = { ms: 1, s: 1000, m: 60_000 }[match?.[2] ?? ''] ?? 0;
  return match ? Number(match[1]) * unitMs : 60_000;
}
