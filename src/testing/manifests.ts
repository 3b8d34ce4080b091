/** Objects from YAML and JSON files. */
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import type { KubeObject } from '../runtime/object/meta.js';
import { parseYaml } from '../plane/yaml.js';

const files = new WeakMap<KubeObject, string>();

/** The file from which an object was read. */
export function fileOf(object: KubeObject): string | undefined {
  return files.get(object);
}

/** All objects of these files and folders, in the order given; a folder's files by name, without its subfolders. */
export async function readManifests(paths: readonly string[]): Promise<KubeObject[]> {
  const objects: KubeObject[] = [];
  for (const given of paths) {
    for (const file of await filesOf(given)) {
      const found = await readManifest(file);
      for (const object of found) files.set(object, file);
      objects.push(...found);
    }
  }
  return objects;
}

async function filesOf(given: string): Promise<string[]> {
  const found = await stat(given).catch((cause: unknown) => {
    throw new Error(`there is no file or folder ${given}; has it been generated? (kbts manifests)`, { cause });
  });
  if (!found.isDirectory()) return [given];
  const names = await readdir(given);
  return names
    .filter((name) => /\.(ya?ml|json)$/.test(name) && !/^kustomization\.ya?ml$/.test(name))
    .sort()
    .map((name) => path.join(given, name));
}

async function readManifest(file: string): Promise<KubeObject[]> {
  const documents = parseYaml(await readFile(file, 'utf8'), file);
  return documents.flatMap((document) => {
    if (isObject(document) && document.kind === 'List') return (document as unknown as { items: KubeObject[] }).items;
    if (isObject(document)) return [document];
    throw new TypeError(`${file} is not a Kubernetes manifest: apiVersion, kind or metadata is missing`);
  });
}

function isObject(document: unknown): document is KubeObject {
  if (typeof document !== 'object' || document === null) return false;
  const { apiVersion, kind } = document as Partial<KubeObject>;
  return typeof apiVersion === 'string' && typeof kind === 'string' && ('metadata' in document || kind === 'List');
}
