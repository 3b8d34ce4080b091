/** `kbts init`: an empty folder becomes a project. */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../../errors.js';
import { packageVersion } from '../../package-root.js';
import { dns1123SubdomainRule, projectNameRule } from '../../project/names.js';
import { newProjectText, PROJECT_FILE } from '../../project/project-file.js';
import type { PackageManager, Project } from '../../project/project.js';
import { checkSettled } from '../../scaffold/recover.js';
import { renderSet } from '../../scaffold/template-tree.js';
import { WorkingTree } from '../../scaffold/working-tree.js';
import { installDependencies, packageManagerSpec, packageManagerWords } from '../../tools/package-manager.js';
import type { CommandPlan } from '../command-plan.js';
import { resolveKbtsDependency } from './kbts-dependency.js';
import { licenseId, type License, readBoilerplate } from './license.js';
import { projectVariables } from './template-variables.js';
import { layout } from '../../project/layout.js';

/** Flags of `init`. */
export interface InitOptions {
  readonly root: string;
  readonly domain?: string;
  readonly projectName?: string;
  readonly owner?: string;
  readonly license?: License;
  /** A file with a header of one's own; wins over `license`. */
  readonly licenseFile?: string;
  /** Where `licenseFile` is looked for. */
  readonly cwd?: string;
  /** The folder as it was given, for what to do next. */
  readonly shownFolder?: string;
  readonly multigroup?: boolean;
  readonly namespaced?: boolean;
  readonly packageManager?: PackageManager;
  readonly skipInstall?: boolean;
  /** `client-node`: the project also depends on @kubernetes/client-node. */
  readonly with?: 'client-node';
  /** An npm specifier to depend on instead of the one that kbts finds. */
  readonly kbts?: string;
  /** Where kbts keeps what it can make again. */
  readonly cacheFolder?: string;
  readonly year: number;
}

/** Files that do not count as content of a folder. */
const ignored = /^(\.git|\.idea|\.vscode|\.DS_Store|LICENSE(\..*)?)$/;

/** Plans a new project in `root`. */
export async function init(options: InitOptions): Promise<CommandPlan> {
  const { root, license = 'apache2', owner = '', packageManager = 'npm', skipInstall = false } = options;
  const project = newProject(options);
  checkOwner(owner);
  checkSettled(root);
  await checkFolder(root);
  const kbts = await resolveKbtsDependency({
    cwd: path.dirname(root),
    offline: skipInstall,
    spec: options.kbts,
    cacheFolder: options.cacheFolder,
  });
  const boilerplate = await readBoilerplate({ ...options, license, owner });
  const variables = {
    ...projectVariables(project, boilerplate),
    licenseId: licenseId(license),
    kbtsDependency: kbts.spec,
    kbtsVendored: kbts.vendored !== undefined,
    pmSpec: await pinnedManager(packageManager, options),
    withClientNode: options.with === 'client-node',
    owner,
    year: String(options.year),
  };
  const tree = new WorkingTree(root);
  const files = [
    ...renderSet('init', variables),
    ...renderSet(project.namespaced ? 'init-namespaced' : 'init-cluster', variables),
    ...(variables.pmConfigFile === '' ? [] : renderSet(`init-${packageManager}`, variables)),
  ];
  for (const file of files)
    await tree.create(file.path, file.text, { mode: file.path.endsWith('.sh') ? 0o755 : undefined });
  if (kbts.vendored !== undefined) await tree.create(kbts.vendored.path, kbts.vendored.content);
  if (boilerplate !== '') await tree.create(layout.boilerplate, boilerplate);
  await tree.create(PROJECT_FILE, newProjectText(project));
  return {
    root,
    changes: tree.changes(),
    followUps: skipInstall ? [] : [installStep(root, packageManager)],
    next: [
      ...(options.shownFolder === undefined ? [] : [`cd ${options.shownFolder}`]),
      ...(skipInstall ? [packageManagerWords(packageManager).pmInstall] : []),
      'npx kbts create api --group webapp --version v1 --kind Guestbook',
    ],
  };
}

function newProject(options: InitOptions): Project {
  const { domain = 'my.domain', multigroup = false, namespaced = false, packageManager = 'npm' } = options;
  const projectName = options.projectName ?? path.basename(options.root).toLowerCase();
  const wrongDomain = dns1123SubdomainRule(domain);
  if (wrongDomain !== undefined) {
    throw new UserError('name-invalid', `--domain "${domain}" is not a domain: ${wrongDomain}`, {
      fix: 'use the form example.com',
    });
  }
  const wrongName = projectNameRule(projectName);
  if (wrongName !== undefined) {
    const origin = options.projectName === undefined ? 'the folder is called' : '--project-name is';
    throw new UserError('name-invalid', `${origin} "${projectName}", which cannot be a project name: ${wrongName}`, {
      fix: 'pass --project-name with a short name such as guestbook-operator',
    });
  }
  return {
    version: '3',
    domain,
    projectName,
    repo: projectName,
    cliVersion: packageVersion(),
    multigroup,
    namespaced,
    packageManager,
    resources: [],
  };
}

/** It is in a comment at the head of every source. */
function checkOwner(owner: string): void {
  const isComment = !owner.includes('*/') && !/\p{Cc}/u.test(owner);
  if (isComment) return;
  throw new UserError('name-invalid', `--owner ${JSON.stringify(owner)} cannot be written in a comment`, {
    fix: 'use one line without "*/"',
  });
}

async function checkFolder(root: string): Promise<void> {
  const names = await readdir(root).catch((error: NodeJS.ErrnoException): string[] => {
    if (error.code === 'ENOENT') return [];
    throw new UserError('cannot-read', `${root} cannot be read: ${error.message}`, {
      fix: 'choose another folder',
      cause: error,
    });
  });
  if (names.includes(PROJECT_FILE)) {
    throw new UserError(
      'already-initialized',
      `${path.join(root, PROJECT_FILE)} exists: this folder is a project already`,
      {
        fix: 'add to it with "kbts create api", or change it with "kbts edit"',
      },
    );
  }
  const found = names.filter((name) => !ignored.test(name)).sort();
  if (found.length === 0) return;
  const shown = found.slice(0, 3).join(', ') + (found.length > 3 ? `, and ${found.length - 3} more` : '');
  throw new UserError('folder-not-empty', `${root} is not empty: it contains ${shown}`, {
    fix: 'run "kbts init" in an empty folder (a .git folder and a LICENSE file may be there)',
  });
}

/** Corepack reads it. It matters for Yarn, whose versions do not read each other's lock files. */
async function pinnedManager(manager: PackageManager, { root, skipInstall }: InitOptions): Promise<string> {
  if (skipInstall === true || manager !== 'yarn') return '';
  return (await packageManagerSpec(manager, path.dirname(root))) ?? '';
}

function installStep(root: string, manager: PackageManager) {
  return {
    title: `${manager} install`,
    byHand: `${manager} install`,
    run: async (progress: (line: string) => void, signal: AbortSignal) =>
      installDependencies(manager, root, progress, signal),
  };
}
