/** Declares `kbts init`. */
import path from 'node:path';
import { Option, type Command } from 'commander';
import type { InitOptions } from '../../commands/project/init.js';
import { dns1123SubdomainRule } from '../../project/names.js';
import { examples, withWriteFlags } from '../flags.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { skipsInstall, withKubebuilderFlags } from '../kubebuilder/flags.js';
import { askText } from '../prompt.js';
import { cacheFolder, rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

/** Adds `init` to the tree. */
export function addInitCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('init')
    .summary('make a new project')
    .description('Makes a new project in an empty folder: sources, tests, config/, Dockerfile, Makefile, workflows.')
    .argument('[folder]', 'where to make it (default: the current folder)')
    .option('--domain <domain>', `end of every API group (default: "${defaultDomain}", a person is asked)`)
    .option('--project-name <name>', 'prefix of every resource name (default: name of the folder)')
    .option('--owner <owner>', 'owner in the copyright line of generated sources', '')
    .addOption(
      new Option('--license <license>', 'licence header of generated sources')
        .choices(['apache2', 'copyright', 'none'])
        .default('apache2'),
    )
    .option('--license-file <file>', 'your own licence header, a /* … */ comment; wins over --license')
    .option('--multigroup', 'keep APIs of several groups, each in its folder')
    .option('--namespaced', 'watch chosen namespaces only, with Roles instead of ClusterRoles')
    .addOption(
      new Option('--package-manager <manager>', 'installs the dependencies')
        .choices(['npm', 'pnpm', 'yarn', 'bun'])
        .default('npm'),
    )
    .addOption(
      new Option('--with <package>', 'also install @kubernetes/client-node, for its clients and types').choices([
        'client-node',
      ]),
    )
    .option('--skip-install', 'do not install dependencies and use no network')
    .option(
      '--kbts <specifier>',
      'npm specifier of kbts itself (default: this version, or a tarball of it under vendor/)',
    )
    .addHelpText(
      'after',
      examples(
        'kbts init --domain my.domain',
        'kbts init guestbook-operator --domain example.com',
        'kbts init --domain example.com --project-name shop --multigroup --skip-install',
      ),
    )
    .action(async (folder: string | undefined, flags: InitFlags) => {
      const { init } = await import('../../commands/project/init.js');
      const root = path.resolve(rootFolder(command, terminal), folder ?? '.');
      const plan = await init({
        ...flags,
        ...(await domainOf(terminal, flags)),
        skipInstall: flags.skipInstall === true || skipsInstall(flags),
        root,
        cwd: terminal.cwd,
        shownFolder: folder,
        cacheFolder: cacheFolder(terminal.env),
        year: new Date().getFullYear(),
      });
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
  withKubebuilderFlags(command, terminal, ['repo', 'plugins', 'projectVersion', 'skipGoVersionCheck', 'fetchDeps']);
}

type InitFlags = Omit<InitOptions, 'root' | 'year'> &
  WriteFlags & { readonly yes?: boolean; readonly fetchDeps?: string | boolean };

/** A domain is hard to change later, so a person is asked for it; others get one that says that it is none. */
async function domainOf(terminal: Terminal, { domain, yes }: InitFlags): Promise<{ domain: string }> {
  if (domain !== undefined) return { domain };
  if (yes === true || !terminal.isInteractive) return { domain: defaultDomain };
  const message = 'Domain, the end of every API group';
  return {
    domain: await askText(terminal, 'domain', { message, initial: defaultDomain, check: dns1123SubdomainRule }),
  };
}

const defaultDomain = 'my.domain';
