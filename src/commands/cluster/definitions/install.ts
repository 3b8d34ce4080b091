/** `kbts install`: the project's CRDs into a cluster. */
import { UserError } from '../../../errors.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { loadProject } from '../../load-project.js';
import { type AppliedObject, applyObjects } from '../apply/apply-objects.js';
import { isCrd } from '../apply/apply-order.js';
import { type Cluster, openCluster } from '../cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../command-progress.js';
import { converterMissing, type Crd, storedVersion } from '../conversion/conversion.js';
import { renderConfig } from '../deploy/rendered-config.js';
import { warnOfStaleConfig } from '../deploy/stale-config.js';

/** Flags of `install`. */
export interface InstallOptions extends ClusterFlags {
  /** Namespace of the manager, for conversion webhooks. */
  readonly namespace?: string;
  readonly forceConflicts?: boolean;
  readonly dryRun?: boolean;
  /** Show what would change, and change nothing. */
  readonly diff?: boolean;
  readonly timeoutMs: number;
  /** Warn when nothing converts between versions; true by default. */
  readonly warnOfConversions?: boolean;
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
  const dryRun = options.dryRun === true || options.diff === true;
  const title = `${dryRun ? 'compare' : 'install'} ${crds.length} CRDs`;
  const objects = await progress.step(title, (update) =>
    applyObjects(cluster, crds, { ...options, dryRun, action: 'install the CRDs', signal, update }),
  );
  if (options.warnOfConversions !== false) {
    for (const warning of await conversionWarnings(cluster, crds, signal)) progress.warn(warning);
  }
  return { server: cluster.server, dryRun, objects };
}

/** Objects of versions that nothing converts cannot even be listed: warn about that early. */
async function conversionWarnings(
  cluster: Cluster,
  crds: readonly KubeObject[],
  signal: AbortSignal,
): Promise<string[]> {
  const warnings: string[] = [];
  for (const crd of crds as unknown as Crd[]) {
    const missing = await converterMissing(cluster.client, crd, signal);
    if (missing === undefined) continue;
    warnings.push(
      `${crd.metadata.name} is converted by ${missing}: until "kbts deploy" or "kbts run --webhooks" runs the operator, only ${storedVersion(crd) ?? 'no version'} can be read and written`,
    );
  }
  return warnings;
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
