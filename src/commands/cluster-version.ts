/** Asks the cluster of the current kubeconfig context who it is. */
import { createTransport } from '../runtime/client/connection/http-transport.js';
import { loadClusterConfig } from '../runtime/client/config/kube-config.js';

/** `v1.37.1 at https://…`; rejects when the cluster cannot be reached within a few seconds. */
export async function currentClusterVersion(): Promise<string> {
  const config = await loadClusterConfig();
  await using transport = createTransport(config);
  const response = await transport.request({ method: 'GET', path: '/version', timeoutMs: 5000 });
  const body = await response.text();
  if (response.status !== 200) throw new Error(`${transport.server} answered ${response.status}`);
  const { gitVersion } = JSON.parse(body) as { gitVersion?: string };
  return `${gitVersion ?? 'unknown version'} at ${transport.server}`;
}
