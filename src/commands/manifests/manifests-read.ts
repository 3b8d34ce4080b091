/** Sources → model, with the parser alone where that is enough. */
import { UserError } from '../../errors.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { ApiModel } from '../../model/model.js';
import { CheckerNeeded } from '../../reader/checker/checker.js';
import type { FileView } from '../../reader/sources/files.js';
import { loadCoreTypes } from '../../reader/schema/load-core-types.js';
import { readModel, type ReadResult } from '../../reader/read-model.js';
import { loadParser, loadTypeScript, type TypeScript } from '../../typescript/load.js';
import type { ManifestsPlanOptions } from './manifests-plan.js';
import { withSharedNames } from '../api/shared-names.js';

/** The model alone, for commands that need it without manifests. */
export async function readSources(
  files: FileView,
  sources: readonly string[],
  options: ManifestsPlanOptions,
  readsKinds: boolean,
): Promise<{ readonly model: ApiModel; readonly diagnostics: readonly Diagnostic[] }> {
  const core = await loadCoreTypes(
    sources.map((file) => files.read(file) ?? ''),
    options.generateEmbeddedObjectMeta ?? true,
  );
  const read = (ts: TypeScript): ReadResult =>
    readModel({
      root: options.root,
      sources,
      files,
      ts,
      core,
      readsKinds,
      hasEmbeddedObjectMeta: options.generateEmbeddedObjectMeta ?? true,
      allowUnknownMarkers: options.allowUnknownMarkers ?? false,
    });
  try {
    const { model, diagnostics } = readPlain(read);
    return { model: withSharedNames(model), diagnostics };
  } catch (error) {
    throw error instanceof RangeError ? tooDeep(error) : error;
  }
}

/** Most projects need the parser alone; where a type needs the checker, everything is read again with the compiler. */
function readPlain(read: (ts: TypeScript) => ReadResult): ReadResult {
  try {
    return read(loadParser());
  } catch (error) {
    if (!(error instanceof CheckerNeeded)) throw error;
    return read(loadTypeScript());
  }
}

/** Readers of syntax call themselves for each level, so an endless sum or type ends in a full stack. */
function tooDeep(cause: RangeError): UserError {
  return new UserError('cannot-read', 'a source has an expression or a type that is nested too deeply to be read', {
    fix: 'write a name for a part of it, and use that; --paths chooses the sources that are read',
    cause,
  });
}
