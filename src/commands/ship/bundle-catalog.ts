/** `kbts bundle catalog`: a file-based catalog of bundles. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import { readInside } from '../../scaffold/read-inside.js';
import type { FileChange } from '../../scaffold/file-change.js';
import { renderSet } from '../../scaffold/template-tree.js';
import { readBundle } from '../../ship/bundle/check/bundle-text.js';
import { type CatalogBundle, catalogBlobs, CatalogProblem } from '../../ship/catalog/catalog.js';
import { isMap, type Json, type JsonMap } from '../../ship/json.js';
import { mapsAt } from '../../ship/operator.js';
import { fromYaml, toYaml } from '../../yaml.js';
import { parseImage } from '../cluster/image/image-reference.js';
import type { CommandPlan } from '../command-plan.js';
import { checkFolderName } from './bundle-flags.js';
import { validateBundle } from './bundle-validate.js';
import { readFolder } from './folder-files.js';

/** Flags of `bundle catalog`. */
export interface CatalogOptions {
  readonly outputDir: string;
  readonly check?: boolean;
}

/** Plans `<output>/<package>/catalog.yaml`. Bundles with errors are refused. */
export async function buildCatalog(
  root: string,
  given: readonly string[],
  options: CatalogOptions,
): Promise<CommandPlan> {
  checkFolderName(options.outputDir, 'catalog.Dockerfile');
  const bundles = await Promise.all(given.map((one) => readCatalogBundle(root, one)));
  const text = catalogText(bundles);
  const file = path.posix.join(options.outputDir, bundles[0]?.package ?? '', 'catalog.yaml');
  const before = readInside(root, file);
  const changes: FileChange[] =
    before === text
      ? []
      : [
          before === undefined
            ? { kind: 'create', path: file, text }
            : { kind: 'regenerate', path: file, before, text },
        ];
  const dockerfile = readInside(root, 'catalog.Dockerfile');
  if (dockerfile === undefined)
    for (const made of renderSet('catalog', { folder: options.outputDir })) changes.push({ kind: 'create', ...made });
  if (options.check === true && changes.length > 0)
    throw new UserError('drift', `${file} is not up to date`, {
      fix: 'run "kbts bundle catalog" and commit the result',
    });
  return {
    root,
    changes,
    warnings: otherFolder(dockerfile, options.outputDir),
    next: [`docker build -f catalog.Dockerfile -t <registry>/${bundles[0]?.package ?? ''}-catalog .`],
  };
}

/** catalog.Dockerfile belongs to people, who may have made it for another folder. */
function otherFolder(dockerfile: string | undefined, folder: string): string[] {
  const isNamed = dockerfile === undefined || dockerfile.split(/\s+/).includes(folder);
  return isNamed ? [] : [`catalog.Dockerfile does not name ${folder}: let it copy that folder to /configs`];
}

/** The YAML of a catalog. */
function catalogText(bundles: readonly CatalogBundle[]): string {
  try {
    return catalogBlobs(bundles)
      .map((blob) => `---\n${toYaml(blob)}`)
      .join('');
  } catch (error) {
    if (!(error instanceof CatalogProblem)) throw error;
    throw new UserError('bundle-invalid', error.message, { fix: error.fix, cause: error });
  }
}

/** Reads `folder` or `folder=image`; rejects when the bundle has errors. */
export async function readCatalogBundle(root: string, given: string): Promise<CatalogBundle> {
  const equals = given.indexOf('=');
  const [folder, image] = equals < 0 ? [given, undefined] : [given.slice(0, equals), given.slice(equals + 1)];
  if (image === '')
    throw new UserError('flag-invalid', `"${given}" names no image`, {
      fix: `write ${folder}=<image>, or ${folder} alone`,
    });
  if (image !== undefined) parseImage(image, `the image of ${folder}`);
  const { findings } = await validateBundle(root, folder, []);
  const first = findings.find(({ severity }) => severity === 'error');
  if (first !== undefined)
    throw new UserError('bundle-invalid', `${folder} cannot go into a catalog: ${first.message}`, {
      fix: `${first.fix}; "kbts bundle validate ${folder}" shows all`,
    });
  const files = await readFolder(path.resolve(root, folder));
  const { objects, annotations } = readBundle(files);
  const csv = objects.find(({ object }) => object.kind === 'ClusterServiceVersion')?.object;
  if (csv === undefined) throw new Error(`${folder} has no ClusterServiceVersion, though it is valid`);
  const prefix = 'operators.operatorframework.io.bundle.';
  const defaultChannel = annotations[`${prefix}channel.default.v1`];
  return {
    source: folder,
    package: String(annotations[`${prefix}package.v1`]),
    channels: String(annotations[`${prefix}channels.v1`]).split(','),
    ...(typeof defaultChannel === 'string' && defaultChannel !== '' && { defaultChannel }),
    csv,
    objects: objects.map(({ object }) => object),
    ...(image !== undefined && { image }),
    properties: [
      ...listIn(files, 'metadata/properties.yaml', 'properties'),
      ...listIn(files, 'metadata/dependencies.yaml', 'dependencies').map(asRequired),
    ],
  };
}

/** Dependencies are properties of another name. */
function asRequired({ type, value }: JsonMap): JsonMap {
  if (type === 'olm.package' && isMap(value))
    return {
      type: 'olm.package.required',
      value: { packageName: value['packageName'] ?? '', versionRange: value['version'] ?? '' },
    };
  return { type: type === 'olm.gvk' ? 'olm.gvk.required' : String(type), value: value ?? {} };
}

function listIn(files: ReadonlyMap<string, string>, file: string, key: string): readonly JsonMap[] {
  const text = files.get(file);
  if (text === undefined) return [];
  try {
    return mapsAt(fromYaml(text) as Json, key);
  } catch (error) {
    throw new UserError('bundle-invalid', `${file} is not YAML`, { fix: 'correct it', cause: error });
  }
}
