/** Where the config of an operator comes from. */
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import type { ClusterConfig } from './cluster-config.js';
import { inClusterConfig, serviceAccountFolder } from './in-cluster.js';
import { configOfContext } from './kube-config-context.js';
import { KubeConfigError } from './kube-config-error.js';
import { parseKubeConfig, readKubeConfig } from './kube-config-file.js';
import { proxyFromEnvironment } from '../connection/proxy-environment.js';

/** What decides on the config. */
export interface LoadConfigOptions {
  /** Value of `--kubeconfig`. */
  readonly kubeconfig?: string | undefined;
  /** A context other than the current one. */
  readonly context?: string | undefined;
  /** The process's own by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly serviceAccountFolder?: string | undefined;
}

/**
 * In this order: `--kubeconfig`, `KUBECONFIG`, the pod's service account, `~/.kube/config`. It is controller-runtime's,
 * so that a file that happens to be in an image does not win over the service account.
 * @example
 * ```ts
 * import { mkdtemp, rm, writeFile } from 'node:fs/promises';
 * import { tmpdir } from 'node:os';
 * const folder = await mkdtemp(`${tmpdir()}/kubeconfig-`);
 * await writeFile(`${folder}/config`, plane.kubeconfig(), { mode: 0o600 });
 * const loaded = await loadClusterConfig({ kubeconfig: `${folder}/config` });
 * console.log(loaded.server === config.server); // true
 * await rm(folder, { recursive: true });
 * ```
 */
export async function loadClusterConfig(options: LoadConfigOptions = {}): Promise<ClusterConfig> {
  const { env = process.env } = options;
  const config = await findConfig(options, env);
  const proxyUrl = config.proxyUrl ?? proxyFromEnvironment(config.server, env);
  return proxyUrl === undefined ? config : { ...config, proxyUrl };
}

async function findConfig(
  { kubeconfig, context, serviceAccountFolder: folder = serviceAccountFolder }: LoadConfigOptions,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ClusterConfig> {
  if (kubeconfig) return configOfContext(await readKubeConfig([kubeconfig]), context);
  const named = env['KUBECONFIG'];
  if (named) return configOfContext(await readKubeConfig(await presentFiles(named)), context);
  if (context === undefined) {
    const inCluster = await inClusterConfig(env, folder);
    if (inCluster) return inCluster;
  }
  const file = path.join(env['HOME'] || homedir(), '.kube', 'config');
  if (await exists(file)) return configOfContext(await readKubeConfig([file]), context);
  throw new KubeConfigError(
    file,
    'there is no cluster to talk to: no such file, KUBECONFIG is not set, and this is not a pod. Pass --kubeconfig, or set KUBECONFIG',
  );
}

/**
 * The config in a kubeconfig's text; relative paths in it start from the working folder.
 * @example
 * ```ts
 * const parsed = await parseClusterConfig(plane.kubeconfig());
 * console.log(parsed.server === config.server); // true
 * ```
 */
export async function parseClusterConfig(text: string, options: { context?: string } = {}): Promise<ClusterConfig> {
  return configOfContext(await parseKubeConfig(text, 'kubeconfig'), options.context);
}

/** As kubectl does, files that do not exist are passed over; but one must be there. */
async function presentFiles(list: string): Promise<string[]> {
  const files = list.split(path.delimiter).filter((file) => file !== '');
  const present: string[] = [];
  for (const file of files) if (await exists(file)) present.push(file);
  if (present.length === 0) throw new KubeConfigError('KUBECONFIG', `none of its files exists: ${files.join(', ')}`);
  return present;
}

async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
