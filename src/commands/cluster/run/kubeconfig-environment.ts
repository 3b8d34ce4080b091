/** Tells a child process which cluster was chosen by flags. */
import { homedir } from 'node:os';
import path from 'node:path';
import { writeCacheFile } from '../../cache-files.js';
import type { ClusterFlags } from '../command-progress.js';
import { definedOnly } from '../deploy/rendered-config.js';

/**
 * The environment for a manager that is to use the same cluster. A context is chosen by a small file that names it and
 * is before the others: as with kubectl, the first file that says something decides.
 */
export function kubeconfigEnvironment(
  { kubeconfig, context }: ClusterFlags,
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): Record<string, string> {
  const base = definedOnly(env);
  const files = fromHere(kubeconfig ?? env['KUBECONFIG']);
  if (context === undefined) return files === undefined ? base : { ...base, KUBECONFIG: files };
  // Of this process alone: another run may have chosen another cluster.
  const choice = JSON.stringify({ apiVersion: 'v1', kind: 'Config', 'current-context': context });
  const chooser = writeCacheFile(root, `context-${process.pid}.kubeconfig`, `${choice}\n`);
  const rest = files || path.join(env['HOME'] || homedir(), '.kube', 'config');
  return { ...base, KUBECONFIG: `${chooser}${path.delimiter}${rest}` };
}

/** The manager runs in the root of the project, where relative files would be others. */
function fromHere(files: string | undefined): string | undefined {
  const named = files?.split(path.delimiter).filter((file) => file !== '');
  return named?.map((file) => path.resolve(file)).join(path.delimiter);
}
