/** Declares the commands that make what others install: `kbts build-chart`. */
import type { Command } from 'commander';
import { imageFlag } from '../cluster-flags.js';
import { surroundingsOf } from '../cluster-report.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, withWriteFlags } from '../flags.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';
import { layout } from '../../project/layout.js';

interface ChartFlags extends WriteFlags {
  readonly image?: string;
  readonly outputDir: string;
  readonly force?: boolean;
  readonly check?: boolean;
}

/** Adds the commands. */
export function addShipCommands(program: Command, terminal: Terminal): void {
  const command = program
    .command('build-chart')
    .summary('write a Helm chart of config/default to dist/chart')
    .description(
      'Renders config/default with every combination of its components and writes a Helm chart whose values switch them. With default values the chart installs what "kbts build-installer" writes. Values and templates that you changed stay.',
    )
    .addOption(imageFlag())
    .option('--output-dir <folder>', 'folder of the chart', layout.chart)
    .option('--force', 'replace generated templates that you have changed')
    .option('--check', 'write nothing; exit with 3 when the chart is not up to date')
    .addHelpText(
      'after',
      examples(
        'kbts build-chart --image ghcr.io/acme/guestbook:v1.0.0',
        'kbts build-chart --check',
        'helm lint dist/chart',
      ),
    )
    .action(async (flags: ChartFlags) => {
      const { buildChart } = await import('../../commands/ship/build-chart.js');
      const plan = await buildChart(surroundingsOf(terminal, rootFolder(command, terminal)), flags);
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
}
