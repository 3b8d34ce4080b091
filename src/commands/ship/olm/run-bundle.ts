/** `kbts bundle run` and `upgrade`: a bundle of a folder, installed by the OLM of a cluster. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { is } from '../../../runtime/client/requests/api-error.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { type CatalogBundle, bundleText } from '../../../ship/catalog/catalog.js';
import { catalogLabel, catalogName, servedChannel } from '../../../ship/catalog/served-catalog.js';
import { type Cluster, openCluster } from '../../cluster/cluster.js';
import type { ClusterFlags, CommandSurroundings } from '../../cluster/command-progress.js';
import { explainFailure } from '../../cluster/explain-failure.js';
import { readCatalogBundle } from '../bundle-catalog.js';
import { type Subscription, SubscriptionKind } from './olm-kinds.js';
import { ensureGroup, ensureNamespace } from './operator-group.js';
import { servedBundles, serveCatalog } from './serve-catalog.js';
import { waitUntilInstalled } from './wait-installed.js';

/** Flags of both. */
export interface RunBundleOptions extends ClusterFlags {
  /** Where OLM installs the operator; the namespace of the context by default. */
  readonly namespace?: string;
  /** `AllNamespaces`, `OwnNamespace`, `SingleNamespace=a` or `MultiNamespace=a,b`; what the bundle supports by default. */
  readonly installMode?: string;
  /** An image with opm, which serves the catalog. */
  readonly catalogImage: string;
  readonly timeoutMs: number;
  /** How long trouble that rarely goes away by itself may last. */
  readonly troubleMs?: number;
}

/** What is installed now. */
export interface RunBundleResult {
  readonly package: string;
  readonly version: string;
  readonly namespace: string;
  /** What was there before. */
  readonly replaced?: string;
}

/** What a command works on. */
interface Run {
  readonly surroundings: CommandSurroundings;
  readonly cluster: Cluster;
  readonly bundle: CatalogBundle;
  readonly namespace: string;
  readonly options: RunBundleOptions;
}

/** Installs a bundle that is not installed yet. */
export async function runBundle(
  surroundings: CommandSurroundings,
  folder: string,
  options: RunBundleOptions,
): Promise<RunBundleResult> {
  return inCluster(surroundings, folder, options, async (run) => {
    const { cluster, bundle, namespace } = run;
    const { package: pack } = bundle;
    const known = await subscriptionOf(cluster, pack, namespace);
    if (known !== undefined)
      throw new UserError(
        'already-exists',
        `${pack} is installed in namespace ${namespace}: ${known.status?.installedCSV ?? 'nothing yet'}`,
        { fix: `upgrade it with "kbts run bundle-upgrade", or remove it with "kbts cleanup ${pack}"` },
      );
    await ensureNamespace(cluster, namespace, pack);
    await ensureGroup(cluster, bundle, namespace, options.installMode);
    await serve(run, []);
    await cluster.client.create(subscription(bundle, namespace));
    await install(run);
    return { package: pack, version: bundle.csv.metadata.name, namespace };
  });
}

/** Installs a newer bundle of a package that `runBundle` has installed. */
export async function upgradeBundle(
  surroundings: CommandSurroundings,
  folder: string,
  options: RunBundleOptions,
): Promise<RunBundleResult> {
  return inCluster(surroundings, folder, options, async (run) => {
    const { cluster, bundle, namespace } = run;
    const known = await subscriptionOf(cluster, bundle.package, namespace);
    const before = await servedBundles(cluster, bundle.package, namespace);
    const installed = known?.status?.installedCSV;
    if (installed === undefined || before.length === 0)
      throw new UserError(
        'not-found',
        `"kbts run bundle" has not installed ${bundle.package} in namespace ${namespace}`,
        { fix: 'install it first, or name its namespace with --namespace' },
      );
    const { name } = bundle.csv.metadata;
    if (installed === name)
      throw new UserError('already-exists', `${name} is installed already`, { fix: 'give the bundle another version' });
    // Versions that never got installed are no step of the way.
    await serve(run, before.slice(0, before.findIndex((one) => one.name === installed) + 1));
    await install(run);
    return { package: bundle.package, version: name, namespace, replaced: installed };
  });
}

async function inCluster<T>(
  surroundings: CommandSurroundings,
  folder: string,
  options: RunBundleOptions,
  work: (run: Run) => Promise<T>,
): Promise<T> {
  const { root, env, signal, progress } = surroundings;
  if (looksLikeImage(folder) && !existsSync(path.resolve(root, folder)))
    throw new UserError('bundle-invalid', `${folder} is an image, not a folder`, {
      fix: 'name the folder of the bundle that the image was built from (bundle/); it needs no registry',
    });
  const bundle = await readCatalogBundle(root, folder);
  await using cluster = await progress.step('connect to the cluster', () => openCluster({ ...options, env, signal }));
  try {
    return await work({
      surroundings,
      cluster,
      bundle,
      options,
      namespace: options.namespace ?? cluster.namespace,
    });
  } catch (error) {
    if (is.noMatch(error)) throw withoutOlm(error);
    throw explainFailure(error, { action: 'cannot run the bundle', signal });
  }
}

/** `host/name:tag` or `name@sha256:…`. */
function looksLikeImage(given: string): boolean {
  return /\/[^/]+:[\w][\w.-]*$|@sha256:/.test(given);
}

/** Said when the cluster does not know OLM's kinds. */
export function withoutOlm(cause: unknown): UserError {
  return new UserError(
    'olm-missing',
    'the cluster has no Operator Lifecycle Manager: it does not serve operators.coreos.com',
    { fix: 'install it with "kbts olm install", choose another cluster with --context, or use "kbts deploy"', cause },
  );
}

async function subscriptionOf({ client }: Cluster, pack: string, namespace: string): Promise<Subscription | undefined> {
  const { items } = await client.list(SubscriptionKind, { namespace });
  return items.find(({ spec }) => spec?.name === pack) as Subscription | undefined;
}

/** Serves the bundle, after those that were there before. */
async function serve(run: Run, before: Awaited<ReturnType<typeof servedBundles>>): Promise<void> {
  const { surroundings, cluster, bundle, namespace, options } = run;
  const { timeoutMs, troubleMs, catalogImage: image } = options;
  const bundles = [...before, { name: bundle.csv.metadata.name, text: bundleText(bundle) }];
  await surroundings.progress.step('serve the catalog', (update) =>
    serveCatalog(
      cluster,
      { bundles, package: bundle.package, namespace, image },
      { timeoutMs, troubleMs, signal: surroundings.signal, update },
    ),
  );
}

async function install({ surroundings, cluster, bundle, namespace, options }: Run): Promise<void> {
  const { timeoutMs, troubleMs } = options;
  const wanted = { namespace, subscription: bundle.package, version: bundle.csv.metadata.name };
  await surroundings.progress.step(`wait for ${wanted.version}`, (update) =>
    waitUntilInstalled(cluster, wanted, { timeoutMs, troubleMs, signal: surroundings.signal, update }),
  );
}

/** Approval is manual, so that nothing but this program decides when a version is installed. */
function subscription(bundle: CatalogBundle, namespace: string): KubeObject {
  return {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'Subscription',
    metadata: { name: bundle.package, namespace, labels: { [catalogLabel]: bundle.package } },
    spec: {
      name: bundle.package,
      channel: servedChannel,
      source: catalogName(bundle.package),
      sourceNamespace: namespace,
      startingCSV: bundle.csv.metadata.name,
      installPlanApproval: 'Manual',
    },
  } as KubeObject;
}
