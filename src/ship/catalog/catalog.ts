/** File-based catalogs: a package, its channels and its bundles, as opm reads them. */
import { toYaml } from '../../yaml.js';
import type { Json, JsonMap, Manifest } from '../json.js';
import { isMap, valueAt } from '../json.js';
import { mapsAt, stringAt } from '../operator.js';
import { compareSemver, parseSemver, type SemanticVersion } from '../bundle/semver.js';

/** A bundle as a catalog needs it. */
export interface CatalogBundle {
  /** Where it came from, for messages. */
  readonly source: string;
  readonly package: string;
  readonly channels: readonly string[];
  readonly defaultChannel?: string;
  readonly csv: Manifest;
  /** All objects of `manifests/`, the CSV included. */
  readonly objects: readonly Manifest[];
  /** Without one the objects are in the catalog itself. */
  readonly image?: string;
  /** Of `metadata/properties.yaml` and `metadata/dependencies.yaml`. */
  readonly properties: readonly JsonMap[];
}

/** Bundles that do not make a catalog. */
export class CatalogProblem extends Error {
  override readonly name = 'CatalogProblem';
  readonly fix: string;
  constructor(message: string, fix: string) {
    super(message);
    this.fix = fix;
  }
}

/** The blobs of the catalog: package, channels, bundles. Throws `CatalogProblem`. */
export function catalogBlobs(bundles: readonly CatalogBundle[]): JsonMap[] {
  const sorted = bundles
    .map((bundle) => ({ bundle, version: versionOf(bundle) }))
    .sort((a, b) => compareSemver(a.version, b.version));
  const newest = sorted.at(-1)?.bundle;
  if (newest === undefined) throw new CatalogProblem('there are no bundles', 'name at least one folder');
  const other = bundles.find((one) => one.package !== newest.package);
  if (other !== undefined)
    throw new CatalogProblem(
      `${other.source} is of package ${other.package}, ${newest.source} of ${newest.package}`,
      'make a catalog for each package',
    );
  const twice = bundles.find((one, index) => bundles.findIndex((two) => nameOf(two) === nameOf(one)) !== index);
  if (twice !== undefined)
    throw new CatalogProblem(`${nameOf(twice)} is there twice`, 'give each bundle a version of its own');
  const ordered = sorted.map(({ bundle }) => bundle);
  const channels = [...new Set(ordered.flatMap((bundle) => bundle.channels))].sort();
  const [only] = newest.channels;
  return [
    packageBlob(newest, newest.defaultChannel ?? only ?? ''),
    ...channels.map((channel) => channelBlob(newest.package, channel, ordered)),
    ...ordered.map(bundleBlob),
  ];
}

/** The blob of one bundle, as YAML. */
export function bundleText(bundle: CatalogBundle): string {
  return `---\n${toYaml(bundleBlob(bundle))}`;
}

function versionOf(bundle: CatalogBundle): SemanticVersion {
  const version = parseSemver(stringAt(bundle.csv, 'spec', 'version') ?? '');
  if (version !== undefined) return version;
  throw new CatalogProblem(
    `${bundle.source} has no semantic version in spec.version`,
    'run "kbts bundle validate" on it',
  );
}

function nameOf({ csv }: CatalogBundle): string {
  return csv.metadata.name;
}

function packageBlob(newest: CatalogBundle, defaultChannel: string): JsonMap {
  const [icon] = mapsAt(newest.csv, 'spec', 'icon');
  const description = stringAt(newest.csv, 'spec', 'description');
  return {
    schema: 'olm.package',
    name: newest.package,
    defaultChannel,
    ...(icon !== undefined && { icon: { base64data: icon['base64data'] ?? '', mediatype: icon['mediatype'] ?? '' } }),
    ...(description !== undefined && { description }),
  };
}

