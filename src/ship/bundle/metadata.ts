/** What a registry reads of a bundle: its annotations, and the Dockerfile that repeats them as labels. */
import { fromYaml, toYaml } from '../../yaml.js';
import { isMap, type Json } from '../json.js';

/** What the metadata say. */
export interface BundleMetadata {
  readonly package: string;
  readonly channels: readonly string[];
  readonly defaultChannel: string;
  readonly builder: string;
  readonly layout: string;
  /** The folder of the bundle, as seen from the Dockerfile. */
  readonly folder: string;
}

const prefix = 'operators.operatorframework.io.';
/** Comments of ours, and of operator-sdk. */
const comments = new Set([
  '# What registries read.',
  '# The image is nothing but these files.',
  '# Added by hand.',
  '# Core bundle labels.',
  '# Labels for testing.',
  '# Copy files to locations specified by labels.',
]);

/** Annotations, in the order in which operator-sdk writes them. */
function bundleAnnotations(metadata: BundleMetadata): Map<string, string> {
  return new Map([
    [`${prefix}bundle.mediatype.v1`, 'registry+v1'],
    [`${prefix}bundle.manifests.v1`, 'manifests/'],
    [`${prefix}bundle.metadata.v1`, 'metadata/'],
    [`${prefix}bundle.package.v1`, metadata.package],
    [`${prefix}bundle.channels.v1`, metadata.channels.join(',')],
    [`${prefix}bundle.channel.default.v1`, metadata.defaultChannel],
    [`${prefix}metrics.builder`, metadata.builder],
    [`${prefix}metrics.mediatype.v1`, 'metrics+v1'],
    [`${prefix}metrics.project_layout`, metadata.layout],
    [`${prefix}test.mediatype.v1`, 'scorecard+v1'],
    [`${prefix}test.config.v1`, 'tests/scorecard/'],
  ]);
}

/** metadata/annotations.yaml; annotations of others that the file has stay. */
export function annotationsText(metadata: BundleMetadata, onDisk: string | undefined): string {
  const generated = bundleAnnotations(metadata);
  const others = Object.entries(annotationsIn(onDisk)).filter(([key]) => !key.startsWith(prefix));
  return toYaml({ annotations: Object.fromEntries([...generated, ...others]) });
}

/** The annotations of a bundle. A file that cannot be read has none. */
function annotationsIn(text: string | undefined): Record<string, string> {
  if (text === undefined) return {};
  let value: Json;
  try {
    value = fromYaml(text) as Json;
  } catch {
    // It is written again from the start, and whoever validates the bundle says what is wrong with it.
    return {};
  }
  const annotations = isMap(value) ? value['annotations'] : undefined;
  if (!isMap(annotations)) return {};
  return Object.fromEntries(Object.entries(annotations).map(([key, one]) => [key, String(one)]));
}

/** bundle.Dockerfile; lines that people added stay, at its end. */
export function dockerfileText(metadata: BundleMetadata, onDisk: string | undefined): string {
  const labels = [...bundleAnnotations(metadata)].map(([key, value]) => `LABEL ${key}=${value}`);
  const copies = ['manifests', 'metadata', 'tests/scorecard'].map(
    (name) => `COPY ${metadata.folder}/${name} /${name}/`,
  );
  const lines = [
    'FROM scratch',
    '',
    '# What registries read.',
    ...labels,
    '',
    '# The image is nothing but these files.',
    ...copies,
  ];
  const isOurs = (line: string): boolean =>
    line === '' ||
    line === 'FROM scratch' ||
    comments.has(line) ||
    line.startsWith(`LABEL ${prefix}`) ||
    /^COPY \S+\/(?:manifests|metadata|tests\/scorecard) \/(?:manifests|metadata|tests\/scorecard)\/$/.test(line);
  const added = (onDisk ?? '').split('\n').filter((line) => !isOurs(line.trimEnd()));
  return `${[...lines, ...(added.length > 0 ? ['', '# Added by hand.', ...added] : [])].join('\n')}\n`;
}
