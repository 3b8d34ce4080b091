/** `kbts undeploy`: removes the manager from a cluster. CRDs and data stay, unless told otherwise. */
import type { KubeObject } from '../../../runtime/object/meta.js';
import { loadProject } from '../../load-project.js';
import { isCrd } from '../apply/apply-order.js';
import { type Cluster, openCluster } from '../cluster.js';
import type { CommandSurroundings } from '../command-progress.js';
import { converterOf, type Crd, describeConverter, storedVersion } from '../conversion/conversion.js';
import { parkConvertedBy } from '../conversion/park-conversions.js';
import { countOfCrds, type CrdUsage, describeUsage } from '../definitions/custom-resources.js';
import { type DeletedObject, deleteObjects } from '../apply/delete-objects.js';
import { explainFailure } from '../explain-failure.js';
import {
  deploymentLabel,
  identities,
  inventoryEntry,
  type InventoryOwner,
  readInventory,
  staleEntries,
} from '../inventory/inventory.js';
import { type ForeignObject, ofOtherDeployments } from '../inventory/other-deployments.js';
import { findStale } from '../inventory/prune.js';
import { describeLeftovers, type Leftover, leftoversIn } from './namespace-leftovers.js';
import { identityOf } from '../apply/object-name.js';
import { renderConfig } from './rendered-config.js';
import { confirmedUsage, deleteData, withLoss } from '../definitions/confirmed-deletion.js';
import type { UninstallOptions, UninstallResult } from '../definitions/uninstall.js';

/** Flags of `undeploy`. */
export interface UndeployOptions extends UninstallOptions {
  readonly deleteCrds?: boolean;
}

/** Resolves when the manager is gone. Objects of the project's kinds are deleted first, while it can still clean up. */
export async function undeploy(surroundings: CommandSurroundings, options: UndeployOptions): Promise<UninstallResult> {
  const { progress, env, signal } = surroundings;
  const { project } = await loadProject(surroundings.root);
  const { objects } = await progress.step('render config/default', () => renderConfig(surroundings, options));
  const crds = objects.filter(isCrd);
  const namespaces = objects.filter(({ kind }) => kind === 'Namespace');
  await using cluster = await openCluster({ ...options, env, signal });
  const deployment = objects.find(({ kind }) => kind === 'Deployment');
  const owner = { projectName: project.projectName, namespace: deployment?.metadata.namespace ?? cluster.namespace };
  const foreign = await ofOtherDeployments(cluster, objects, owner, signal);
  const others = new Set([...crds, ...namespaces, ...foreign.map(({ object }) => object)]);
  const rendered = objects.filter((object) => !others.has(object));
  const rest = [...rendered, ...(await madeEarlier(cluster, owner, objects, signal))];
  const usages = options.deleteCrds === true ? await confirm(cluster, crds, surroundings, options) : [];
  if (options.dryRun !== true) await deleteData(cluster, usages, surroundings, options.timeoutMs);
  const wait = { ...options, action: 'undeploy', signal };
  // Afterwards nothing may be left that converts the objects of some kind, and they could not be listed any more.
  const ours = new Set([...ownNames(rest), ...usages.flatMap(namesOfUsage)]);
  const leftovers = await lookInto(cluster, namespaces, ours, surroundings, options);
  const deleted = await progress.step(`delete ${rest.length} objects`, (update) =>
    deleteObjects(cluster, rest, { ...wait, update }),
  );
  const crdResults =
    options.deleteCrds === true
      ? await progress.step(`delete ${countOfCrds(crds)}`, (update) =>
          deleteObjects(cluster, crds, { ...wait, update }),
        )
      : crds.map((crd) => kept(crd, keptCrd(crd as unknown as Crd)));
  if (options.dryRun !== true) await park(cluster, crds, rest, surroundings);
  const namespaceResults: DeletedObject[] = [];
  for (const namespace of namespaces)
    namespaceResults.push(...(await removeNamespace(cluster, namespace, leftovers, surroundings, options)));
  return {
    server: cluster.server,
    dryRun: options.dryRun === true,
    customResources: describeUsage(usages),
    objects: [
      ...deleted,
      ...foreign.map(keptForeign),
      ...crdResults.map((object) => withLoss(object, usages)),
      ...namespaceResults,
    ],
  };
}

/** Namespaces with objects that nothing converts could not be deleted, and the garbage collector could not see them. */
async function park(
  { client }: Cluster,
  crds: readonly KubeObject[],
  deleted: readonly KubeObject[],
  { progress, signal }: CommandSurroundings,
): Promise<void> {
  const names = crds.map(({ metadata }) => metadata.name ?? '');
  const services = deleted.filter(({ kind }) => kind === 'Service');
  await parkConvertedBy(client, names, services, progress).catch((error: unknown) => {
    throw explainFailure(error, { action: 'cannot switch off conversions', signal });
  });
}

