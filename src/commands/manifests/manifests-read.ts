/** Sources → model, with the parser alone where that is enough. */
import { UserError } from '../../errors.js';
import type { Diagnostic } from '../../model/diagnostic.js';
import type { ApiModel } from '../../model/model.js';
import { CheckerNeeded } from '../../reader/checker/checker.js';
import type { FileView } from '../../reader/sources/files.js';
import { loadCoreTypes } from '../../reader/schema/load-core-types.js';
import { readModel, type ReadResult } from '../../reader/read-model.js';
import { loadChecker, loadParser, type TypeScript } from '../../typescript/load.js';
import { type Deepest, deepestPlace } from '../../reader/depth/deepest.js';
import { showPath } from '../../reader/sources/unit.js';
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
  const read = (ts: TypeScript, some: readonly string[]): ReadResult =>
    readModel({
      root: options.root,
      sources: some,
      files,
      ts,
      core,
      readsKinds,
      hasEmbeddedObjectMeta: options.generateEmbeddedObjectMeta ?? true,
      allowUnknownMarkers: options.allowUnknownMarkers ?? false,
    });
  try {
    const first = sources.some((file) => usesPackages(files.read(file) ?? '')) ? loadChecker : loadParser;
    const { model, diagnostics } = readPlain((ts) => read(ts, sources), first);
    return { model: withSharedNames(model), diagnostics };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const tooDeepAlone = sources.filter((file) => isTooDeep(() => readPlain((ts) => read(ts, [file]))));
    throw tooDeep(options.root, deepestSource(files, tooDeepAlone.length > 0 ? tooDeepAlone : sources), error);
  }
}

interface FoundSource extends Deepest {
  readonly file: string;
  readonly text: string;
}

function deepestSource(files: FileView, sources: readonly string[]): FoundSource | undefined {
  const found = sources.map((file): FoundSource => {
    const text = files.read(file) ?? '';
    return { file, text, ...deepestPlace(text) };
  });
  return found.sort((left, right) => right.depth - left.depth)[0];
}

function isTooDeep(read: () => unknown): boolean {
  try {
    read();
    return false;
  } catch (error) {
    return error instanceof RangeError;
  }
}

const KIND = /\bCustomResource\b/;
const PACKAGE = /\bfrom\s*['"](?!\.|#|[@~]\/|node:|kbts['"/]|@kubernetes\/client-node['"/])/;

/** Whether kinds may be made from types of a package. Few such types are plain, so the parser alone would be in vain. */
export function usesPackages(text: string): boolean {
  return KIND.test(text) && PACKAGE.test(text);
}

/** Most projects need the parser alone; where a type needs the checker, everything is read again with it. */
function readPlain(read: (ts: TypeScript) => ReadResult, first: () => TypeScript = loadParser): ReadResult {
  try {
    return read(first());
  } catch (error) {
    if (!(error instanceof CheckerNeeded)) throw error;
    return read(loadChecker());
  }
}

/** Readers of syntax call themselves for each level, so an endless sum or type ends in a full stack. */
function tooDeep(root: string, found: FoundSource | undefined, cause: RangeError): UserError {
  const before = found?.text.slice(0, found.offset).split('\n') ?? [];
  const column = (before.at(-1)?.length ?? 0) + 1;
  const place = found === undefined ? 'a source' : `${showPath(root, found.file)}:${before.length}:${column}`;
  return new UserError('cannot-read', `${place} has an expression or a type that is nested too deeply to be read`, {
    fix: 'write a name for a part of it, and use that; --paths chooses the sources that are read',
    cause,
  });
}
