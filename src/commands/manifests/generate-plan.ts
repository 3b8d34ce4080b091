/** Computes the generated TypeScript of a project: kind descriptors beside the types. Writes nothing. */
import path from 'node:path';
import { emitKindIndex, KIND_INDEX_LINE } from '../../emitter/kind-index.js';
import { emitKindSchemas, KIND_SCHEMAS_FILE } from '../../emitter/kind-schemas.js';
import type { KindVersion } from '../../model/api.js';
import { PROJECT_FILE } from '../../project/project-file.js';
import { withProjectDefaults } from './manifests-defaults.js';
import {
  findSources,
  type ManifestsPlan,
  type ManifestsPlanOptions,
  openFiles,
  planManifests,
  type PlannedFile,
} from './manifests-plan.js';
import { readSources } from './manifests-read.js';

/** What to generate from; the same sources as `planManifests` reads. */
export type GeneratePlanOptions = Pick<
  ManifestsPlanOptions,
  'root' | 'overlay' | 'removed' | 'paths' | 'allowUnknownMarkers'
>;

/** What `planGenerate` found out; no files when a diagnostic is an error. */
export type GeneratePlan = ManifestsPlan;

/** `index.ts` of every API folder, with types and kind descriptors under one name each, and the schemas beside it. */
export async function planGenerate(
  given: GeneratePlanOptions,
  /** What another generator has read from the same sources; they are not read again. */
  known?: Pick<ManifestsPlan, 'model' | 'diagnostics'>,
): Promise<GeneratePlan> {
  const files = openFiles(given);
  const options = withProjectDefaults(given, files.read(path.resolve(given.root, PROJECT_FILE)));
  const sources = findSources(files, options);
  const { model, diagnostics } = known ?? (await readSources(files, sources, options, true));
  const hasErrors = diagnostics.some(({ severity }) => severity === 'error');
  const relative = (file: string): string => path.relative(options.root, file).split(path.sep).join('/');
  const planned = hasErrors ? [] : planIndexes(model.kinds, sources.map(relative));
  const wanted = new Set(planned.map((file) => file.path));
  const stale = sources.filter(
    (file) => !wanted.has(relative(file)) && files.read(file)?.startsWith(KIND_INDEX_LINE) === true,
  );
  return { files: planned, stale: hasErrors ? [] : stale.map(relative), diagnostics, model, inputs: files.seen };
}

/** Kind descriptors and manifests, from one look at the sources. */
export async function planAll(given: ManifestsPlanOptions): Promise<ManifestsPlan> {
  const manifests = await planManifests(given);
  const code = await planGenerate(given, manifests);
  return {
    ...manifests,
    files: [...code.files, ...manifests.files],
    stale: [...code.stale, ...manifests.stale],
    inputs: new Map([...manifests.inputs, ...code.inputs]),
  };
}

function planIndexes(kinds: readonly KindVersion[], sources: readonly string[]): PlannedFile[] {
  const folders = new Map<string, KindVersion[]>();
  for (const kind of kinds) {
    const folder = path.posix.dirname(kind.source.file);
    folders.set(folder, [...(folders.get(folder) ?? []), kind]);
  }
  return [...folders].flatMap(([folder, members]) => {
    const withKinds = new Set(members.map(({ source }) => source.file));
    const typeFiles = sources.filter(
      (file) => path.posix.dirname(file) === folder && (withKinds.has(file) || file.endsWith('.types.ts')),
    );
    return [
      { path: `${folder}/index.ts`, text: emitKindIndex(members, typeFiles) },
      { path: `${folder}/${KIND_SCHEMAS_FILE}`, text: emitKindSchemas(members) },
    ];
  });
}
