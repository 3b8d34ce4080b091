/** The ClusterServiceVersion of an operator: what config/ renders, below what people wrote. */
import { isList, isMap, type Json, type JsonMap, type Manifest } from '../json.js';
import { containersOf, isNamespaced, managerContainer, managerOf, mapsAt, type OperatorParts } from '../operator.js';
import type { CsvBase } from './csv-base.js';
import { strategyDeployment } from './deployments.js';
import { type KindNote, ownedCrds } from './owned-crds.js';
import type { Permissions } from './permissions.js';
import type { WebhookDefinitions } from './webhook-definitions.js';

/** What a CSV is made of. */
export interface CsvSource {
  readonly package: string;
  /** A semantic version. */
  readonly version: string;
  readonly parts: OperatorParts;
  readonly permissions: Permissions;
  readonly webhooks: WebhookDefinitions;
  readonly base: CsvBase;
  /** Objects of config/samples. */
  readonly samples: readonly Manifest[];
  readonly notes: readonly KindNote[];
  readonly icon?: { readonly base64data: string; readonly mediatype: string };
  readonly edges: UpgradeEdges;
  /** The program and the layout of the project, for statistics. */
  readonly builder: string;
  readonly layout: string;
}

/** Which versions can be upgraded to this one. */
export interface UpgradeEdges {
  readonly replaces?: string;
  readonly skips?: readonly string[];
  readonly skipRange?: string;
}

/** The object, with sorted keys. */
export function clusterServiceVersion(source: CsvSource): Manifest {
  const { base, parts } = source;
  const owned = ownedCrds(parts.crds, mapsAt(base.spec, 'customresourcedefinitions', 'owned'), source.notes);
  const definitions = base.spec['customresourcedefinitions'];
  const spec: JsonMap = {
    ...base.spec,
    ...(source.icon !== undefined && base.spec['icon'] === undefined && { icon: [source.icon] }),
    version: source.version,
    installModes: base.spec['installModes'] ?? installModes(isNamespaced(parts.deployments)),
    install: { strategy: 'deployment', spec: strategy(source) },
    customresourcedefinitions: { ...(isMap(definitions) ? definitions : {}), ...(owned.length > 0 && { owned }) },
    ...nonEmpty(
      'webhookdefinitions',
      withBase(source.webhooks.definitions, base, 'webhookdefinitions', 'generateName'),
    ),
    ...nonEmpty('relatedImages', withBase(relatedImages(parts.deployments), base, 'relatedImages', 'name')),
    ...(source.edges.replaces !== undefined && { replaces: source.edges.replaces }),
    ...(source.edges.skips !== undefined && { skips: [...source.edges.skips] }),
  };
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: {
      ...base.metadata,
      name: `${source.package}.v${source.version}`,
      namespace: 'placeholder',
      annotations: annotations(source, owned),
    },
    spec,
  };
  return sorted(csv) as Manifest;
}

function annotations({ base, parts, samples, edges, builder, layout }: CsvSource, owned: readonly JsonMap[]): JsonMap {
  const [namespace] = parts.namespaces;
  const image = managerContainer(managerOf(parts) ?? parts.deployments[0])?.['image'];
  return {
    ...(namespace !== undefined && { 'operatorframework.io/suggested-namespace': namespace.metadata.name }),
    ...(image !== undefined && { containerImage: image }),
    ...base.annotations,
    'alm-examples': JSON.stringify(
      samples.filter((sample) => isOwned(sample, owned)),
      undefined,
      2,
    ),
    ...(edges.skipRange !== undefined && { 'olm.skipRange': edges.skipRange }),
    'operators.operatorframework.io/builder': builder,
    'operators.operatorframework.io/project_layout': layout,
  };
}

/** Whether the sample is of a kind and version that the CSV owns. */
export function isOwned({ apiVersion, kind }: Manifest, owned: readonly JsonMap[]): boolean {
  return owned.some((one) => {
    const group = String(one['name']).split('.').slice(1).join('.');
    return one['kind'] === kind && `${group}/${String(one['version'])}` === apiVersion;
  });
}

function strategy({ parts, permissions, webhooks }: CsvSource): JsonMap {
  const hasWebhooks = webhooks.definitions.length > 0;
  return {
    ...nonEmpty('clusterPermissions', permissions.clusterPermissions),
    deployments: parts.deployments.map((one) => ({ ...strategyDeployment(one, hasWebhooks) })),
    ...nonEmpty('permissions', permissions.permissions),
  };
}

/** A manager that watches namespaces takes any list of them; one that watches the cluster takes nothing else. */
function installModes(namespaced: boolean): JsonMap[] {
  return [
    { type: 'OwnNamespace', supported: namespaced },
    { type: 'SingleNamespace', supported: namespaced },
    { type: 'MultiNamespace', supported: namespaced },
    { type: 'AllNamespaces', supported: !namespaced },
  ];
}

/** Images that must be mirrored with the operator: those of its containers, and those that it is told to run. */
function relatedImages(deployments: readonly Manifest[]): JsonMap[] {
  const own = deployments.flatMap((one) =>
    containersOf(one).map(({ name, image }) => [String(name), image, one.metadata.name] as const),
  );
  const told = deployments.flatMap((one) =>
    containersOf(one)
      .flatMap((container) => mapsAt(container, 'env'))
      .flatMap(({ name, value }) => {
        const [, rest] = /^RELATED_IMAGE_(.+)$/.exec(String(name)) ?? [];
        return rest === undefined ? [] : [[rest.toLowerCase().replaceAll('_', '-'), value, one.metadata.name] as const];
      }),
  );
  const byName = new Map<string, string>();
  for (const [name, image, deployment] of [...own, ...told])
    if (typeof image === 'string' && image !== '') byName.set(freeName(byName, name, image, deployment), image);
  return [...byName].map(([name, image]) => ({ name, image }));
}

/** Two images of one name: the second has its Deployment in the name, and a number if need be. */
function freeName(known: ReadonlyMap<string, string>, name: string, image: string, deployment: string): string {
  const isFree = (one: string): boolean => (known.get(one) ?? image) === image;
  let free = name;
  for (let count = 1; !isFree(free); count++) free = `${deployment}-${name}${count === 1 ? '' : `-${count}`}`;
  return free;
}

/** Generated entries, and those of the base under other names. */
function withBase(generated: readonly JsonMap[], base: CsvBase, field: string, key: string): readonly JsonMap[] {
  const names = new Set(generated.map((one) => one[key]));
  return [...generated, ...mapsAt(base.spec, field).filter((one) => !names.has(one[key]))];
}

function nonEmpty(key: string, list: readonly unknown[]): JsonMap {
  return list.length === 0 ? {} : { [key]: list as readonly Json[] };
}

function sorted(value: Json): Json {
  if (isList(value)) return value.map(sorted);
  if (!isMap(value)) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, one]) => [key, sorted(one)]));
}
