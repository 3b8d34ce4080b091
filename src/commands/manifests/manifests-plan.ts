/** Computes all manifests of a project; writes nothing. */
import path from 'node:path';
import { checkDefinitions } from '../../checks/check-definitions.js';
import { checkWebhookConfigurations } from '../../checks/check-webhook-configurations.js';
import { checkModel, checkSizes } from '../../checks/check-model.js';
import { emptyRole } from './empty-role.js';
import { emit, type Generator } from '../../emitter/emit.js';
import { UserError } from '../../errors.js';
import type { ApiModel } from '../../model/model.js';
import { type FileView, viewFiles } from '../../reader/sources/files.js';
import { listSources } from '../../reader/sources/source-list.js';
import type { MarkerEdit } from '../../rights/marker-edits.js';
import { type Diagnostic, sortDiagnostics } from '../../model/diagnostic.js';
import { PROJECT_FILE } from '../../project/project-file.js';
import { withProjectDefaults } from './manifests-defaults.js';
import { patchSchemas } from './manifests-schema-patch.js';
import { readSources } from './manifests-read.js';
import { checkProjectRights } from './rights.js';
import { besides, findStale } from './manifests-stale.js';

/** What to generate, and from what. Folders are relative to the root, with `/`. */
export interface ManifestsPlanOptions {
  readonly root: string;
  /** Contents of files that are not written yet, by path relative to the root. */
  readonly overlay?: ReadonlyMap<string, string>;
  /** Files that are about to be removed. */
  readonly removed?: ReadonlySet<string>;
  /** Folders, files or globs with the sources; default `src`. */
  readonly paths?: readonly string[];
  /** Default: all. */
  readonly generators?: readonly Generator[];
  /** Folder above `crd/bases`, `rbac` and `webhook`; default `config`. */
  readonly output?: string;
  readonly crdFolder?: string;
  readonly rbacFolder?: string;
  readonly webhookFolder?: string;
  /** File of the roles; default `role.yaml`. */
  readonly rbacFile?: string;
  /** A folder of CRDs whose schemas are brought up to date; then nothing else is made. */
  readonly schemaPatch?: string;
  /** Default `manager-role`. */
  readonly roleName?: string;
  /** Longest description in bytes; 0 removes all. */
  readonly maxDescriptionLength?: number;
  /** Whether metadata inside a spec has its properties. Default: true. */
  readonly generateEmbeddedObjectMeta?: boolean;
  /** Unknown and misplaced markers are warnings. */
  readonly allowUnknownMarkers?: boolean;
  /** A file whose text stands at the top of every generated file. */
  readonly headerFile?: string;
  /** Replaces ` YEAR` in the header. */
  readonly year?: string;
  /** The version that is stored, for kinds where no marker says so. */
  readonly storageVersion?: string;
  /** Whether the rights that the code needs are compared with the markers; that takes longer than all else. */
  readonly checksRights?: boolean;
}

/** A file to write; the path is relative to the root. */
export interface PlannedFile {
  readonly path: string;
  readonly text: string;
}

/** What `planManifests` found out. When a diagnostic is an error there are no files, and nothing must be written. */
export interface ManifestsPlan {
  readonly files: readonly PlannedFile[];
  /** Generated files that nothing asks for any more. */
  readonly stale: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
  /** Changes of markers that give the operator the rights that its code needs, and no others. */
  readonly markerEdits?: readonly MarkerEdit[];
  readonly model: ApiModel;
  /** Files that are where this run writes though it has not asked for them, with their contents; `undefined` for those that must not be there. */
  readonly besides?: ReadonlyMap<string, string | undefined>;
  /** Where the CRDs are. */
  readonly crdFolder?: string;
  /** Every file that was read or looked for, with its text; what a cache must watch. */
  readonly inputs: ReadonlyMap<string, string | undefined>;
  /** Where links led to on the way to files of packages. */
  readonly links?: ReadonlyMap<string, string>;
}

/** Reads the sources and computes every manifest. */
export async function planManifests(given: ManifestsPlanOptions): Promise<ManifestsPlan> {
  const files = openFiles(given);
  const options = withProjectDefaults(given, files.read(path.resolve(given.root, PROJECT_FILE)));
  const generators = options.generators ?? ['crd', 'rbac', 'webhook'];
  if (options.rbacFile !== undefined && !/^[\w.-]+\.ya?ml$/.test(options.rbacFile))
    throw new UserError('flag-invalid', `--rbac-file-name "${options.rbacFile}" is not the name of a YAML file`, {
      fix: 'give a name such as role.yaml; the folder is --rbac-dir',
    });
  const sources = findSources(files, options);
  const read = await readSources(files, sources, options, generators.includes('crd'));
  const model = withStorageVersion(read.model, options.storageVersion);
  const readable = [...read.diagnostics, ...checkModel(model, generators)];
  const folders = outputFolders(options);
  if (options.schemaPatch !== undefined) return patchPlan(options, options.schemaPatch, model, readable, files);
  const rights = await checkProjectRights({ options, generators, files, sources, model, folder: folders.rbac });
  const found = [...readable, ...rights.diagnostics];
  const hasErrors = found.some(({ severity }) => severity === 'error');
  const emitted = hasErrors ? [] : emit(model, emitOptions(options, generators, files));
  const late = [
    ...checkDefinitions(emitted, model),
    ...checkWebhookConfigurations(emitted, model),
    ...checkSizes(emitted),
  ];
  const isWritable = !hasErrors && !late.some(({ severity }) => severity === 'error');
  const diagnostics = sortDiagnostics([...found, ...late]);
  const wanted = new Set(emitted.map((file) => file.path));
  const stale = isWritable
    ? findStale({ root: options.root, files, sources, generators, folders, wanted, rbacFile: options.rbacFile })
    : [];
  const emptied = stale.filter((file) => isListed(files, options, file));
  return {
    files: [
      ...(isWritable ? emitted.map(({ path: file, text }) => ({ path: file, text })) : []),
      ...emptied.map((file) => ({ path: file, text: emptyRole(files.read(path.resolve(options.root, file)) ?? '') })),
    ],
    stale: stale.filter((file) => !emptied.includes(file)),
    diagnostics,
    markerEdits: rights.edits,
    model,
    inputs: files.seen,
    links: files.links,
    besides: besides({ root: options.root, generators, folders, rbacFile: options.rbacFile }, wanted, stale),
    crdFolder: generators.includes('crd') ? folders.crd : undefined,
  };
}

