/** What a registry reads of a bundle: its annotations, and the Dockerfile that repeats them as labels. */
import { isMap as isYamlMap, parseDocument, textNode, toYaml } from '../../yaml.js';
import { isMap, type Json, type JsonMap } from '../json.js';

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

/** metadata/annotations.yaml; what people wrote in it stays. Throws `AnnotationsProblem` when it cannot be read. */
export function annotationsText(metadata: BundleMetadata, onDisk: string | undefined): string {
  const generated = bundleAnnotations(metadata);
  const known = onDisk === undefined ? undefined : annotationsIn(onDisk);
  if (onDisk === undefined || known === undefined) return toYaml({ annotations: Object.fromEntries(generated) });
  const document = parseDocument(onDisk, { schema: 'failsafe' });
  if (!isYamlMap(document.get('annotations'))) document.set('annotations', textNode(known));
  for (const [key, value] of generated) if (known[key] !== value) document.setIn(['annotations', key], textNode(value));
  for (const key of Object.keys(known))
    if (key.startsWith(prefix) && !generated.has(key)) document.deleteIn(['annotations', key]);
  const before = parseDocument(onDisk, { schema: 'failsafe' }).toString({ lineWidth: 0 });
  const after = document.toString({ lineWidth: 0 });
  return after === before ? onDisk : after;
}

/** metadata/annotations.yaml that cannot be merged; the message says why. */
export class AnnotationsProblem extends Error {
  override readonly name = 'AnnotationsProblem';
}

/** The annotations of a bundle; a file without anything in it has none. */
function annotationsIn(text: string): JsonMap | undefined {
  const document = parseDocument(text, { version: '1.2' });
  const [error] = document.errors;
  if (error !== undefined) throw new AnnotationsProblem(`it is not YAML: ${error.message.split('\n')[0] ?? ''}`);
  const value = document.toJS() as Json;
  if (value === null) return undefined;
  const annotations = isMap(value) ? (value['annotations'] ?? {}) : undefined;
  if (!isMap(annotations)) throw new AnnotationsProblem('it has no map of annotations');
  const [wrong] = Object.entries(annotations).find(([, one]) => typeof one !== 'string') ?? [];
  if (wrong !== undefined) throw new AnnotationsProblem(`its annotation ${wrong} is not a string: write it in quotes`);
  return annotations;
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
