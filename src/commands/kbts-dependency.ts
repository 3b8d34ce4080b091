/** How a generated project gets kbts: from the registry, or from a tarball that it carries. */
import { packageRoot, packageVersion } from '../package-root.js';
import { isPublished } from '../tools/package-manager.js';
import { packageTarball } from '../tools/package-tarball.js';

/** The dependency of a new project, and the tarball to put under `vendor/` when there is one. */
export interface KbtsDependency {
  readonly spec: string;
  readonly vendored?: { readonly path: string; readonly content: Uint8Array };
}

/**
 * `^x.y.z` when the registry serves this version, otherwise a tarball of this very program. With
 * `offline`, the registry is not asked.
 */
export async function resolveKbtsDependency(options: {
  cwd: string;
  offline: boolean;
  spec?: string;
}): Promise<KbtsDependency> {
  if (options.spec !== undefined) return { spec: options.spec };
  const version = packageVersion();
  if (!options.offline && (await isPublished('kbts', version, options.cwd))) return { spec: `^${version}` };
  const path = `vendor/kbts-${version}.tgz`;
  return { spec: `file:${path}`, vendored: { path, content: await packageTarball(packageRoot()) } };
}
