/** Declares the commands that make what others install: `kbts build-chart`, `build-dashboards`, `build-sbom`. */
import { Option, type Command } from 'commander';
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
  addChart(program, terminal);
  addDashboards(program, terminal);
  addSbom(program, terminal);
}

function addChart(program: Command, terminal: Terminal): void {
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
        'kbts build-chart --image ghcr.io/acme/guestbook:v1.0.0 --check',
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

function addDashboards(program: Command, terminal: Terminal): void {
  const command = program
    .command('build-dashboards')
    .summary('write Grafana dashboards and alert rules')
    .description(
      'Writes dashboards of controllers and resources to grafana/, and alert rules to config/components/prometheus. Metrics of your own come from grafana/custom-metrics/config.yaml. What you changed stays. "kbts edit --plugins=grafana/v1-alpha" is the same command.',
    )
    .option('--force', 'replace dashboards and rules that you have changed')
    .option('--check', 'write nothing; exit with 3 when they are not up to date')
    .addHelpText('after', examples('kbts build-dashboards', 'kbts build-dashboards --check'))
    .action(async (flags: WriteFlags & { force?: boolean; check?: boolean }) => {
      const { buildDashboards } = await import('../../commands/ship/build-dashboards.js');
      await executePlan(terminal, await buildDashboards(rootFolder(command, terminal), flags), flags);
    });
  withWriteFlags(command);
}

function addSbom(program: Command, terminal: Terminal): void {
  const command = program
    .command('build-sbom')
    .summary('write a bill of materials: the packages inside the operator')
    .description(
      'Runs scripts/build.mjs of the project, as its image does, and lists the packages in the bundle with their versions, licences and hashes. Run it only in projects that you trust. SOURCE_DATE_EPOCH sets the time in the file. "kbts docker-build --sbom" does the same.',
    )
    .addOption(
      new Option('--format <format>', 'CycloneDX 1.6 or SPDX 2.3').choices(['cyclonedx', 'spdx']).default('cyclonedx'),
    )
    .addHelpText('after', examples('kbts build-sbom', 'kbts build-sbom --format spdx'))
    .action(async (flags: WriteFlags & { format: 'cyclonedx' | 'spdx' }) => {
      const { planSbom } = await import('../../commands/ship/sbom/sbom.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const { changes } = await surroundings.progress.step(
        'run scripts/build.mjs of this project, and list the packages in the bundle',
        () => planSbom(surroundings, flags.format),
      );
      await executePlan(terminal, { root: surroundings.root, changes }, flags);
    });
  withWriteFlags(command);
}
