/** The in-process control plane behind the common interface. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createCa } from '../certificate/certificate-authority.js';
import type { ClusterConfig } from '../runtime/client/config/cluster-config.js';
import { createTransport } from '../runtime/client/connection/http-transport.js';
import { createClient } from '../runtime/client/kube-client.js';
import type { ControlPlane, ControlPlaneOptions } from './control-plane.js';
import { startEmbeddedApiServer } from '../plane/embedded-api-server.js';
import { reservePorts } from './envtest/reserved-ports.js';
import { installObjects } from './install.js';
import { kubeconfigText } from './kubeconfig-text.js';
import { readWithConversion } from './conversion-patches.js';
import { installOperatorAccount } from './rights/operator-account.js';
import { RIGHTS_FILE, rightsRecorder } from './rights/used-rights.js';
import { createWebhookEndpoint, type WebhookEndpoint } from './webhook-endpoint.js';

/** Ready within a fraction of a second; needs no binaries. */
export async function startEmbedded(options: ControlPlaneOptions): Promise<ControlPlane> {
  // Built-in controllers replace whatever real component was asked for.
  const api = await startEmbeddedApiServer({
    controllers: (options.components ?? []).length > 0,
    onAllowed: rightsRecorder(process.env[RIGHTS_FILE]),
  });
  const config: ClusterConfig = { server: api.server, ca: api.ca, token: api.adminToken };
  const transport = createTransport(config, { userAgent: 'kbts-testing' });
  const client = createClient({ transport });
  const reserved = await reservePorts(options.webhooks ? 1 : 0);
  const webhooks = options.webhooks ? await prepareWebhooks(reserved.ports[0] ?? 0) : undefined;
  const stop = async (): Promise<void> => {
    await transport[Symbol.asyncDispose]();
    await api.stop();
    reserved.release();
    if (webhooks) await rm(webhooks.certDir, { recursive: true, force: true });
  };
  const plane: ControlPlane = {
    kind: 'embedded',
    config,
    client,
    webhooks,
    kubeconfig: () => kubeconfigText(config),
    addUser: async (user) => ({ ...config, token: api.addUser(user).token }),
    asOperator: async (folder, account) => {
      const user = await installOperatorAccount(client, folder, account);
      return { ...config, token: api.addUser({ ...user, hasOwnerChecks: true }).token };
    },
    install: async (...paths) => installObjects(client, await readWithConversion(paths), webhooks),
    stop,
    [Symbol.asyncDispose]: stop,
  };
  return installOrStop(plane, options);
}

async function installOrStop(plane: ControlPlane, { crds = [], webhooks }: ControlPlaneOptions): Promise<ControlPlane> {
  try {
    await plane.install(...crds, ...(webhooks?.paths ?? []));
    return plane;
  } catch (error) {
    await plane.stop();
    throw error;
  }
}

async function prepareWebhooks(port: number): Promise<WebhookEndpoint> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-webhooks-'));
  return createWebhookEndpoint(createCa({ commonName: 'kbts-embedded', validMs: 7 * 86_400_000 }), folder, port);
}
