/** One interface over three kinds of control plane. */
import type { Client } from '../runtime/client/client.js';
import type { ClusterConfig } from '../runtime/client/config/cluster-config.js';
import type { WebhookEndpoint } from './webhook-endpoint.js';

/** In this process, real binaries on this machine, or a cluster that is already there. */
export type ControlPlaneKind = 'embedded' | 'envtest' | 'existing';

/** Real controllers that an `envtest` plane can run. */
export type ControlPlaneComponent = 'kube-controller-manager' | 'kube-scheduler' | 'kwok';

/** What to start. */
export interface ControlPlaneOptions {
  /** `$KBTS_CONTROL_PLANE` by default, else `embedded`. */
  readonly kind?: ControlPlaneKind | undefined;
  /** Files or folders with CustomResourceDefinitions; a missing path is an error. */
  readonly crds?: readonly string[] | undefined;
  /** Files or folders with webhook configurations; they are made to call `plane.webhooks`. */
  readonly webhooks?: { readonly paths: readonly string[] } | undefined;
  /** `envtest` only. */
  readonly components?: readonly ControlPlaneComponent[] | undefined;
  /** `envtest` only: more flags for kube-apiserver, such as `--max-requests-inflight=5`. */
  readonly apiServerFlags?: readonly string[] | undefined;
  /** `envtest` only: etcd writes to the disk at once, for tests that kill it. */
  readonly isDurable?: boolean | undefined;
}

/** Where an operator lives and works. */
export interface OperatorOptions {
  /** What an operator that is limited to its own namespace watches in a test; `default` unless given. */
  readonly namespace?: string | undefined;
  /** Of its ServiceAccount; that of config/default unless given. */
  readonly accountNamespace?: string | undefined;
}

/** A user to act as. */
export interface TestUser {
  readonly name: string;
  readonly groups?: readonly string[];
}

/** A running control plane. */
export interface ControlPlane extends AsyncDisposable {
  readonly kind: ControlPlaneKind;
  /** Of a cluster administrator. */
  readonly config: ClusterConfig;
  /** Of a cluster administrator; reads ask the server. */
  readonly client: Client;
  /** Where webhook configurations were pointed to; undefined without `options.webhooks`. */
  readonly webhooks: WebhookEndpoint | undefined;
  /** For kubectl. */
  kubeconfig(): string;
  addUser(user: TestUser): Promise<ClusterConfig>;
  /**
   * The operator's ServiceAccount with the roles of a folder, `config/rbac` unless given, and no other rights: what a
   * test needs to find a forgotten RBAC marker.
   */
  asOperator(folder?: string, options?: OperatorOptions): Promise<ClusterConfig>;
  /** CRDs (waits until they are served), webhook configurations (pointed to `webhooks`) and anything else. */
  install(...paths: string[]): Promise<void>;
  /** Processes of an `envtest` plane, to restart or kill. */
  readonly processes?: ControlPlaneProcesses;
  stop(): Promise<void>;
}

/** Ends and restarts parts of a control plane. */
export interface ControlPlaneProcesses {
  stop(name: 'etcd' | 'kube-apiserver' | ControlPlaneComponent, signal?: NodeJS.Signals): Promise<void>;
  /** Starts what was stopped, on the same ports and data, and waits until it is ready. */
  start(name: 'etcd' | 'kube-apiserver' | ControlPlaneComponent): Promise<void>;
  /** The end of a process's output. */
  log(name: 'etcd' | 'kube-apiserver' | ControlPlaneComponent): Promise<string>;
}
