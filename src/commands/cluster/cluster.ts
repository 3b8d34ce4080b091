/** The cluster that a command works on. */
import { setMaxListeners } from 'node:events';
import { homedir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readRegularFile } from '../../regular-file.js';
import { is } from '../../runtime/client/requests/api-error.js';
import type { Client } from '../../runtime/client/client.js';
import type { ClusterConfig } from '../../runtime/client/config/cluster-config.js';
import { createTransport } from '../../runtime/client/connection/http-transport.js';
import { callJson } from '../../runtime/client/requests/json-call.js';
import { createClient } from '../../runtime/client/kube-client.js';
import { loadClusterConfig } from '../../runtime/client/config/kube-config.js';
import type { Transport } from '../../runtime/client/connection/transport.js';
import { orAborted } from '../../runtime/linked-abort.js';
import type { ClusterFlags } from './command-progress.js';
import { explainFailure } from './explain-failure.js';

/** A cluster that answers. Disposing of it closes its connections. */
export interface Cluster extends AsyncDisposable {
  readonly client: Client;
  readonly transport: Transport;
  readonly config: ClusterConfig;
  /** `https://host:port`. */
  readonly server: string;
  /** `v1.37.1`. */
  readonly version: string;
  /** Namespace for objects that name none. */
  readonly namespace: string;
}

/** What decides on the cluster. */
export interface OpenClusterOptions extends ClusterFlags {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal;
  /** How long the first answer may take; 10 s by default. */
  readonly answerMs?: number;
}

/** Connects, and makes sure that somebody answers who knows us. */
export async function openCluster(options: OpenClusterOptions): Promise<Cluster> {
  const { kubeconfig, context, env, signal, answerMs = 10_000 } = options;
  // Many requests of one command listen to it at the same time.
  if (signal) setMaxListeners(0, signal);
  const where = context === undefined ? 'the current context' : `context "${context}"`;
  try {
    checkKubeconfigs(kubeconfig, env);
    const config = await loadClusterConfig({ kubeconfig, context, env });
    // A program that lets a person log in takes its time, which is not the cluster's.
    await orAborted(Promise.resolve(config.credentials?.current()), signal);
    const transport = createTransport(config, { userAgent: 'kbts' });
    try {
      const version = await serverVersion(transport, { signal, timeoutMs: answerMs });
      return {
        client: createClient({ transport, defaults: { fieldManager: 'kbts' } }),
        transport,
        config,
        server: transport.server,
        version,
        namespace: config.namespace ?? 'default',
        [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
      };
    } catch (error) {
      await transport[Symbol.asyncDispose]();
      throw error;
    }
  } catch (error) {
    throw explainFailure(error, { action: `cannot use the cluster of ${where}`, signal });
  }
}

/** Files that do not exist are reported, or passed over as kubectl does, by their reader. */
function checkKubeconfigs(given: string | undefined, env: OpenClusterOptions['env']): void {
  const fallback = path.join(env['HOME'] || homedir(), '.kube', 'config');
  const files = given === undefined ? (env['KUBECONFIG'] || fallback).split(path.delimiter) : [given];
  for (const file of files) if (file !== '') readRegularFile(file);
}

async function serverVersion(
  transport: Transport,
  options: { signal?: AbortSignal; timeoutMs: number },
): Promise<string> {
  try {
    const answer = await callJson(transport, { method: 'GET', path: '/version', ...options });
    const version = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'gitVersion') : undefined;
    if (typeof version === 'string') return version;
  } catch (error) {
    // Some clusters do not show their version; a refusal proves that they answer.
    if (is.forbidden(error)) return 'unknown';
    throw error;
  }
  throw new UserError('no-cluster', `${transport.server} answers, but not as a Kubernetes API server does`, {
    fix: 'check "server" of this cluster in the kubeconfig',
  });
}
