/** `kbts manifests --schema-patch`: brings the schemas of CRDs up to date that somebody else wrote, and leaves the rest of them alone. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { emitCrd, groupKinds } from '../../emitter/crd.js';
import { UserError } from '../../errors.js';
import { readRegularText } from '../../regular-file.js';
import type { ApiModel } from '../../model/model.js';
import { isMap, parseAllDocuments, type Document } from '../../yaml.js';
import type { PlannedFile } from './manifests-plan.js';

/** The CRDs of a folder whose kinds the sources have, with new schemas. Comments and everything else in them stay. */
export function patchSchemas(
  root: string,
  folder: string,
  model: ApiModel,
  maxDescriptionLength?: number,
): PlannedFile[] {
  const schemas = new Map<string, unknown>();
  for (const kind of groupKinds(model.kinds)) {
    const { spec } = plain(emitCrd(kind, { maxDescriptionLength }));
    for (const { name, schema } of spec.versions)
      schemas.set(`${kind.group}/${name}/${kind.kind}`, schema.openAPIV3Schema);
  }
  return yamlFiles(root, folder).flatMap((file): PlannedFile[] => {
    const text = readRegularText(path.resolve(root, file), { shown: file }) ?? '';
    // Whatever else is in the file must come back digit by digit.
    const documents = parseAllDocuments(text, { intAsBigInt: true });
    const broken = documents.find(({ errors }) => errors.length > 0);
    if (broken !== undefined)
      throw new UserError(
        'crd-invalid',
        `${file} is not valid YAML: ${broken.errors[0]?.message.split('\n')[0] ?? ''}`,
        {
          fix: 'correct the file',
        },
      );
    const isChanged = documents.map((document) => patch(document, schemas)).includes(true);
    return isChanged
      ? [{ path: file, text: documents.map((document) => document.toString({ lineWidth: 0 })).join('') }]
      : [];
  });
}

interface PlainCrd {
  readonly spec: {
    readonly versions: readonly { readonly name: string; readonly schema: { readonly openAPIV3Schema: unknown } }[];
  };
}

/** Integers beyond 2^53 are exact in the model; YAML writes them as they are. */
function plain(value: object): PlainCrd {
  return value as unknown as PlainCrd;
}

function patch(document: Document, schemas: ReadonlyMap<string, unknown>): boolean {
  if (!isMap(document.contents) || document.get('kind') !== 'CustomResourceDefinition') return false;
  const crd = document.toJS() as {
    spec?: { group?: string; names?: { kind?: string }; versions?: { name?: string }[] };
  };
  const { group, names, versions } = crd.spec ?? {};
  if (!Array.isArray(versions)) return false;
  let isChanged = false;
  for (const [index, version] of versions.entries()) {
    const schema = schemas.get(`${group ?? ''}/${version.name ?? ''}/${names?.kind ?? ''}`);
    if (schema === undefined) continue;
    document.setIn(
      ['spec', 'versions', index, 'schema'],
      document.createNode({ openAPIV3Schema: schema }, { aliasDuplicateObjects: false }),
    );
    isChanged = true;
  }
  return isChanged;
}

function yamlFiles(root: string, folder: string): string[] {
  try {
    return readdirSync(path.resolve(root, folder))
      .filter((name) => /\.ya?ml$/.test(name))
      .sort()
      .map((name) => path.posix.join(folder, name));
  } catch (error) {
    throw new UserError('cannot-read', `the folder ${folder} cannot be read: ${(error as Error).message}`, {
      fix: 'give a folder with CRDs to --schema-patch',
      cause: error,
    });
  }
}
