/** Where the programs of a real control plane are. */
import { access, constants, readdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';

/** What is read of the environment. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** A program was not found, and where it was looked for. */
export class BinaryMissingError extends Error {
  override readonly name = 'BinaryMissingError';
  readonly binary: string;
  readonly searched: readonly string[];
  constructor(binary: string, searched: readonly string[]) {
    super(
      `${binary} was not found; run "kbts envtest use" or set KUBEBUILDER_ASSETS to a folder that has it. ` +
        `Looked in ${searched.length === 0 ? 'no folder' : searched.join(', ')}`,
    );
    this.binary = binary;
    this.searched = searched;
  }
}

/**
 * The path of `binary`, looked up as controller-runtime does, then in the folders of kbts and of the project.
 * @example
 * ```ts
 * const found: unknown = await findBinary('kube-apiserver').catch((error: unknown) => error);
 * console.log(typeof found === 'string' || found instanceof BinaryMissingError); // true
 * ```
 */
export async function findBinary(
  binary: string,
  options: { env?: Environment; folders?: readonly string[]; cwd?: string } = {},
): Promise<string> {
  const { env = process.env, cwd = process.cwd() } = options;
  const named = env[`TEST_ASSET_${binary.toUpperCase().replaceAll('-', '_')}`];
  if (named) return named;
  const folders = options.folders ?? (await binaryFolders(env, cwd));
  for (const folder of folders) {
    const candidate = path.join(folder, process.platform === 'win32' ? `${binary}.exe` : binary);
    if (await isExecutable(candidate)) return candidate;
  }
  throw new BinaryMissingError(binary, folders);
}

/** Folders to look in, best first. `KUBEBUILDER_ASSETS` is the only one when it is set. */
export async function binaryFolders(env: Environment, cwd: string): Promise<string[]> {
  if (env['KUBEBUILDER_ASSETS']) return [path.resolve(cwd, env['KUBEBUILDER_ASSETS'])];
  const stores = [controlPlaneCache(env), envtestStore(env), path.join(cwd, 'bin', 'k8s')];
  const found = await Promise.all(stores.map(versionFolders));
  return [...found.flat(), '/usr/local/kubebuilder/bin'];
}

/** Where kbts keeps control planes that it has built or fetched. */
export function controlPlaneCache(env: Environment): string {
  return path.join(env['XDG_CACHE_HOME'] || path.join(homedir(), '.cache'), 'kbts', 'control-plane');
}

/** Where setup-envtest keeps its downloads; shared, so that Go and TypeScript users download once. */
export function envtestStore(env: Environment): string {
  if (process.platform === 'darwin') {
    return path.join(homedir(), 'Library', 'Application Support', 'io.kubebuilder.envtest', 'k8s');
  }
  if (process.platform === 'win32') {
    return path.join(env['LOCALAPPDATA'] ?? homedir(), 'kubebuilder-envtest', 'k8s');
  }
  return path.join(env['XDG_DATA_HOME'] || path.join(homedir(), '.local', 'share'), 'kubebuilder-envtest', 'k8s');
}

/** `1.37.1-linux-x64` and `1.37.1-linux-amd64`: folders for this platform, the newest version first. */
async function versionFolders(store: string): Promise<string[]> {
  const names = await readdir(store).catch(() => []);
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const architectures = [process.arch, process.arch === 'x64' ? 'amd64' : process.arch];
  return names
    .filter((name) => architectures.some((arch) => name.endsWith(`-${platform}-${arch}`)))
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .map((name) => path.join(store, name));
}

async function isExecutable(file: string): Promise<boolean> {
  return access(file, constants.X_OK).then(
    () => true,
    () => false,
  );
}
