/** Declares `kbts init`. */
import { Option, type Command } from 'commander';
import type { InitOptions } from '../../commands/init.js';
import { examples, withWriteFlags } from '../flags.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { cacheFolder, rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

/** Adds `init` to the tree. */
export function addInitCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('init')
    .summary('make a new project in this folder')
    .description('Makes a new project in an empty folder: sources, tests, config/, Dockerfile, Makefile, workflows.')
    .option('--domain <domain>', 'suffix of every API group', 'my.domain')
    .option('--project-name <name>', 'prefix of every resource name (default: name of the folder)')
    .option('--owner <owner>', 'owner in the copyright line of generated sources', '')
    .addOption(
      new Option('--license <license>', 'licence header of generated sources')
        .choices(['apache2', 'copyright', 'none'])
        .default('apache2'),
    )
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
        'kbts init --domain example.com --project-name shop --multigroup --skip-install',
      ),
    )
    .action(async (flags: Omit<InitOptions, 'root' | 'year'> & WriteFlags) => {
      const { init } = await import('../../commands/init.js');
      const plan = await init({
        ...flags,
        root: rootFolder(command, terminal),
        cacheFolder: cacheFolder(terminal.env),
        year: new Date().getFullYear(),
      });
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
}
