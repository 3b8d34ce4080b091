/** Renders config/ with image and namespace of the caller. The project's own files are never touched. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { readRegularFile } from '../../../regular-file.js';
import type { KubeObject } from '../../../runtime/object/meta.js';
import { renderKustomization } from '../../../tools/kustomize.js';
import { isSeq, parseAllDocuments, parseDocument } from '../../../yaml.js';
import type { CommandSurroundings } from '../command-progress.js';
import { interrupted } from '../explain-failure.js';
import { copyConfig } from './config-copy.js';
import { type ImageReference, parseImage } from '../image/image-reference.js';
import { hideValues } from '../secrets/hidden-values.js';
import { secretWordsUnder } from '../secrets/secret-words.js';
import { layout } from '../../../project/layout.js';

/** What to change while rendering. */
export interface RenderOptions {
  /** The kustomization, relative to the root; `config/default` by default. */
  readonly overlay?: string;
  readonly image?: string;
  readonly namespace?: string;
  /** Changes the copy of the kustomization before it is rendered. */
  readonly edit?: (kustomization: string) => string;
}

/** What config/ says. */
export interface RenderedConfig {
  readonly objects: readonly KubeObject[];
  /** As kustomize printed it. */
  readonly text: string;
}

const managerFile = layout.managerList;

/** Renders a copy of config/ outside the project, so that git stays clean. */
export async function renderConfig(
  { root, env, signal }: Pick<CommandSurroundings, 'root' | 'env' | 'signal'>,
  options: RenderOptions,
): Promise<RenderedConfig> {
  const { overlay = layout.overlay, image, namespace } = options;
  checkOverlay(root, overlay);
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-render-'));
  try {
    copyConfig(root, folder);
    if (image !== undefined) await setImage(folder, image);
    if (namespace !== undefined) await setNamespace(folder, overlay, namespace);
    if (options.edit !== undefined) await editFile(path.join(folder, overlay, 'kustomization.yaml'), options.edit);
    const text = await renderKustomization(overlay, { cwd: folder, env: definedOnly(env), signal }).catch(
      async (error: unknown) => {
        throw signal.aborted ? interrupted(`cannot render ${overlay}`, error) : await withoutSecrets(error, folder);
      },
    );
    const objects = parseObjects(text, overlay);
    if (image !== undefined) checkImageIsUsed(objects, image);
    return { objects, text };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** kustomize quotes what it cannot read: values of Secrets do not belong in a terminal or the log of a CI run. */
async function withoutSecrets(error: unknown, folder: string): Promise<unknown> {
  if (!(error instanceof UserError)) return error;
  const message = hideValues(error.message, await secretWordsUnder(path.join(folder, 'config')));
  return message === error.message ? error : new UserError(error.code, message, { fix: error.fix });
}

async function editFile(file: string, edit: (text: string) => string): Promise<void> {
  await writeFile(file, edit(await readFile(file, 'utf8')));
}

/** Variables that are set, as child processes want them. */
export function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

function checkOverlay(root: string, overlay: string): void {
  const shown = `${overlay}/kustomization.yaml`;
  // kustomize renders nothing from a folder of this name, and says nothing.
  if (readRegularFile(path.join(root, overlay, 'kustomization.yaml'), { shown }) === undefined)
    throw overlayMissing(root, overlay);
}

/** The error for a folder that cannot be rendered. */
export function overlayMissing(root: string, overlay: string): UserError {
  return new UserError('not-found', `there is no ${overlay}/kustomization.yaml in ${root}`, {
    fix: 'run the command in the root of a project that "kbts init" made, or restore the file from version control',
  });
}

/** Names the image in `images` of config/manager, as `kustomize edit set image controller=…` would. */
async function setImage(folder: string, image: string): Promise<void> {
  const { name, tag, digest } = withTag(parseImage(image));
  const file = path.join(folder, managerFile);
  const document = parseDocument(await readFile(file, 'utf8').catch(() => ''));
  const images = document.get('images');
  const others = isSeq(images)
    ? (images.toJSON() as { name?: string }[]).filter((one) => one.name !== 'controller')
    : [];
  const entry = { name: 'controller', newName: name, ...(tag && { newTag: tag }), ...(digest && { digest }) };
  document.set('images', document.createNode([...others, entry]));
  await writeFile(file, String(document));
}

async function setNamespace(folder: string, overlay: string, namespace: string): Promise<void> {
  if (!/^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/.test(namespace)) {
    throw new UserError('flag-invalid', `--namespace "${namespace}" is not a name for a namespace`, {
      fix: 'use lower-case letters, digits and hyphens, at most 63, as in guestbook-system',
    });
  }
  const file = path.join(folder, overlay, 'kustomization.yaml');
  const document = parseDocument(await readFile(file, 'utf8'));
  document.set('namespace', namespace);
  await writeFile(file, String(document));
}

/** Every object of a stream of YAML documents. */
export function parseObjects(text: string, source: string): KubeObject[] {
  const documents = parseAllDocuments(text, { version: '1.2' });
  if (!Array.isArray(documents)) return [];
  return documents.flatMap((document) => {
    const value: unknown = document.toJS();
    if (value === null || value === undefined) return [];
    if (isKubeObject(value)) return [value];
    throw new UserError('render-failed', `${source} renders something that is not a Kubernetes object`, {
      fix: `look for it in the output of "kubectl kustomize ${source}"`,
    });
  });
}

function isKubeObject(value: unknown): value is KubeObject {
  if (typeof value !== 'object' || value === null) return false;
  const { apiVersion, kind, metadata } = value as Partial<KubeObject>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && typeof metadata?.name === 'string';
}

/** An image that ends up nowhere would deploy an old one without a word. */
function checkImageIsUsed(objects: readonly KubeObject[], image: string): void {
  const { name, tag, digest } = withTag(parseImage(image));
  const accepted = new Set([image, `${name}:${tag}`, `${name}@${digest}`]);
  if (objects.some((object) => imagesOf(object).some((used) => accepted.has(used)))) return;
  throw new UserError('image-unused', `no container of config/ uses the image: ${image} was not used`, {
    fix: `let the Deployment in config/manager/manager.yaml use the image "controller:latest"; kbts replaces it`,
  });
}

/** A name alone means its latest image. */
function withTag(image: ImageReference): ImageReference {
  return image.tag === undefined && image.digest === undefined ? { ...image, tag: 'latest' } : image;
}

/** Images of an object's containers. */
export function imagesOf(object: KubeObject): string[] {
  const { spec } = object as { spec?: { template?: { spec?: PodImages } } };
  const { containers = [], initContainers = [] } = spec?.template?.spec ?? {};
  return [...initContainers, ...containers].flatMap(({ image }) => (image === undefined ? [] : [image]));
}

interface PodImages {
  readonly containers?: readonly { readonly image?: string }[];
  readonly initContainers?: readonly { readonly image?: string }[];
}
