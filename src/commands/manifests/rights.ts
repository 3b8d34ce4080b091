/** Compares the rights that the code of a project needs with its markers. */
import path from 'node:path';
import type { Generator } from '../../emitter/emit.js';
import type { ApiModel } from '../../model/model.js';
import { layout } from '../../project/layout.js';
import type { FileView } from '../../reader/sources/files.js';
import type { RightsReport } from '../../rights/check-rights.js';
import { planKindIndexes } from './kind-indexes.js';
import type { ManifestsPlanOptions } from './manifests-plan.js';

const NOTHING: RightsReport = { diagnostics: [], edits: [] };

/** What a project has, as far as its rights go. */
export interface RightsParts {
  readonly options: ManifestsPlanOptions;
  readonly generators: readonly Generator[];
  readonly files: FileView;
  /** Absolute paths. */
  readonly sources: readonly string[];
  readonly model: ApiModel;
  /** The folder of the roles, relative to the root. */
  readonly folder: string;
}

/** The differences; none where there is no operator, or where only a part of its markers is read. */
export async function checkProjectRights(parts: RightsParts): Promise<RightsReport> {
  const { options, generators, files, sources, model, folder } = parts;
  const { root, paths, rbacFile = 'role.yaml' } = options;
  if (options.checksRights !== true || !generators.includes('rbac') || paths !== undefined) return NOTHING;
  if (!files.isFile(path.resolve(root, layout.main))) return NOTHING;
  if (!sources.some((file) => files.read(file)?.includes("'kbts/runtime") === true)) return NOTHING;
  const relative = sources.map((file) => path.relative(root, file).split(path.sep).join('/'));
  const planned = planKindIndexes(model.kinds, relative).map(
    ({ path: file, text }) => [path.resolve(root, file), text] as const,
  );
  const { checkRights } = await import('../../rights/check-rights.js');
  const view = withTexts(files, new Map(planned));
  return checkRights({ root, files: view, entry: layout.main, rules: model.rbac, folder, roleFile: rbacFile });
}

/** Descriptors are taken as they will be generated: those on disk may be old, or not there yet. */
function withTexts(files: FileView, texts: ReadonlyMap<string, string>): FileView {
  return {
    ...files,
    read: (file) => texts.get(file) ?? files.read(file),
    isFile: (file) => texts.has(file) || files.isFile(file),
  };
}