/** What earlier deploys made, which config/ no longer has, and the list that says so. */
async function madeEarlier(
  { client }: Cluster,
  owner: InventoryOwner,
  rendered: readonly KubeObject[],
  signal: AbortSignal,
): Promise<KubeObject[]> {
  const entries = await readInventory(client, owner, signal).catch((error: unknown) => {
    throw explainFailure(error, { action: 'cannot read the inventory of earlier deploys', signal });
  });
  const list = inventoryEntry(owner);
  const stale = staleEntries([list, ...(entries ?? [])], identities(rendered));
  return [...(await findStale(client, stale, owner, signal)).ours];
}

function confirm(
  cluster: Cluster,
  crds: readonly KubeObject[],
  { signal }: CommandSurroundings,
  options: UndeployOptions,
): Promise<CrdUsage[]> {
  return confirmedUsage(
    cluster,
    crds.map(({ metadata }) => metadata.name ?? ''),
    { ...options, signal },
  );
}

const protectedNamespaces = /^(default|kube-.*)$/;

/** What each namespace has that is not ours. */
async function lookInto(
  { client }: Cluster,
  namespaces: readonly KubeObject[],
  ours: ReadonlySet<string>,
  { progress, signal }: CommandSurroundings,
  { timeoutMs }: UndeployOptions,
): Promise<Map<string, Leftover[]>> {
  const found = new Map<string, Leftover[]>();
  for (const { metadata } of namespaces) {
    const name = metadata.name ?? '';
    if (protectedNamespaces.test(name)) continue;
    const leftovers = await progress.step(`look into namespace ${name}`, (update) =>
      leftoversIn(client, name, { ours, timeoutMs, signal, update }).catch((error: unknown) => {
        throw explainFailure(error, { action: `cannot look into namespace ${name}`, signal });
      }),
    );
    found.set(name, leftovers);
  }
  return found;
}

function keptCrd(crd: Crd): string {
  const converter = converterOf(crd);
  const cost = converter
    ? `; until ${describeConverter(converter)} is back, only ${storedVersion(crd) ?? 'no version'} can be read and written`
    : '';
  return `the users' data would be deleted with the CRDs; --delete-crds deletes both${cost}`;
}

/** A namespace goes only when nothing of anybody's is left in it. */
async function removeNamespace(
  cluster: Cluster,
  namespace: KubeObject,
  found: ReadonlyMap<string, readonly Leftover[]>,
  { progress, signal }: CommandSurroundings,
  options: UndeployOptions,
): Promise<DeletedObject[]> {
  const name = namespace.metadata.name ?? '';
  const leftovers = found.get(name);
  if (!leftovers) return [kept(namespace, 'it is not ours')];
  if (leftovers.length > 0) return [kept(namespace, `it still contains ${describeLeftovers(leftovers)}`)];
  return progress.step(`delete namespace ${name}`, (update) =>
    deleteObjects(cluster, [namespace], { ...options, action: `delete namespace ${name}`, signal, update }),
  );
}

/** `Kind/name` of what config/ renders, and of the Secrets that its manager or cert-manager makes. */
function ownNames(ours: readonly KubeObject[]): Set<string> {
  const names = ours.map(({ kind, metadata }) => `${kind}/${metadata.name}`);
  return new Set([...names, ...ours.flatMap(secretsOf).map((secret) => `Secret/${secret}`)]);
}

function namesOfUsage({ kind, objects }: CrdUsage): string[] {
  return objects.map(({ metadata }) => `${kind.gvk.kind}/${metadata.name}`);
}

interface NamesSecrets {
  readonly spec?: {
    readonly secretName?: string;
    readonly template?: { readonly spec?: { readonly containers?: readonly { readonly env?: readonly EnvVar[] }[] } };
  };
}

interface EnvVar {
  readonly name: string;
  readonly value?: string;
}

function secretsOf(object: KubeObject): string[] {
  const { spec } = object as NamesSecrets;
  if (object.kind === 'Certificate') return spec?.secretName === undefined ? [] : [spec.secretName];
  const env = (spec?.template?.spec?.containers ?? []).flatMap((container) => container.env ?? []);
  return env.flatMap(({ name, value }) => (name === 'WEBHOOK_SECRET_NAME' && value !== undefined ? [value] : []));
}

function keptForeign({ object, deployment }: ForeignObject): DeletedObject {
  return kept(object, `it belongs to another deployment: its label ${deploymentLabel} is ${deployment}`);
}

function kept(object: KubeObject, reason: string): DeletedObject {
  return { ...identityOf(object), outcome: 'kept', reason };
}
