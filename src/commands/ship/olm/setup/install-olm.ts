/** `kbts olm install`: brings OLM into a cluster, and waits until it works. */
import { UserError } from '../../../../errors.js';
import type { KubeObject } from '../../../../runtime/object/meta.js';
import { type AppliedObject, applyObjects } from '../../../cluster/apply/apply-objects.js';
import { identityOf, nameOf } from '../../../cluster/apply/object-name.js';
import { type Cluster, openCluster } from '../../../cluster/cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../../../cluster/command-progress.js';
import { explainFailure } from '../../../cluster/explain-failure.js';
import { waitForRollout } from '../../../cluster/rollout/rollout.js';
import { poll } from '../polling.js';
import { lookAtCsv } from '../wait-installed.js';
import { findObject, findOlm, olmInventory } from './installed-olm.js';
import { type OlmManifests, readOlmManifests } from './olm-manifests.js';

/** Flags of `olm install`. */
export interface InstallOlmOptions extends ClusterFlags {
  readonly version: string;
  readonly from?: string;
  /** Leave out catalogs, whose images a cluster without the internet cannot pull. */
  readonly skipCatalog?: boolean;
  readonly dryRun?: boolean;
  readonly timeoutMs: number;
  readonly troubleMs?: number;
}

/** What was installed. */
export interface InstallOlmResult {
  readonly server: string;
  readonly version: string;
  readonly dryRun: boolean;
  readonly objects: readonly AppliedObject[];
}

/** Rejects with `already-exists` when the cluster has an OLM that this command did not begin to install. */
export async function installOlm(
  surroundings: CommandSurroundings,
  options: InstallOlmOptions,
): Promise<InstallOlmResult> {
  const { root, env, signal, progress } = surroundings;
  const manifests = await progress.step(`read the manifests of OLM ${options.version}`, () =>
    readOlmManifests({ root, version: options.version, from: options.from, signal }),
  );
  const others = manifests.others.filter(({ kind }) => options.skipCatalog !== true || kind !== 'CatalogSource');
  const wanted = { crds: manifests.crds, others };
  await using cluster = await progress.step('connect to the cluster', () => openCluster({ ...options, env, signal }));
  try {
    await checkOther(cluster, wanted, options, surroundings);
    const objects =
      options.dryRun === true
        ? [...wanted.crds, ...others].map((one): AppliedObject => ({ ...identityOf(one), outcome: 'created' }))
        : await apply(surroundings, cluster, wanted, options);
    if (options.dryRun !== true) await untilItWorks(surroundings, cluster, others, options);
    return { server: cluster.server, version: options.version, dryRun: options.dryRun === true, objects };
  } catch (error) {
    throw explainFailure(error, { action: 'cannot install OLM', signal });
  }
}

/** An installation that was interrupted may go on; any other OLM must be removed first. */
async function checkOther(
  cluster: Cluster,
  wanted: OlmManifests,
  { version, from }: InstallOlmOptions,
  { root, signal }: CommandSurroundings,
): Promise<void> {
  const known = await findOlm(cluster, { root, version, from, signal });
  if (known?.isOurs === true && known.version === version) return;
  const there: string[] = [];
  // Namespaces may be left from an OLM that is gone.
  for (const object of [...wanted.crds, ...wanted.others].filter(({ kind }) => kind !== 'Namespace'))
    if (await findObject(cluster, identityOf(object), signal)) there.push(nameOf(identityOf(object)));
  if (there.length === 0) return;
  const what =
    known?.isOurs === true
      ? `OLM ${known.version}`
      : `objects of an OLM (${there.slice(0, 3).join(', ')}${there.length > 3 ? ', …' : ''})`;
  throw new UserError('already-exists', `the cluster has ${what}`, {
    fix: 'use it ("kbts olm status" shows its parts), or remove it first: "kbts olm uninstall"',
  });
}

async function apply(
  { progress, signal }: CommandSurroundings,
  cluster: Cluster,
  { crds, others }: OlmManifests,
  { timeoutMs, version }: InstallOlmOptions,
): Promise<AppliedObject[]> {
  const wait = { timeoutMs, signal, action: 'install OLM' };
  const namespaces = others.filter(({ kind }) => kind === 'Namespace');
  const rest = others.filter(({ kind }) => kind !== 'Namespace');
  // The list comes first: whatever happens next, uninstall finds what there is.
  const list = olmInventory([...crds, ...others], version);
  const first = await progress.step(`apply ${crds.length} CRDs`, (update) =>
    applyObjects(cluster, [...namespaces, list, ...crds], { ...wait, update }),
  );
  const second = await progress.step(`apply ${rest.length} objects`, (update) =>
    applyObjects(cluster, rest, { ...wait, update }),
  );
  return [...first, ...second];
}

async function untilItWorks(
  { progress, signal }: CommandSurroundings,
  cluster: Cluster,
  objects: readonly KubeObject[],
  { timeoutMs, troubleMs }: InstallOlmOptions,
): Promise<void> {
  const wait = { timeoutMs, troubleMs, signal };
  const named = (kind: string): { name: string; namespace: string }[] =>
    objects
      .filter((object) => object.kind === kind)
      .map(({ metadata }) => ({ name: metadata.name ?? '', namespace: metadata.namespace ?? '' }));
  for (const key of named('Deployment'))
    await progress.step(`wait for ${key.name}`, (update) => waitForRollout(cluster, key, { ...wait, update }));
  for (const { name, namespace } of named('ClusterServiceVersion'))
    await progress.step(`wait for ${name}`, (update) =>
      poll(`ClusterServiceVersion ${name}`, () => lookAtCsv(cluster, { namespace, version: name }, wait), {
        ...wait,
        update,
      }),
    );
}
