/** OLM's own manifests: from a release, another address, or a folder. */
import path from 'node:path';
import { UserError } from '../../../../errors.js';
import { readRegularText } from '../../../../regular-file.js';
import type { KubeObject } from '../../../../runtime/object/meta.js';
import { parseSemver } from '../../../../ship/bundle/semver.js';
import { parseAllDocuments } from '../../../../yaml.js';
import { fetchedText } from '../../../fetched-text.js';

/** The version that is installed unless another is named. */
export const defaultOlmVersion = '0.38.0';

/** Both files of a release have about 1 MB. */
const largestManifests = 32 * 1024 * 1024;

/** Which manifests. */
export interface ManifestSource {
  /** Root of relative folders. */
  readonly root: string;
  /** `0.38.0`, `v0.38.0` or `latest`. */
  readonly version: string;
  /** A folder or an address with crds.yaml and olm.yaml; the release of the version by default. */
  readonly from?: string;
  readonly signal?: AbortSignal;
}

/** What OLM is made of. */
export interface OlmManifests {
  readonly crds: readonly KubeObject[];
  readonly others: readonly KubeObject[];
}

const releases = 'https://github.com/operator-framework/operator-lifecycle-manager/releases';

/** Where a release has its files; rejects what is no version, because an address could lead anywhere. */
export function releaseAddress(version: string): string {
  if (version === 'latest') return `${releases}/latest/download`;
  const number = version.replace(/^v/, '');
  if (parseSemver(number) === undefined)
    throw new UserError('flag-invalid', `--version "${version}" is not a version of OLM`, {
      fix: `use the form ${defaultOlmVersion}, or latest`,
    });
  return `${releases}/download/v${number}`;
}

/** Reads both files; rejects with `olm-manifests` when they cannot be had, or are something else. */
export async function readOlmManifests(source: ManifestSource): Promise<OlmManifests> {
  const from = source.from ?? releaseAddress(source.version);
  return {
    crds: await objectsOf(source, from, 'crds.yaml'),
    others: await objectsOf(source, from, 'olm.yaml'),
  };
}

async function objectsOf(source: ManifestSource, from: string, file: string): Promise<KubeObject[]> {
  const isAddress = /^https?:\/\//i.test(from);
  const place = isAddress ? `${from.replace(/\/$/, '')}/${file}` : path.join(path.resolve(source.root, from), file);
  const text = isAddress ? await download(place, source.signal) : readLocal(place);
  const wrong = (what: string): UserError =>
    new UserError('olm-manifests', `${place} is no list of Kubernetes objects: ${what}`, {
      fix: `take crds.yaml and olm.yaml from ${releases}, and name their folder with --from`,
    });
  const objects = parseAllDocuments(text).flatMap((document, index) => {
    const [error] = document.errors;
    if (error) throw wrong(error.message.split('\n')[0] ?? '');
    const value: unknown = document.toJS();
    if (value === null || value === undefined) return [];
    if (!isObject(value)) throw wrong(`document ${index + 1} has no apiVersion, kind and metadata.name`);
    return [value];
  });
  if (objects.length === 0) throw wrong('it is empty');
  return objects;
}

function isObject(value: unknown): value is KubeObject {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, metadata } = value as Partial<KubeObject>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof metadata?.name === 'string';
}

function readLocal(file: string): string {
  const text = readRegularText(file, { limit: largestManifests });
  if (text !== undefined) return text;
  throw new UserError('olm-manifests', `${file} does not exist`, {
    fix: `--from must be a folder with crds.yaml and olm.yaml, which each release at ${releases} has`,
  });
}

async function download(url: string, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await fetchedText(url, { limit: largestManifests, signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new UserError('olm-manifests', `${url} cannot be downloaded: ${reasonOf(cause)}`, {
      fix: `check the version at ${releases}; without access to it, download crds.yaml and olm.yaml on another machine into a folder, and pass --from <folder>`,
      cause,
    });
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}
