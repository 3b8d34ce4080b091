/** Declares `kbts envtest use`, `list` and `path`. */
import type { Command } from 'commander';
import type { EnvtestOptions } from '../../commands/envtest.js';
import { printable } from '../printable.js';
import { examples, outputFlag } from '../flags.js';
import { startProgress } from '../progress.js';
import { rootFolder } from '../root-folder.js';
import { paint, type Terminal } from '../terminal.js';

interface EnvtestFlags {
  readonly installedOnly?: boolean;
  readonly index?: string;
  readonly binDir?: string;
  readonly output?: 'text' | 'json';
}

/** Adds the commands for real control plane binaries. */
export function addEnvtestCommands(program: Command, terminal: Terminal): void {
  const parent = program
    .command('envtest')
    .summary('get etcd and kube-apiserver for tests')
    .description('Finds or fetches real etcd and kube-apiserver binaries, on which tests and "kbts dev" can run.');
  addUse(parent, terminal);
  addList(parent, terminal);
  addPath(parent, terminal);
}

function addUse(parent: Command, terminal: Terminal): void {
  const command = withEnvtestFlags(parent.command('use'))
    .summary('make sure that binaries are there')
    .description('Finds binaries of a version on the disk, or fetches and verifies them.')
    .addHelpText('after', examples('kbts envtest use', 'kbts envtest use 1.37', 'kbts envtest use --installed-only'))
    .action(async (version: string | undefined, flags: EnvtestFlags) => {
      const { useEnvtest } = await import('../../commands/envtest.js');
      const progress = startProgress(terminal, `look for etcd and kube-apiserver ${version ?? ''}`.trimEnd());
      const options = optionsOf(command, terminal, version, flags);
      const binaries = await useEnvtest({ ...options, report: (line) => progress.update(line) }).catch(
        (error: unknown) => {
          progress.fail();
          throw error;
        },
      );
      progress.done();
      if (flags.output === 'json') terminal.out(`${JSON.stringify(binaries, undefined, 2)}\n`);
      else {
        terminal.out(`Kubernetes ${binaries.version}: ${binaries.path}\n`);
        terminal.err('\nNext:\n  npm run test:envtest\n');
      }
    });
}

function addList(parent: Command, terminal: Terminal): void {
  const command = withEnvtestFlags(parent.command('list'))
    .summary('show which versions are installed or offered')
    .description('Shows which versions are installed, and which the release index offers.')
    .addHelpText('after', examples('kbts envtest list', 'kbts envtest list 1.37 -o json'))
    .action(async (version: string | undefined, flags: EnvtestFlags) => {
      const { listEnvtest } = await import('../../commands/envtest.js');
      const listing = await listEnvtest(optionsOf(command, terminal, version, flags));
      if (flags.output === 'json') {
        terminal.out(`${JSON.stringify(listing, undefined, 2)}\n`);
        return;
      }
      for (const { version: found, platform, isInstalled, path } of listing.binaries)
        terminal.out(
          `${isInstalled ? 'installed' : 'offered  '}  v${found}  ${platform}${path === undefined ? '' : `  ${path}`}\n`,
        );
      if (listing.warning !== undefined)
        terminal.err(`${paint(terminal, 'yellow', 'warning')}: ${printable(listing.warning)}\n`);
    });
}

function addPath(parent: Command, terminal: Terminal): void {
  const command = withEnvtestFlags(parent.command('path'))
    .summary('print the folder of installed binaries')
    .description('Prints the folder of installed binaries; never asks the network.')
    .addHelpText('after', examples('export KUBEBUILDER_ASSETS="$(kbts envtest path)"'))
    .action(async (version: string | undefined, flags: EnvtestFlags) => {
      const { envtestPath } = await import('../../commands/envtest.js');
      const binaries = await envtestPath(optionsOf(command, terminal, version, flags));
      terminal.out(flags.output === 'json' ? `${JSON.stringify(binaries, undefined, 2)}\n` : `${binaries.path}\n`);
    });
}

function withEnvtestFlags(command: Command): Command {
  return command
    .argument('[version]', 'version such as 1.37.1, 1.37, ~1.37.0 or latest (default: the newest on the disk)')
    .option('-i, --installed-only', 'never ask the network')
    .option('--index <url>', 'address of the release index')
    .option('--bin-dir <folder>', 'where downloads go (default: the folder of setup-envtest)')
    .addOption(outputFlag());
}

function optionsOf(
  command: Command,
  terminal: Terminal,
  version: string | undefined,
  { installedOnly, index, binDir }: EnvtestFlags,
): EnvtestOptions {
  const { env, signal } = terminal;
  return { env, cwd: rootFolder(command, terminal), version, installedOnly, index, store: binDir, signal };
}
