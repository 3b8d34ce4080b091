/** A cluster that is already there, behind the common interface. */
import { createTransport } from '../runtime/client/connection/http-transport.js';
import { createClient } from '../runtime/client/kube-client.js';
import { loadClusterConfig } from '../runtime/client/config/kube-config.js';
import type { ControlPlane, ControlPlaneOptions } from './control-plane.js';
import { installObjects } from './install.js';
import { kubeconfigText } from './kubeconfig-text.js';
import { readManifests } from './manifests.js';
import { installOperatorAccount } from './rights/operator-account.js';

/** Uses the current kubeconfig; stopping it leaves the cluster, and what was installed, as it is. */
export async function useExisting(options: ControlPlaneOptions): Promise<ControlPlane> {
  if (options.webhooks) {
    throw new TypeError('an existing cluster cannot call webhooks on this machine; use the embedded or envtest plane');
  }
  const config = await loadClusterConfig();
  const transport = createTransport(config, { userAgent: 'kbts-testing' });
  const client = createClient({ transport });
  const plane: ControlPlane = {
    kind: 'existing',
    config,
    client,
    webhooks: undefined,
    kubeconfig: () => kubeconfigText(config),
    // Acting as a user needs no credentials of that user.
    addUser: async ({ name, groups }) => ({ ...config, impersonate: { user: name, groups } }),
    asOperator: async (folder, account) => plane.addUser(await installOperatorAccount(client, folder, account)),
    install: async (...paths) => installObjects(client, await readManifests(paths), undefined),
    stop: async () => transport[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose](),
  };
  await plane.install(...(options.crds ?? []));
  return plane;
}
