/** Conversion webhooks of a project: its CRDs do not contain them; kustomize adds them from `config/crd/patches`. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { KubeObject } from '../runtime/object/meta.js';
import { mutable } from '../runtime/object/readonly.js';
import { readManifests } from './manifests.js';

interface WithConversion extends KubeObject {
  spec?: { conversion?: object; versions?: readonly object[] };
}

/** Reads manifests; CRDs get the conversion that a patch in `patches` beside their folder sets. */
export async function readWithConversion(paths: readonly string[]): Promise<KubeObject[]> {
  const objects = await readManifests(paths);
  const conversions = new Map<string, object>();
  for (const folder of new Set(paths.map(patchesBeside))) {
    for (const { kind, metadata, spec } of await patchesIn(folder)) {
      const isPatch = kind === 'CustomResourceDefinition' && spec?.versions === undefined;
      if (isPatch && spec?.conversion !== undefined) conversions.set(metadata.name ?? '', spec.conversion);
    }
  }
  return objects.map((object) => {
    const conversion = object.kind === 'CustomResourceDefinition' && conversions.get(object.metadata.name ?? '');
    const { spec, ...rest } = mutable(object) as WithConversion;
    return conversion && spec?.conversion === undefined ? { ...rest, spec: { ...spec, conversion } } : object;
  });
}

/** `config/crd/patches` for `config/crd/bases` and for the files in it. */
function patchesBeside(given: string): string {
  const folder = /\.(ya?ml|json)$/.test(given) ? path.dirname(given) : given;
  return path.join(folder, '..', 'patches');
}

/** Patches may be anything, such as lists of JSON operations; those are not read. */
async function patchesIn(folder: string): Promise<readonly WithConversion[]> {
  const names = await readdir(folder).catch(() => []);
  const files = names.filter((name) => /\.ya?ml$/.test(name)).map((name) => path.join(folder, name));
  return (await Promise.all(files.map((file) => readManifests([file]).catch(() => [])))).flat();
}
