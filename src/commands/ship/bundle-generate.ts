/** `kbts bundle generate`: an OLM bundle of config/default. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readInside } from '../../scaffold/read-inside.js';
import { packageVersion } from '../../package-root.js';
import { LAYOUT } from '../../project/project.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { renderSet } from '../../scaffold/template-tree.js';
import { bundleHeader, bundleManifests, type BundleManifests } from '../../ship/bundle/bundle-files.js';
import { BaseProblem, type CsvBase, parseBase } from '../../ship/bundle/csv-base.js';
import type { UpgradeEdges } from '../../ship/bundle/csv.js';
import {
  AnnotationsProblem,
  annotationsText,
  type BundleMetadata,
  dockerfileText,
} from '../../ship/bundle/metadata.js';
import { displayName } from '../../ship/bundle/owned-crds.js';
import { imagesToPin, withPinnedBase, withPinnedImages } from '../../ship/bundle/pinned-images.js';
import { WebhookProblem } from '../../ship/bundle/webhook-definitions.js';
import { imagesOf } from '../../ship/operator.js';
import type { CommandSurroundings } from '../cluster/command-progress.js';
import { placeholderWarnings } from '../cluster/image/docker.js';
import type { CommandPlan } from '../command-plan.js';
import { loadProject } from '../load-project.js';
import { checkBundleFlags } from './bundle-flags.js';
import { readIcon } from './bundle-icon.js';
import { kindNotes } from './bundle-notes.js';
import { type RenderedForOlm, renderForOlm } from './bundle-render.js';
import { type FolderFiles, readFolder } from './folder-files.js';
import { pinnedNames } from './image-digests.js';
import { layout } from '../../project/layout.js';

/** Flags of `bundle generate`. */
export interface BundleGenerateOptions {
  readonly image?: string;
  /** Semantic version; that of package.json by default. */
  readonly version?: string;
  readonly package?: string;
  readonly channels?: readonly string[];
  readonly defaultChannel?: string;
  /** Relative to the root; `bundle` by default. */
  readonly outputDir?: string;
  readonly edges?: UpgradeEdges;
  /** Name images by digest instead of by tag. */
  readonly useImageDigests?: boolean;
  /** Overwrite files that were not generated. */
  readonly force?: boolean;
  /** Reject with the code `drift` when the bundle is not up to date. */
  readonly check?: boolean;
}

const scorecardImage = 'quay.io/operator-framework/scorecard-test:v1.42.3';

/** Plans the bundle; the same config gives the same bytes. */
export async function generateBundle(
  surroundings: CommandSurroundings,
  options: BundleGenerateOptions,
): Promise<CommandPlan> {
  const { root, progress } = surroundings;
  const { project } = await loadProject(root);
  const flags = await checkBundleFlags(root, project.projectName, options);
  const rendered = await progress.step('render config/default', () => renderForOlm(surroundings, options.image));
  const baseFile = `${layout.bundleBases}/${flags.package}.clusterserviceversion.yaml`;
  const onDisk = readInside(root, baseFile);
  const templates = templatesFor(flags.package, project.domain);
  const written = readBase(onDisk ?? templates.get(baseFile) ?? '', baseFile);
  const { operator, base } = await pinnedParts(surroundings, rendered, written, options);
  const builder = `kbts-v${packageVersion()}`;
  const manifests = makeManifests({
    ...operator,
    base,
    builder,
    layout: LAYOUT,
    package: flags.package,
    version: flags.version,
    edges: options.edges ?? {},
    notes: await kindNotes(root),
    icon: await readIcon(root),
  });
  const metadata: BundleMetadata = { ...flags, builder, layout: LAYOUT };
  const files = await readFolder(path.join(root, flags.folder));
  const dockerfile = readInside(root, 'bundle.Dockerfile');
  const generated = new Map([...manifests.files].map(([name, text]) => [`manifests/${name}`, text]));
  const config = templates.get('tests/scorecard/config.yaml') ?? '';
  generated.set('metadata/annotations.yaml', mergedAnnotations(metadata, files));
  generated.set('tests/scorecard/config.yaml', `${bundleHeader}${config}`);
  const changes = [
    ...(onDisk === undefined ? [createChange(baseFile, templates.get(baseFile) ?? '')] : []),
    ...changesIn(flags.folder, generated, files, options.force === true),
    ...changeOf('bundle.Dockerfile', dockerfile, dockerfileText(metadata, dockerfile)),
  ];
  if (options.check === true && changes.length > 0) throw drift(changes);
  return {
    root,
    changes,
    warnings: [
      ...placeholderWarnings(imagesOf(operator.objects)),
      ...operator.warnings,
      ...manifests.warnings,
      ...(await ignoredWarning(root, flags.folder)),
      ...(onDisk === undefined
        ? [`${baseFile} is new: say in it what your operator is, who maintains it, and where to read on`]
        : []),
    ],
    next: [
      `kbts bundle validate ${flags.folder}`,
      `docker build -f bundle.Dockerfile -t <registry>/${flags.package}-bundle:v${flags.version} .`,
    ],
  };
}

