/** The generated TypeScript of API folders, from their kinds. */
import path from 'node:path';
import { emitKindIndex } from '../../emitter/kind-index.js';
import { emitKindSchemas, KIND_SCHEMAS_FILE } from '../../emitter/kind-schemas.js';
import type { KindVersion } from '../../model/api.js';
import type { PlannedFile } from './manifests-plan.js';

/** `index.ts` and the schemas of each folder with kinds; `sources` are relative to the root. */
export function planKindIndexes(kinds: readonly KindVersion[], sources: readonly string[]): PlannedFile[] {
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