/** CRDs of others with new schemas, and nothing else. */
function patchPlan(
  { root, maxDescriptionLength }: ManifestsPlanOptions,
  folder: string,
  model: ApiModel,
  found: readonly Diagnostic[],
  { seen }: FileView,
): ManifestsPlan {
  const hasErrors = found.some(({ severity }) => severity === 'error');
  const files = hasErrors ? [] : patchSchemas(root, folder, model, maxDescriptionLength);
  return { files, stale: [], diagnostics: sortDiagnostics([...found]), model, inputs: seen };
}

/** Where no version of a kind is marked as stored, the option decides. */
function withStorageVersion(model: ApiModel, storageVersion: string | undefined): ApiModel {
  if (storageVersion === undefined) return model;
  const marked = new Set(model.kinds.filter(({ isStorage }) => isStorage).map(({ group, kind }) => `${kind}.${group}`));
  const kinds = model.kinds.map((kind) =>
    marked.has(`${kind.kind}.${kind.group}`) ? kind : { ...kind, isStorage: kind.version === storageVersion },
  );
  return { ...model, kinds };
}

/** The files of the project with the plan's changes over them. */
export function openFiles({ root, overlay, removed }: ManifestsPlanOptions): FileView {
  const texts = new Map([...(overlay ?? [])].map(([file, text]) => [path.resolve(root, file), text]));
  return viewFiles({ texts, removed: new Set([...(removed ?? [])].map((file) => path.resolve(root, file))) });
}

/** What is thrown when there is no source where the user said. */
export function noSources(paths: readonly string[]): UserError {
  return new UserError('no-sources', `there are no TypeScript sources in ${paths.join(', ')}`, {
    fix: 'run it in the root of a project, or give the folder of the sources with --paths',
  });
}

/** Absolute paths of all sources. */
export function findSources(
  files: FileView,
  { root, paths = ['src'] }: Pick<ManifestsPlanOptions, 'root' | 'paths'>,
): string[] {
  const sources = listSources(root, paths, files);
  if (sources.length > 0) return sources;
  throw noSources(paths);
}

function outputFolders({
  root,
  output = 'config',
  crdFolder,
  rbacFolder,
  webhookFolder,
}: ManifestsPlanOptions): Readonly<Record<Generator, string>> {
  const relative = (folder: string): string => {
    const inRoot = path.isAbsolute(folder) ? path.relative(path.resolve(root), folder) : folder;
    return inRoot.split(path.sep).join('/');
  };
  const below = (folder: string): string => path.posix.join(relative(output), folder);
  return {
    crd: relative(crdFolder ?? below('crd/bases')),
    rbac: relative(rbacFolder ?? below('rbac')),
    webhook: relative(webhookFolder ?? below('webhook')),
  };
}

function emitOptions(options: ManifestsPlanOptions, generators: readonly Generator[], files: FileView) {
  const folders = outputFolders(options);
  return {
    generators,
    crdFolder: folders.crd,
    rbacFolder: folders.rbac,
    webhookFolder: folders.webhook,
    rbacFile: options.rbacFile ?? 'role.yaml',
    roleName: options.roleName ?? 'manager-role',
    header: readHeader(options, files),
    ...(options.maxDescriptionLength !== undefined && { maxDescriptionLength: options.maxDescriptionLength }),
  };
}

function readHeader({ root, headerFile, year }: ManifestsPlanOptions, files: FileView): string {
  if (headerFile === undefined) return '';
  const text = files.read(path.resolve(root, headerFile));
  if (text === undefined)
    throw new UserError('cannot-read', `the header file ${headerFile} was not found`, { fix: 'check --header-file' });
  return year === undefined ? text : text.replaceAll(' YEAR', ` ${year}`);
}

/** Whether the kustomization beside a role names it: then it must stay. */
function isListed(files: FileView, { root, rbacFile }: ManifestsPlanOptions, file: string): boolean {
  const name = path.posix.basename(file);
  if (name !== (rbacFile ?? 'role.yaml')) return false;
  const kustomization = files.read(path.resolve(root, path.posix.dirname(file), 'kustomization.yaml')) ?? '';
  return kustomization.split('\n').some((line) => line.trim().replace(/^-\s*/, '') === name);
}
