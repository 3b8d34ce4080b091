/** Which packages are inside the operator's one file: its source map names every file that it was made of. */
import path from 'node:path';
import { UserError } from '../../../errors.js';
import { type PackageFacts, purlOf } from '../../../ship/sbom/package-facts.js';
import { asMap, readJson } from '../../read-json.js';
import type { LockedPackages } from './lock-file.js';

interface Manifest {
  readonly folder: string;
  readonly name: string;
  readonly version: string;
  readonly license?: string;
  readonly dependencies: readonly string[];
}

/** The packages of a bundle, sorted; `bundle` is the path of its file. */
export async function bundledPackages(
  root: string,
  bundle: string,
  locked: LockedPackages,
): Promise<{ operator: PackageFacts; packages: PackageFacts[] }> {
  const own = await manifestOf(root);
  const found = new Map<string, Manifest>();
  const inside = new Map<string, PackageFacts>();
  for (const file of await sourcesOf(bundle)) {
    const manifest = await ownerOf(file, root);
    if (manifest.folder === own.folder) continue;
    found.set(purlOf(manifest), manifest);
    for (const one of await carriedBy(manifest, file)) inside.set(purlOf(one), one);
  }
  const kbts = [...found.values()].find(({ name }) => name === 'kbts');
  const uses = (manifest: Manifest): string[] => [
    ...[...found.values()].filter(({ name }) => manifest.dependencies.includes(name)).map(purlOf),
    ...(manifest === kbts ? inside.keys() : []),
  ];
  const packages = [
    ...[...found.values()].map((one) => facts(one, uses(one), locked)),
    ...[...inside].filter(([id]) => !found.has(id)).map(([, one]) => one),
  ];
  return {
    operator: facts(own, uses(own), locked),
    packages: packages.sort((a, b) => (purlOf(a) < purlOf(b) ? -1 : 1)),
  };
}

function facts({ name, version, license }: Manifest, uses: readonly string[], locked: LockedPackages): PackageFacts {
  const sorted = [...new Set(uses)].sort();
  return {
    name,
    version,
    ...(license !== undefined && { license }),
    ...locked.get(`${name}@${version}`),
    uses: sorted,
  };
}

/** Files that the bundle was made of; parts that the bundler itself adds have no file. */
async function sourcesOf(bundle: string): Promise<string[]> {
  const { sources } = asMap(await readJson(`${bundle}.map`));
  if (!Array.isArray(sources))
    throw new UserError('build-failed', 'the build of the operator writes no source map, which lists its parts', {
      fix: 'set sourcemap: true in scripts/build.mjs',
    });
  const files = sources.filter((source): source is string => typeof source === 'string' && !source.includes('\0'));
  return files.map((source) => path.resolve(path.dirname(bundle), source));
}

/** The package that a file belongs to: that of the nearest package.json with a name and a version. */
async function ownerOf(file: string, root: string): Promise<Manifest> {
  for (let folder = path.dirname(file); folder !== path.dirname(folder); folder = path.dirname(folder)) {
    const manifest = folder === root ? manifestOf(root) : tryManifest(folder);
    const found = await manifest;
    if (found !== undefined) return found;
  }
  throw new UserError('build-failed', `${file} is part of the operator, but belongs to no package`, {
    fix: 'move it into the project, or install the package that it comes from',
  });
}

async function manifestOf(root: string): Promise<Manifest> {
  const found = await tryManifest(root);
  if (found !== undefined) return found;
  throw new UserError('cannot-read', 'package.json has no name and version', { fix: 'add both to package.json' });
}

async function tryManifest(folder: string): Promise<Manifest | undefined> {
  const { name, version, license, dependencies } = asMap(await readJson(path.join(folder, 'package.json')));
  if (typeof name !== 'string' || typeof version !== 'string') return undefined;
  return {
    folder,
    name,
    version,
    license: licenseIn(license),
    dependencies: Object.keys(asMap(dependencies)),
  };
}

/** Old packages have an object with a type. */
function licenseIn(license: unknown): string | undefined {
  const type = asMap(license)['type'] ?? license;
  return typeof type === 'string' && type !== '' ? type : undefined;
}

/** kbts itself is built from packages: it says which are in which of its files. */
async function carriedBy({ name, folder }: Manifest, file: string): Promise<PackageFacts[]> {
  if (name !== 'kbts') return [];
  const dist = path.join(folder, 'dist');
  // Written by the build of kbts.
  const inside = (await readJson(path.join(dist, 'packages.json'))) as Readonly<
    Record<string, readonly Omit<PackageFacts, 'uses'>[]>
  >;
  return (inside[path.relative(dist, file).split(path.sep).join('/')] ?? []).map((one) => ({ ...one, uses: [] }));
}