/** Entries with their upgrades. What is replaced and not here is a gap that opm takes, the bundle being the tail. */
function channelBlob(name: string, channel: string, ordered: readonly CatalogBundle[]): JsonMap {
  const entries = ordered
    .filter(({ channels }) => channels.includes(channel))
    .map((bundle): JsonMap => {
      const replaces = stringAt(bundle.csv, 'spec', 'replaces');
      const skips = valueAt(bundle.csv, 'spec', 'skips');
      const skipRange = stringAt(bundle.csv, 'metadata', 'annotations', 'olm.skipRange');
      return {
        name: nameOf(bundle),
        ...(replaces !== undefined && replaces !== '' && { replaces }),
        ...(Array.isArray(skips) && skips.length > 0 && { skips: skips as Json }),
        ...(skipRange !== undefined && { skipRange }),
      };
    });
  checkHeads(channel, entries);
  return { schema: 'olm.channel', package: name, name: channel, entries };
}

/** A channel has one head, which nothing replaces or skips: that is what OLM installs. */
function checkHeads(channel: string, entries: readonly JsonMap[]): void {
  const passed = new Set(
    entries.flatMap((one) => [one['replaces'], ...(Array.isArray(one['skips']) ? (one['skips'] as Json[]) : [])]),
  );
  const heads = entries.map((one) => String(one['name'])).filter((name) => !passed.has(name));
  if (heads.length === 1) return;
  throw new CatalogProblem(
    heads.length === 0
      ? `the bundles of channel ${channel} replace each other in a circle`
      : `channel ${channel} has several heads, which nothing replaces: ${heads.join(', ')}`,
    'let each newer bundle replace the one before it: kbts bundle generate --replaces <bundle>',
  );
}

function bundleBlob(bundle: CatalogBundle): JsonMap {
  const images = mapsAt(bundle.csv, 'spec', 'relatedImages').map(({ name, image }) => ({
    name: name ?? '',
    image: image ?? '',
  }));
  const own =
    bundle.image === undefined || images.some(({ image }) => image === bundle.image)
      ? []
      : [{ name: '', image: bundle.image }];
  return {
    schema: 'olm.bundle',
    name: nameOf(bundle),
    package: bundle.package,
    ...(bundle.image !== undefined && { image: bundle.image }),
    properties: [...properties(bundle), ...contents(bundle)],
    relatedImages: [...images, ...own],
  };
}

function properties(bundle: CatalogBundle): JsonMap[] {
  const { csv } = bundle;
  const apis = (relation: string, type: string): JsonMap[] =>
    mapsAt(csv, 'spec', 'customresourcedefinitions', relation).map(({ name, kind, version }) => ({
      type,
      value: { group: String(name).split('.').slice(1).join('.'), kind: kind ?? '', version: version ?? '' },
    }));
  return [
    ...apis('owned', 'olm.gvk'),
    ...apis('required', 'olm.gvk.required'),
    { type: 'olm.package', value: { packageName: bundle.package, version: stringAt(csv, 'spec', 'version') ?? '' } },
    ...bundle.properties,
  ];
}

/** With an image, what consoles show; without one, everything that OLM installs. */
function contents({ csv, objects, image }: CatalogBundle): JsonMap[] {
  if (image === undefined)
    return objects.map((object) => ({
      type: 'olm.bundle.object',
      value: { data: Buffer.from(JSON.stringify(object)).toString('base64') },
    }));
  const spec = valueAt(csv, 'spec');
  const shown = Object.fromEntries(
    shownFields.flatMap((field) => {
      const value = isMap(spec) ? spec[field] : undefined;
      return value === undefined
        ? []
        : [
            [
              field === 'apiservicedefinitions'
                ? 'apiServiceDefinitions'
                : field === 'customresourcedefinitions'
                  ? 'crdDescriptions'
                  : field,
              value,
            ],
          ];
    }),
  );
  const { annotations, labels } = csv.metadata;
  return [
    {
      type: 'olm.csv.metadata',
      value: { ...(annotations !== undefined && { annotations }), ...(labels !== undefined && { labels }), ...shown },
    },
  ];
}

const shownFields = [
  'apiservicedefinitions',
  'customresourcedefinitions',
  'description',
  'displayName',
  'installModes',
  'keywords',
  'links',
  'maintainers',
  'maturity',
  'minKubeVersion',
  'nativeAPIs',
  'provider',
] as const;
