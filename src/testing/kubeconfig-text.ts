/** Kubeconfig files for tools that are not ours. */
import type { ClusterConfig } from '../runtime/client/config/cluster-config.js';
import { toYaml } from '../plane/yaml.js';

/**
 * A kubeconfig with one cluster, one user and one context, all called `name`.
 * @example
 * ```ts
 * const parsed = await parseClusterConfig(kubeconfigText(config));
 * console.log(parsed.server === config.server); // true
 * ```
 */
export function kubeconfigText(config: ClusterConfig, name = 'kbts'): string {
  const cluster = {
    server: config.server,
    'certificate-authority-data': base64(config.ca),
    'certificate-authority': config.caFile,
    'insecure-skip-tls-verify': config.insecureSkipTlsVerify,
    'tls-server-name': config.tlsServerName,
    'proxy-url': config.proxyUrl,
  };
  const user = {
    token: config.token,
    tokenFile: config.tokenFile,
    'client-certificate-data': base64(config.cert),
    'client-key-data': base64(config.key),
    'client-certificate': config.certFile,
    'client-key': config.keyFile,
    username: config.username,
    password: config.password,
  };
  return toYaml({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name, cluster: defined(cluster) }],
    users: [{ name, user: defined(user) }],
    contexts: [{ name, context: defined({ cluster: name, user: name, namespace: config.namespace }) }],
    'current-context': name,
  });
}

function base64(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text).toString('base64');
}

function defined(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}
