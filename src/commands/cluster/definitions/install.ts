/** `kbts install`: the project's CRDs into a cluster. */
import type { KubeObject } from '../../../runtime/object/meta.js';
import { loadProject } from '../../load-project.js';
import { type AppliedObject, applyObjects } from '../apply/apply-objects.js';
import { type Cluster, openCluster } from '../cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../command-progress.js';
import { converterMissing, type Crd, storedVersion } from '../conversion/conversion.js';
import { warnOfStaleConfig } from '../deploy/stale-config.js';
import { countOfCrds } from './custom-resources.js';
import { renderCrds } from './render-crds.js';

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
  const title = `${dryRun ? 'compare' : 'install'} ${countOfCrds(crds)}`;
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
