/** Declares `kbts scorecard`. */
import { Option, type Command } from 'commander';
import type { ScorecardOptions } from '../../commands/ship/scorecard.js';
import { UserError } from '../../errors.js';
import { examples } from '../flags.js';
import { printable } from '../printable.js';
import { rootFolder } from '../root-folder.js';
import { paint, type Terminal } from '../terminal.js';

interface ScorecardFlags extends ScorecardOptions {
  readonly output: 'text' | 'json' | 'xunit';
}

/** Flags of operator-sdk for the pods in which it runs tests. */
const forPods = [
  '-n, --namespace <name>',
  '-s, --service-account <name>',
  '-x, --skip-cleanup',
  '-w, --wait-time <duration>',
  '-b, --storage-image <image>',
  '-u, --untar-image <image>',
  '-t, --test-output <folder>',
  '--kubeconfig <file>',
  '--pod-security <level>',
].map((flags) => new Option(flags, 'accepted for users of operator-sdk').hideHelp());

/** Adds the command. */
export function addScorecardCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('scorecard')
    .summary('run the built-in tests of operator-sdk on a bundle')
    .description(
      'Runs the tests that the bundle’s scorecard configuration names. They are those of operator-sdk, but run in this process: no cluster and no pods are needed. Exits with 1 when one does not pass.',
    )
    .argument('[folder]', 'folder of the bundle', 'bundle')
    .option('-c, --config <file>', 'another scorecard configuration than that of the bundle')
    .option('-l, --selector <labels>', 'run the tests with these labels, such as suite=basic')
    .option('-L, --list', 'list the tests that would run, and do nothing else')
    .addOption(
      new Option('-o, --output <format>', 'how to print the results')
        .choices(['text', 'json', 'xunit'])
        .default('text'),
    )
    .addHelpText('after', examples('kbts scorecard', 'kbts scorecard bundle --selector suite=olm -o xunit'))
    .action(async (folder: string, flags: ScorecardFlags) => {
      for (const option of forPods)
        if (option.attributeName() in flags)
          terminal.err(`${paint(terminal, 'cyan', 'note')}: ${option.long} changes nothing: there are no pods\n`);
      await run(terminal, rootFolder(command, terminal), folder, flags);
    });
  for (const option of forPods) command.addOption(option);
}

async function run(terminal: Terminal, root: string, folder: string, flags: ScorecardFlags): Promise<void> {
  const { scorecard, scorecardReports } = await import('../../commands/ship/scorecard.js');
  const items = await scorecard(root, folder, flags);
  const report = scorecardReports[flags.output](items);
  terminal.out(flags.output === 'text' ? printable(report) : report);
  const bad = items.filter(({ result }) => result !== undefined && result.state !== 'pass').length;
  if (bad > 0)
    throw new UserError('bundle-invalid', `${bad} of ${items.length} tests did not pass`, {
      fix: 'see errors and suggestions above; most of a bundle comes from config/ and from markers',
    });
}
