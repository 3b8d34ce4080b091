/** The config of a pod: the service account that Kubernetes mounts into it. */
import { access, readFile } from 'node:fs/promises';
import { isIPv6 } from 'node:net';
import path from 'node:path';
import type { ClusterConfig } from './cluster-config.js';

/** Where Kubernetes mounts the service account. */
export const serviceAccountFolder = '/var/run/secrets/kubernetes.io/serviceaccount';

/** Undefined outside of a pod. Token and CA are read again when Kubernetes rotates them. */
export async function inClusterConfig(
  env: Readonly<Record<string, string | undefined>>,
  folder: string = serviceAccountFolder,
): Promise<ClusterConfig | undefined> {
  const host = env['KUBERNETES_SERVICE_HOST'];
  const port = env['KUBERNETES_SERVICE_PORT'];
  const tokenFile = path.join(folder, 'token');
  if (!host || !port || !(await exists(tokenFile))) return undefined;
  const caFile = path.join(folder, 'ca.crt');
  const namespace = await readFile(path.join(folder, 'namespace'), 'utf8').catch(() => '');
  return {
    server: `https://${isIPv6(host) ? `[${host}]` : host}:${port}`,
    // Without the file the system's authorities decide, as in client-go.
    ...((await exists(caFile)) ? { caFile } : {}),
    tokenFile,
    namespace: namespace.trim() || undefined,
  };
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
