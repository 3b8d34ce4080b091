/** The package managers that a generated project can use. */
import { UserError } from '../errors.js';
import type { PackageManager } from '../project/project.js';
import { runTool } from './run-tool.js';

/** How generated files write the commands of a package manager. */
export interface PackageManagerWords {
  readonly pmInstall: string;
  readonly pmCi: string;
  /** The same, without running scripts of packages. */
  readonly pmCiSafe: string;
  readonly pmRun: string;
  readonly pmExec: string;
  readonly pmLockFile: string;
  /** Puts the package manager on a machine that has Node only; empty for npm, which comes with it. */
  readonly pmSetup: string;
  /** A file of settings that it reads; empty when there is none. */
  readonly pmConfigFile: string;
  /** A folder of its own that is not for version control; empty when there is none. */
  readonly pmStateFolder: string;
}

const words: Readonly<Record<PackageManager, PackageManagerWords>> = {
  npm: {
    pmInstall: 'npm install',
    pmCi: 'npm ci',
    pmCiSafe: 'npm ci --ignore-scripts',
    pmRun: 'npm run',
    pmExec: 'npx',
    pmLockFile: 'package-lock.json',
    pmSetup: '',
    pmConfigFile: '',
    pmStateFolder: '',
  },
  pnpm: {
    pmInstall: 'pnpm install',
    pmCi: 'pnpm install --frozen-lockfile',
    pmCiSafe: 'pnpm install --frozen-lockfile --ignore-scripts',
    pmRun: 'pnpm run',
    pmExec: 'pnpm exec',
    pmLockFile: 'pnpm-lock.yaml',
    pmSetup: 'corepack enable',
    pmConfigFile: '',
    pmStateFolder: '',
  },
  yarn: {
    pmInstall: 'yarn install',
    pmCi: 'yarn install --immutable',
    pmCiSafe: 'yarn install --immutable --mode=skip-build',
    pmRun: 'yarn run',
    // Not "yarn exec", whose first version keeps flags to itself.
    pmExec: 'yarn run',
    pmLockFile: 'yarn.lock',
    pmSetup: 'corepack enable',
    pmConfigFile: '.yarnrc.yml',
    pmStateFolder: '.yarn/',
  },
  bun: {
    pmInstall: 'bun install',
    pmCi: 'bun install --frozen-lockfile',
    pmCiSafe: 'bun install --frozen-lockfile --ignore-scripts',
    pmRun: 'bun run',
    pmExec: 'bunx',
    pmLockFile: 'bun.lock',
    pmSetup: 'npm install --global bun',
    pmConfigFile: '',
    pmStateFolder: '',
  },
};

/** The words for templates; `pmFiles` are those that an installation reads. */
export function packageManagerWords(manager: PackageManager): PackageManagerWords & { readonly pmFiles: string } {
  const { pmLockFile, pmConfigFile } = words[manager];
  const pmFiles = ['package.json', pmLockFile, pmConfigFile].filter((file) => file !== '').join(' ');
  return { ...words[manager], pmFiles };
}

/** What `packageManager` of package.json should say, as in `yarn@4.9.1`; undefined when the program is not there. */
export async function packageManagerSpec(manager: PackageManager, cwd: string): Promise<string | undefined> {
  try {
    const { stdout } = await runTool(manager, ['--version'], { cwd, timeoutMs: 10_000, install: `install ${manager}` });
    const version = /^\d+\.\d+\.\d+$/.exec(stdout.trim())?.[0];
    return version === undefined ? undefined : `${manager}@${version}`;
  } catch (error) {
    // Installing the dependencies will say what is wrong.
    if (error instanceof Error) return undefined;
    throw error;
  }
}

const npmAnswer = /^npm http /;

/** Installs a project's dependencies; `onLine` gets each line of its output. */
export async function installDependencies(
  manager: PackageManager,
  cwd: string,
  onLine: (line: string) => void,
  signal?: AbortSignal,
): Promise<void> {
  const install = `install ${manager}, or choose another with --package-manager`;
  if (manager !== 'npm') {
    await runTool(manager, ['install'], { cwd, onLine, signal, install });
    return;
  }
  const npm = (...flags: string[]): Promise<unknown> =>
    runTool('npm', ['install', '--no-audit', '--no-fund', '--loglevel=http', ...flags], {
      cwd,
      onLine: countPackages(onLine),
      noise: npmAnswer,
      signal,
      install,
    });
  // What npm knows from earlier is asked for again only when it is not enough, which takes half the time.
  await npm('--prefer-offline').catch((error: unknown) => {
    if (signal?.aborted === true || !(error instanceof UserError) || error.code !== 'tool-failed') throw error;
    return npm();
  });
}

/** npm says nothing for a long time, unless it is asked to tell of each answer of the registry. */
function countPackages(onLine: (line: string) => void): (line: string) => void {
  let fetched = 0;
  return (line) => {
    if (!npmAnswer.test(line)) onLine(line);
    else if (/\.tgz /.test(line)) onLine(`${++fetched} ${fetched === 1 ? 'package' : 'packages'} fetched`);
  };
}

/** Whether the registry that npm is set up for serves this very version of this package. */
export async function isPublished(name: string, version: string, cwd: string, signal?: AbortSignal): Promise<boolean> {
  try {
    const args = ['view', `${name}@${version}`, '--json', 'name', 'version', 'bin'];
    const { stdout } = await runTool('npm', args, {
      cwd,
      signal,
      timeoutMs: 10_000,
      install: 'install Node.js with npm',
    });
    const found: unknown = JSON.parse(stdout);
    return isOurs(found, version);
  } catch (error) {
    // Offline, a private mirror, or simply not published: the project then carries its own copy.
    if (error instanceof Error) return false;
    throw error;
  }
}

/** A stranger's package of the same name must not get into anyone's operator. */
function isOurs(found: unknown, version: string): boolean {
  if (typeof found !== 'object' || found === null) return false;
  const bin: unknown = Reflect.get(found, 'bin');
  const hasBin = typeof bin === 'object' && bin !== null && Reflect.get(bin, 'kbts') === 'bin/kbts.js';
  return Reflect.get(found, 'version') === version && hasBin;
}
