/** `kbts docker-build` and `docker-push`: the operator's image, with whichever container tool there is. */
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { buildImage, findContainerTool, pushImage } from '../../../tools/container-tool.js';
import { loadProject } from '../../load-project.js';
import type { CommandSurroundings } from '../command-progress.js';
import { parseImage } from './image-reference.js';
import { definedOnly } from '../deploy/rendered-config.js';
import { applyChanges } from '../../../scaffold/apply.js';
import { planSbom, type SbomFormat } from '../../ship/sbom/sbom.js';
import { imageLabels } from './image-labels.js';

/** The image that a project builds when nobody names one. */
const placeholderImage = 'controller:latest';

/** What to say about the images of a manager. */
export function placeholderWarnings(images: readonly string[]): string[] {
  if (!images.includes(placeholderImage)) return [];
  return [`the image is ${placeholderImage}, a placeholder that no registry has: name yours with --image or IMG`];
}

/** Flags of both. */
export interface ImageOptions {
  readonly image?: string;
  readonly containerTool?: string;
  readonly platforms?: readonly string[];
  readonly onLine?: (line: string) => void;
}

/** Flags of `docker-build`. */
export interface DockerBuildOptions extends ImageOptions {
  readonly push?: boolean;
  readonly dockerfile?: string;
  readonly buildArgs?: readonly string[];
  /** Flags that go to the container tool as they are. */
  readonly toolArgs?: readonly string[];
  /** Write a bill of materials, too. */
  readonly sbom?: SbomFormat;
}

/** What was built or pushed. */
export interface ImageResult {
  readonly image: string;
  readonly tool: string;
  readonly platforms: readonly string[];
  readonly pushed: boolean;
  /** The bill of materials that was written. */
  readonly sbom?: string;
}

/** Builds the image; with several platforms one name stands for all of them. */
export async function dockerBuild(
  surroundings: CommandSurroundings,
  options: DockerBuildOptions,
): Promise<ImageResult> {
  const { root, env, signal, progress } = surroundings;
  const { platforms = [], push = false, dockerfile, buildArgs, toolArgs, onLine } = options;
  const { project } = await loadProject(root);
  const image = imageOf(options.image);
  platforms.forEach(checkPlatform);
  await checkDockerfile(root, dockerfile ?? 'Dockerfile');
  const found = await findContainerTool(options.containerTool, { cwd: root, env: definedOnly(env), signal });
  if (found.tool === 'docker' && platforms.length > 1 && !push) {
    throw new UserError('flag-conflict', 'docker cannot keep an image for several platforms on this machine', {
      fix: 'add --push, so that it goes to the registry at once, or name one --platform',
    });
  }
  const sbom = options.sbom === undefined ? undefined : await writeSbom(surroundings, options.sbom);
  const labels = await imageLabels(root, image);
  const builder = `${project.projectName}-builder`;
  const build = { image, dockerfile, platforms, push, buildArgs, toolArgs, labels, builder };
  await progress.step(`build ${image} with ${found.tool}`, (update) =>
    buildImage(found, build, { cwd: root, env: definedOnly(env), signal, onLine: tee(update, onLine) }),
  );
  return { image, tool: found.tool, platforms, pushed: push, ...(sbom !== undefined && { sbom }) };
}

/** Before the image: what cannot be listed should not be pushed. */
async function writeSbom(surroundings: CommandSurroundings, format: SbomFormat): Promise<string> {
  return surroundings.progress.step('list the packages of the operator', async (update) => {
    const { file, packages, changes } = await planSbom(surroundings, format);
    await applyChanges(surroundings.root, changes);
    update(`${packages} packages`);
    return file;
  });
}

/** Pushes the image to its registry. */
export async function dockerPush(surroundings: CommandSurroundings, options: ImageOptions): Promise<ImageResult> {
  const { root, env, signal, progress } = surroundings;
  const { platforms = [], onLine } = options;
  await loadProject(root);
  const image = imageOf(options.image);
  if (image === placeholderImage) {
    throw new UserError('flag-missing', `${placeholderImage} is a placeholder that no registry takes`, {
      fix: 'name your image with --image or IMG, as in --image ghcr.io/acme/guestbook:v1.0.0',
    });
  }
  const found = await findContainerTool(options.containerTool, { cwd: root, env: definedOnly(env), signal });
  const run = { cwd: root, env: definedOnly(env), signal, isManifest: platforms.length > 1 };
  await progress.step(`push ${image} with ${found.tool}`, (update) =>
    pushImage(found, image, { ...run, onLine: tee(update, onLine) }),
  );
  return { image, tool: found.tool, platforms, pushed: true };
}

function imageOf(given: string | undefined): string {
  const image = given === undefined || given === '' ? placeholderImage : given;
  parseImage(image);
  return image;
}

function checkPlatform(platform: string): void {
  if (/^[a-z0-9]+\/[a-z0-9]+(\/[a-z0-9.]+)?$/.test(platform)) return;
  throw new UserError('flag-invalid', `--platform "${platform}" is not a platform`, {
    fix: 'use the form linux/amd64, or several as in linux/amd64,linux/arm64',
  });
}

async function checkDockerfile(root: string, file: string): Promise<void> {
  if (await stat(path.join(root, file)).catch(() => undefined)) return;
  throw new UserError('not-found', `there is no ${file} in ${root}`, {
    fix: 'restore it from version control, or name another with --file',
  });
}

function tee(update: (line: string) => void, onLine?: (line: string) => void): (line: string) => void {
  return (line) => {
    update(line);
    onLine?.(line);
  };
}
