/** Name, version and channels of a bundle: what flags say, checked. */
import { UserError } from '../../errors.js';
import { readInside } from '../../scaffold/read-inside.js';
import { dns1123SubdomainRule } from '../../project/names.js';
import { bundleNameProblem } from '../../ship/bundle/check/csv-rules.js';
import { isVersionRange, parseSemver } from '../../ship/bundle/semver.js';
import type { BundleGenerateOptions } from './bundle-generate.js';

/** Flags with their defaults. */
export interface BundleFlags {
  readonly package: string;
  readonly version: string;
  readonly channels: readonly string[];
  readonly defaultChannel: string;
  /** Relative to the root. */
  readonly folder: string;
}

/** Checks them; rejects with what is wrong. */
export async function checkBundleFlags(
  root: string,
  projectName: string,
  options: BundleGenerateOptions,
): Promise<BundleFlags> {
  const { package: name = projectName, outputDir = 'bundle', edges = {} } = options;
  const channels = [...new Set(options.channels ?? ['alpha'])];
  const version = options.version?.replace(/^v(?=\d)/, '') ?? (await packageJsonVersion(root));
  const [first] = channels;
  if (first === undefined) throw invalid('--channels names no channel', 'name one, as in --channels stable,candidate');
  const wrong = channels.find((channel) => dns1123SubdomainRule(channel) !== undefined);
  if (wrong !== undefined)
    throw invalid(
      `--channels "${wrong}" is not a name for a channel`,
      'use lower-case letters, digits, hyphens and dots',
    );
  const { defaultChannel = first } = options;
  if (!channels.includes(defaultChannel))
    throw invalid(
      `--default-channel "${defaultChannel}" is not one of --channels ${channels.join(',')}`,
      'add it there',
    );
  checkVersion(name, version);
  if (edges.replaces !== undefined) checkCsvName('--replaces', edges.replaces);
  for (const skipped of edges.skips ?? []) checkCsvName('--skips', skipped);
  if (edges.replaces === `${name}.v${version}`)
    throw invalid(`--replaces ${edges.replaces} is the bundle itself`, 'name the version before it');
  if (edges.skipRange !== undefined && !isVersionRange(edges.skipRange))
    throw invalid(`--skip-range "${edges.skipRange}" is not a range of versions`, 'write it as in ">=1.0.0 <1.2.0"');
  checkFolderName(outputDir, 'bundle.Dockerfile');
  return { package: name, version, channels, defaultChannel, folder: outputDir.replace(/(?<!\/)\/+$/, '') };
}

/** Refuses names of folders that mean something else in a Dockerfile. */
export function checkFolderName(folder: string, dockerfile: string): void {
  if (!/^[\w./-]+$/.test(folder))
    throw invalid(
      `--output-dir "${folder}" cannot be in ${dockerfile}`,
      'use letters, digits, hyphens, dots and slashes',
    );
}

function checkVersion(name: string, version: string): void {
  if (parseSemver(version) === undefined)
    throw invalid(`--version "${version}" is not a semantic version`, 'use the form 1.2.3 or 1.2.3-rc.1');
  const problem = bundleNameProblem(`${name}.v${version}`);
  if (problem === undefined) return;
  throw invalid(
    `the bundle would be called ${name}.v${version}: ${problem}`,
    'use lower-case letters in the version, no build part behind "+", and a shorter --package if need be',
  );
}

function checkCsvName(flag: string, given: string): void {
  const dot = given.indexOf('.');
  const isName = dot > 0 && parseSemver(given.slice(dot + 1).replace(/^v/, '')) !== undefined;
  if (isName && bundleNameProblem(given) === undefined) return;
  throw invalid(`${flag} "${given}" is not the name of a bundle`, 'write package and version, as in guestbook.v1.2.3');
}

async function packageJsonVersion(root: string): Promise<string> {
  const text = readInside(root, 'package.json') ?? '{}';
  const version = versionIn(text);
  if (version !== undefined) return version;
  throw new UserError('flag-missing', 'the version of the bundle is not known: package.json has none', {
    fix: 'pass --version 0.1.0',
  });
}

function versionIn(text: string): string | undefined {
  try {
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' ? version : undefined;
  } catch {
    // Whoever reads package.json next says what is wrong with it; here it has no version.
    return undefined;
  }
}

function invalid(message: string, fix: string): UserError {
  return new UserError('flag-invalid', message, { fix });
}
