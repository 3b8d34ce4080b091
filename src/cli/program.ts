/** The command tree. Each command loads its own code when it runs. */
import { Command, Option } from 'commander';
import { packageVersion } from '../package-root.js';
import { addBundleCommands } from './commands/bundle.js';
import { addClusterCommands } from './commands/cluster.js';
import { addScorecardCommand } from './commands/scorecard.js';
import { addShipCommands } from './commands/ship.js';
import { addCreateCommands } from './commands/create.js';
import { addImportCommand } from './commands/import.js';
import { addInfoCommands } from './commands/info.js';
import { addInitCommand } from './commands/init.js';
import { addManifestCommands } from './commands/manifests.js';
import { addOlmCommands } from './commands/olm.js';
import { addProjectCommands } from './commands/project.js';
import { rootFolder } from './root-folder.js';
import type { Terminal } from './terminal.js';

/** Builds the tree; parsing arguments with it runs a command. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('kbts');
  program
    .description('Build Kubernetes operators in TypeScript.')
    .version(packageVersion(), '--version', 'print the version')
    .enablePositionalOptions()
    .addOption(directoryFlag())
    .helpCommand('help [command]', 'explain a command')
    .addHelpText(
      'after',
      `
A new operator in four commands:
  $ mkdir guestbook-operator && cd guestbook-operator
  $ kbts init --domain my.domain
  $ kbts create api --group webapp --version v1 --kind Guestbook
  $ npm test

Exit codes: 0 ok, 1 you can fix it, 2 wrong usage, 3 --check found drift, 70 a bug in kbts.`,
    );
  addInitCommand(program, terminal);
  addCreateCommands(program, terminal);
  addImportCommand(program, terminal);
  addProjectCommands(program, terminal);
  addManifestCommands(program, terminal);
  addClusterCommands(program, terminal);
  addShipCommands(program, terminal);
  addBundleCommands(program, terminal);
  addOlmCommands(program, terminal);
  addScorecardCommand(program, terminal);
  addInfoCommands(program, terminal);
  for (const command of program.commands) command.helpGroup(groupOf(command.name()));
  configure(program, terminal);
  return program;
}

const groups: Readonly<Record<string, readonly string[]>> = {
  'Scaffold:': ['init', 'create', 'import', 'edit', 'delete', 'list', 'doctor'],
  'Generate:': ['manifests', 'generate'],
  'Run:': ['dev', 'run', 'install', 'uninstall', 'envtest'],
  'Ship:': [
    'docker-build',
    'docker-push',
    'build-installer',
    'build-chart',
    'build-dashboards',
    'build-sbom',
    'deploy',
    'undeploy',
  ],
  'OLM:': ['bundle', 'olm', 'scorecard'],
};

/** Under which heading the help lists a command. */
function groupOf(name: string): string {
  return Object.keys(groups).find((group) => groups[group]?.includes(name)) ?? 'Other:';
}

function directoryFlag(): Option {
  return new Option('-C, --directory <folder>', 'work in this folder instead of the current one');
}

/** A command that writes first finishes what an interrupted one had begun; one that only looks changes nothing. */
async function finishInterrupted(command: Command, terminal: Terminal): Promise<void> {
  const flags = command.opts<{ dryRun?: boolean; diff?: boolean; check?: boolean; explain?: string }>();
  if (flags.explain !== undefined) return;
  const { checkSettled, recover } = await import('../scaffold/recover.js');
  const root = rootFolder(command, terminal);
  if (flags.dryRun === true || flags.diff === true || flags.check === true) {
    checkSettled(root);
    return;
  }
  const outcome = recover(root);
  if (outcome === 'finished') terminal.err('note: finished what an interrupted command had begun\n');
  if (outcome === 'restored') terminal.err('note: undid what an interrupted command had begun\n');
}

/** Every command of the tree writes through the terminal, throws instead of exiting, and has its help sorted. */
function configure(command: Command, terminal: Terminal): void {
  command
    .exitOverride()
    .configureOutput({
      writeOut: terminal.out,
      writeErr: terminal.err,
      getOutHasColors: () => terminal.output.hasColor,
      getErrHasColors: () => terminal.hasColor,
    })
    .showHelpAfterError('run with --help for usage and examples');
  if (command.options.some((option) => option.long === '--dry-run'))
    command.hook('preAction', async (_, action) => finishInterrupted(action, terminal));
  // After the command, too, as its help lists it there.
  if (command.parent !== null && command.commands.length === 0)
    command.addOption(directoryFlag().helpGroup('Global Options:'));
  for (const child of command.commands) configure(child, terminal);
}
