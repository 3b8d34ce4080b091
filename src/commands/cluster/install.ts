/** `kbts install`: the project's CRDs into a cluster. */
import { UserError } from '../../errors.js';
import type { KubeObject } from '../../runtime/object/meta.js';
import { loadProject } from '../load-project.js';
import { type AppliedObject, applyObjects } from './apply-objects.js';
import { isCrd } from './apply-order.js';
import { openCluster } from './cluster.js';
import type { ClusterFlags, CommandSurroundings } from './command-progress.js';
import { renderConfig } from './rendered-config.js';
import { warnOfStaleConfig } from './stale-config.js';

/** Flags of `install`. */
export interface InstallOptions extends ClusterFlags {
  /** Namespace of the manager, for conversion webhooks. */
  readonly namespace?: string;
  readonly forceConflicts?: boolean;
  readonly dryRun?: boolean;
  readonly timeoutMs: number;
}

/** What was installed. */
export interface InstallResult {
  readonly server: string;
  readonly dryRun: boolean;
  readonly objects: readonly AppliedObject[];
}

/** Resolves when the API server serves all kinds of the project. */
export async function install(surroundings: CommandSurroundings, options: InstallOptions): Promise<InstallResult> {
  const { progress, env, signal } = surroundings;
  await loadProject(surroundings.root);
  await warnOfStaleConfig(surroundings);
  const crds = await progress.step('render config/default', () => renderCrds(surroundings, options));
  await using cluster = await openCluster({ ...options, env, signal });
  const title = `${options.dryRun === true ? 'compare' : 'install'} ${crds.length} CRDs`;
  const objects = await progress.step(title, (update) =>
    applyObjects(cluster, crds, { ...options, action: 'install the CRDs', signal, update }),
  );
  return { server: cluster.server, dryRun: options.dryRun === true, objects };
}

/**
 * The project's CRDs. They are taken from config/default, not from config/crd, because only there conversion webhooks
 * have the final name and namespace of their Service.
 */
export async function renderCrds(
  surroundings: CommandSurroundings,
  { namespace }: { readonly namespace?: string },
): Promise<KubeObject[]> {
  const { objects } = await renderConfig(surroundings, { namespace });
  const crds = objects.filter(isCrd);
  if (crds.length > 0) return crds;
  throw new UserError('crd-missing', 'this project has no CRDs: config/default renders none', {
    fix: 'add a kind with "kbts create api", or run "kbts manifests" and list ../crd in config/default/kustomization.yaml',
  });
}