/** Both with images by digest, when that is asked for. */
async function pinnedParts(
  surroundings: CommandSurroundings,
  operator: RenderedForOlm,
  base: CsvBase,
  { useImageDigests }: BundleGenerateOptions,
): Promise<{ operator: RenderedForOlm; base: CsvBase }> {
  if (useImageDigests !== true) return { operator, base };
  const pinned = await pinnedNames(surroundings, imagesToPin(operator.objects, base.spec));
  return {
    operator: { ...operator, objects: withPinnedImages(operator.objects, pinned) },
    base: { ...base, spec: withPinnedBase(base.spec, pinned) },
  };
}

function makeManifests(source: Parameters<typeof bundleManifests>[0]): BundleManifests {
  try {
    const manifests = bundleManifests(source);
    const [refused] = manifests.refused;
    if (refused === undefined) return manifests;
    const names = manifests.refused.map(({ kind, metadata }) => `${kind} ${metadata.name}`).join(', ');
    throw new UserError('bundle-invalid', `OLM cannot install these objects of config/default: ${names}`, {
      fix: 'let the operator create them, or take them from config/default into a kustomization of their own',
    });
  } catch (error) {
    if (!(error instanceof WebhookProblem)) throw error;
    throw new UserError('bundle-invalid', error.message, {
      fix: 'correct config/webhook and config/default',
      cause: error,
    });
  }
}

function mergedAnnotations(metadata: BundleMetadata, files: FolderFiles): string {
  const file = 'metadata/annotations.yaml';
  try {
    return annotationsText(metadata, files.get(file));
  } catch (error) {
    if (!(error instanceof AnnotationsProblem)) throw error;
    throw new UserError('bundle-invalid', `${metadata.folder}/${file} cannot be merged: ${error.message}`, {
      fix: 'correct it, or delete it to get a new one',
      cause: error,
    });
  }
}

function readBase(text: string, file: string): CsvBase {
  try {
    return parseBase(text);
  } catch (error) {
    if (!(error instanceof BaseProblem)) throw error;
    throw new UserError('bundle-invalid', `${file} cannot be used: ${error.message}`, { fix: error.fix, cause: error });
  }
}

function templatesFor(name: string, domain: string): Map<string, string> {
  const title = displayName(name);
  const variables = {
    package: name,
    displayName: title,
    description: `${title} runs on Kubernetes. Say here what it does, for whom, and how to begin.`,
    provider: domain,
    maintainer: `${title} maintainers`,
    email: `maintainers@${domain}`,
    url: `https://${domain}`,
    image: scorecardImage,
  };
  return new Map(renderSet('bundle', variables).map((file) => [file.path, file.text]));
}

/** Files that we made before and do not make any more go away; files of people stay. */
function changesIn(
  folder: string,
  generated: ReadonlyMap<string, string>,
  onDisk: FolderFiles,
  force: boolean,
): FileChange[] {
  const stale = [...onDisk].filter(([name, text]) => text.startsWith(bundleHeader) && !generated.has(name));
  const foreign = [...generated.keys()].filter((name) => isForeign(name, onDisk.get(name)));
  if (foreign.length > 0 && !force)
    throw new UserError(
      'file-exists',
      `these files were not made by kbts: ${foreign.map((name) => `${folder}/${name}`).join(', ')}`,
      {
        fix: 'pass --force to replace them, or choose another folder with --output-dir',
      },
    );
  return [
    ...[...generated].flatMap(([name, text]) => changeOf(path.posix.join(folder, name), onDisk.get(name), text)),
    ...stale.map(([name, before]): FileChange => ({ kind: 'delete', path: path.posix.join(folder, name), before })),
  ];
}

/** Annotations are merged, so that nothing of that file is lost. */
function isForeign(name: string, text: string | undefined): boolean {
  return name !== 'metadata/annotations.yaml' && text !== undefined && !text.startsWith(bundleHeader);
}

function changeOf(file: string, before: string | undefined, text: string): FileChange[] {
  if (before === undefined) return [createChange(file, text)];
  return before === text ? [] : [{ kind: 'regenerate', path: file, before, text }];
}

function createChange(file: string, text: string): FileChange {
  return { kind: 'create', path: file, text };
}

/** Projects of older versions keep everything from images that they do not name. */
async function ignoredWarning(root: string, folder: string): Promise<string[]> {
  const lines = (readInside(root, '.dockerignore') ?? '').split('\n');
  const isHidden = lines.includes('*') && !lines.includes(`!${folder}`);
  return isHidden ? [`.dockerignore hides ${folder}/ from bundle.Dockerfile: add the line "!${folder}" to it`] : [];
}

function drift(changes: readonly FileChange[]): UserError {
  const files = changes.map((change) => change.path).join(', ');
  return new UserError('drift', `these files are not up to date: ${files}`, {
    fix: 'run "kbts bundle generate" with the same flags and commit the result',
  });
}
