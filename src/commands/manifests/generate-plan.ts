/** Computes the generated TypeScript of a project: kind descriptors beside the types. Writes nothing. */
import path from 'node:path';
import { KIND_INDEX_LINE } from '../../emitter/kind-index.js';
import { PROJECT_FILE } from '../../project/project-file.js';
import { withProjectDefaults } from './manifests-defaults.js';
import { planKindIndexes } from './kind-indexes.js';
import {
  findSources,
  type ManifestsPlan,
  type ManifestsPlanOptions,
  openFiles,
  planManifests,
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
  const planned = hasErrors ? [] : planKindIndexes(model.kinds, sources.map(relative));
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
