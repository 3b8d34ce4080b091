/** What markers say about kinds and fields for consoles. */
import type { ConsoleNote, KindVersion } from '../../model/api.js';
import type { JsonSchema } from '../../model/schema.js';
import type { FieldNote, KindNote } from '../../ship/bundle/owned-crds.js';
import { rejectErrors } from '../manifests/finish-plan.js';
import { findSources, openFiles } from '../manifests/manifests-plan.js';
import { readSources } from '../manifests/manifests-read.js';

/** Notes of all kinds of a project. Rejects with `manifests-invalid` when the sources have errors. */
export async function kindNotes(root: string): Promise<KindNote[]> {
  const files = openFiles({ root });
  const sources = findSources(files, { root });
  const { model, diagnostics } = await readSources(files, sources, { root }, true);
  rejectErrors(diagnostics.filter(({ severity }) => severity !== 'note'));
  return model.kinds.map(noteOf);
}

function noteOf(kind: KindVersion): KindNote {
  const { displayName, order, resources = [] } = kind.console ?? {};
  return {
    group: kind.group,
    version: kind.version,
    kind: kind.kind,
    ...(displayName !== undefined && { displayName }),
    ...(order !== undefined && { order }),
    resources: resources.map(([name = '', version = '', object = '']) => ({ kind: name, version, name: object })),
    fields: (['spec', 'status'] as const).flatMap((part) =>
      fieldsIn(kind, kind.schema.properties?.[part] ?? {}, '', 0).filter((field) => field.part === part),
    ),
  };
}

/** Deeper than any schema that a CRD may have. */
const deepest = 64;

function fieldsIn(kind: KindVersion, schema: JsonSchema, path: string, depth: number): FieldNote[] {
  if (depth > deepest) return [];
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`;
    const notes = kind.origins.get(field)?.console ?? [];
    const inner =
      field.items === undefined
        ? fieldsIn(kind, field, own, depth + 1)
        : fieldsIn(kind, field.items, `${own}[0]`, depth + 1);
    return [...notes.flatMap((note) => fieldNote(note, own, field.description)), ...inner];
  });
}

function fieldNote(note: ConsoleNote, path: string, description: string | undefined): FieldNote[] {
  const { part, displayName, order, xDescriptors = [] } = note;
  if (part === undefined) return [];
  return [
    {
      part,
      path,
      ...(displayName !== undefined && { displayName }),
      ...(description !== undefined && { description }),
      ...(order !== undefined && { order }),
      xDescriptors,
    },
  ];
}
