/** `kbts envtest`: real etcd and kube-apiserver binaries. */
import { UserError } from '../errors.js';
import { limitedBody, safeFetch } from '../safe-fetch.js';
import { envtestStore } from '../testing/envtest/binaries.js';
import { currentPlatform, type InstalledBinaries, installedBinaries } from '../testing/envtest/installed-binaries.js';
import {
  defaultIndex,
  type Fetch,
  fetchReleases,
  installRelease,
  type Release,
} from '../testing/envtest/release-index.js';
import { parseVersionSelector, type VersionSelector } from '../testing/envtest/version-selector.js';

/** Where to look, and how to reach what is not there. */
export interface EnvtestOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** A version expression such as `1.37` or `latest`. */
  readonly version?: string;
  /** Never asks the network. */
  readonly installedOnly?: boolean;
  /** Address of the release index. */
  readonly index?: string;
  /** Where downloads go; the folder of setup-envtest by default. */
  readonly store?: string;
  readonly fetch?: Fetch;
  readonly signal?: AbortSignal;
  /** Told what takes time. */
  readonly report?: (line: string) => void;
}

/** Binaries that are ready to use. */
export interface EnvtestBinaries {
  readonly version: string;
  readonly path: string;
  readonly isDownloaded: boolean;
  /** What to add to the environment of tests. */
  readonly environment: { readonly KUBEBUILDER_ASSETS: string };
}

/** One line of `kbts envtest list`. */
export interface ListedBinaries {
  readonly version: string;
  readonly platform: string;
  readonly isInstalled: boolean;
  readonly path?: string;
}

/** What can be used, and why the list may be short. */
export interface EnvtestListing {
  readonly binaries: readonly ListedBinaries[];
  /** Set when the release index could not be read. */
  readonly warning?: string;
}

/** More than an archive of etcd, kube-apiserver and kubectl has. */
const largestDownload = 512 * 1024 * 1024;

/** What is fetched is run later, and only the index vouches for it. */
const download: Fetch = async (url, { signal }) => {
  const response = await safeFetch(url, { signal });
  return response.ok ? new Response(await limitedBody(response, largestDownload)) : response;
};

/** Binaries that fit the version: those on the disk, else from the release index, verified by their checksum. */
export async function useEnvtest(options: EnvtestOptions): Promise<EnvtestBinaries> {
  const assets = options.env['KUBEBUILDER_ASSETS'];
  if (assets && options.version === undefined) return ready({ version: 'as given', path: assets }, false);
  const selector = selectorOf(options.version);
  const local = (await installedBinaries(options.env, options.cwd)).find(({ version }) => selector.matches(version));
  if (local && (!selector.asksRemote || options.installedOnly)) return ready(local, false);
  if (options.installedOnly) throw notInstalled(selector, options);
  const release = await bestRelease(selector, local, options);
  if (!release || (local && local.version === release.version)) {
    if (local) return ready(local, false);
    throw notOffered(selector);
  }
  options.report?.(`fetching Kubernetes ${release.version} from ${new URL(release.url).host}`);
  const store = options.store ?? envtestStore(options.env);
  const path = await installRelease(release, store, options.fetch ?? download, options.signal).catch(explain(options));
  return ready({ version: release.version, path }, true);
}

/** Where binaries of this version are; never asks the network. */
export async function envtestPath(options: EnvtestOptions): Promise<EnvtestBinaries> {
  return useEnvtest({ ...options, installedOnly: true });
}

/** What is installed, and what the index offers. */
export async function listEnvtest(options: EnvtestOptions): Promise<EnvtestListing> {
  const selector = options.version === undefined ? undefined : selectorOf(options.version);
  const { os, arch } = currentPlatform();
  const platform = `${os}/${arch}`;
  const installed = (await installedBinaries(options.env, options.cwd)).map(({ version, path }) => ({
    version,
    platform,
    isInstalled: true,
    path,
  }));
  const { releases, warning } = await offered(options);
  const known = new Set(installed.map(({ version }) => version));
  const others = releases
    .filter(({ version }) => !known.has(version))
    .map(({ version }) => ({ version, platform, isInstalled: false }));
  const binaries = [...installed, ...others].filter(({ version }) => selector?.matches(version) ?? true);
  return { binaries, ...(warning === undefined ? {} : { warning }) };
}

function ready({ version, path }: InstalledBinaries, isDownloaded: boolean): EnvtestBinaries {
  return { version, path, isDownloaded, environment: { KUBEBUILDER_ASSETS: path } };
}

function selectorOf(version: string | undefined): VersionSelector {
  const selector = parseVersionSelector(version ?? 'latest-on-disk');
  if (selector) return selector;
  throw new UserError('flag-invalid', `"${version}" is not a Kubernetes version`, {
    fix: 'use a form such as 1.37.1, 1.37, ~1.37.0, <1.38 or latest',
  });
}

async function offered(options: EnvtestOptions): Promise<{ releases: readonly Release[]; warning?: string }> {
  if (options.installedOnly) return { releases: [] };
  try {
    return { releases: await fetchReleases(options.index ?? defaultIndex, options.fetch ?? download, options.signal) };
  } catch (error) {
    options.signal?.throwIfAborted();
    const reason = error instanceof Error ? error.message : String(error);
    return { releases: [], warning: `only what is installed is listed: ${reason}` };
  }
}

async function bestRelease(
  selector: VersionSelector,
  local: InstalledBinaries | undefined,
  options: EnvtestOptions,
): Promise<Release | undefined> {
  try {
    const releases = await fetchReleases(options.index ?? defaultIndex, options.fetch ?? download, options.signal);
    return releases.find(({ version }) => selector.matches(version));
  } catch (error) {
    // The newest that is on the disk will do when nothing newer can be seen.
    if (local) return undefined;
    return explain(options)(error);
  }
}

function explain(options: EnvtestOptions): (error: unknown) => never {
  return (cause) => {
    options.signal?.throwIfAborted();
    throw new UserError(
      'tool-missing',
      `etcd and kube-apiserver cannot be fetched: ${String((cause as Error).message)}`,
      {
        fix: 'go online, or set KUBEBUILDER_ASSETS to a folder with etcd and kube-apiserver',
        cause,
      },
    );
  };
}

function notInstalled(selector: VersionSelector, { cwd }: EnvtestOptions): UserError {
  const wanted = selector.text === 'latest-on-disk' ? 'any version' : selector.text;
  return new UserError('tool-missing', `no etcd and kube-apiserver of ${wanted} are installed (looked from ${cwd})`, {
    fix: 'run "kbts envtest use", or set KUBEBUILDER_ASSETS',
  });
}

function notOffered(selector: VersionSelector): UserError {
  const { os, arch } = currentPlatform();
  return new UserError('not-found', `there is no release of ${selector.text} for ${os}/${arch}`, {
    fix: 'see "kbts envtest list"',
  });
}
