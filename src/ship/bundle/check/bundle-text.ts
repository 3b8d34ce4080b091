/** The files of a bundle, with places for what is wrong in them. */
import { type Document, isMap, isSeq, parseAllDocuments } from '../../../yaml.js';
import { isMap as isJsonMap, type Json, type JsonMap, type Manifest } from '../../json.js';

/** Something about a bundle that somebody should know. */
export interface BundleFinding {
  readonly severity: 'error' | 'warning';
  /** The group of rules that it belongs to. */
  readonly suite: string;
  /** In the folder of the bundle. */
  readonly file: string;
  readonly line?: number;
  readonly message: string;
  readonly fix: string;
}

/** An object of `manifests/` and where its parts are. */
export interface PlacedObject {
  readonly file: string;
  readonly object: Manifest;
  lineOf(path: readonly (string | number)[]): number;
}

/** A bundle as it is read from a folder. */
export interface BundleText {
  readonly objects: readonly PlacedObject[];
  /** Files by name; those that are not YAML objects are in `broken`. */
  readonly broken: readonly BundleFinding[];
  readonly annotations: JsonMap;
  /** Whether the files that must be there are. */
  readonly hasAnnotations: boolean;
  readonly hasManifests: boolean;
}

const annotationsFile = 'metadata/annotations.yaml';

/** Reads all files; what cannot be read is reported, never thrown. */
export function readBundle(files: ReadonlyMap<string, string>): BundleText {
  const objects: PlacedObject[] = [];
  const broken: BundleFinding[] = [];
  for (const [file, text] of files) {
    if (!file.startsWith('manifests/')) continue;
    const documents = parseAllDocuments(text, { version: '1.2' });
    for (const document of documents) {
      const [error] = document.errors;
      const value = error === undefined ? (document.toJS() as Json) : null;
      if (error !== undefined) broken.push(notYaml(file, text, error));
      else if (isObject(value)) objects.push(placed(file, text, document, value));
      else if (value !== null || documents.length === 1) broken.push(noObject(file));
    }
  }
  const metadata = files.get(annotationsFile);
  const parsed = metadata === undefined ? undefined : parseAllDocuments(metadata, { version: '1.2' })[0];
  const [problem] = parsed?.errors ?? [];
  if (metadata !== undefined && problem !== undefined) broken.push(notYaml(annotationsFile, metadata, problem));
  const value = parsed === undefined || problem !== undefined ? null : (parsed.toJS() as Json);
  const annotations = isJsonMap(value) ? value['annotations'] : undefined;
  return {
    objects,
    broken,
    annotations: isJsonMap(annotations) ? annotations : {},
    hasAnnotations: metadata !== undefined,
    hasManifests: [...files.keys()].some((file) => file.startsWith('manifests/')),
  };
}

function isObject(value: Json): value is Manifest {
  if (!isJsonMap(value)) return false;
  const { apiVersion, kind, metadata } = value;
  return typeof apiVersion === 'string' && typeof kind === 'string' && (metadata === undefined || isJsonMap(metadata));
}

function placed(file: string, text: string, document: Document.Parsed, object: Manifest): PlacedObject {
  return { file, object, lineOf: (path) => lineOf(text, document, path) };
}

/** The line of the deepest part of the path that is there. */
function lineOf(text: string, document: Document.Parsed, path: readonly (string | number)[]): number {
  let offset = document.contents?.range?.[0] ?? 0;
  let node: unknown = document.contents;
  for (const step of path) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(key) === String(step));
      if (pair === undefined) break;
      offset = (pair.key as { range?: readonly number[] } | null)?.range?.[0] ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      node = node.items[Number(step)];
      offset = (node as { range?: readonly number[] } | undefined)?.range?.[0] ?? offset;
    } else break;
  }
  return text.slice(0, offset).split('\n').length;
}

function notYaml(file: string, text: string, error: { message: string; pos: readonly number[] }): BundleFinding {
  return {
    severity: 'error',
    suite: 'required',
    file,
    line: text.slice(0, error.pos[0]).split('\n').length,
    message: `it is not YAML: ${error.message.split('\n')[0] ?? ''}`,
    fix: 'correct the line',
  };
}

function noObject(file: string): BundleFinding {
  const message = 'it contains no Kubernetes object with apiVersion and kind';
  return { severity: 'error', suite: 'required', file, message, fix: 'delete it, or move it out of manifests/' };
}
