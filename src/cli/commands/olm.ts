/** Declares `kbts olm install`, `status` and `uninstall`. */
import type { Command } from 'commander';
import type { OlmStatusResult } from '../../commands/ship/olm/setup/olm-status.js';
import { type ClusterFlagValues, kubeconfigFlag, timeoutFlag } from '../cluster-flags.js';
import { reportObjects, surroundingsOf } from '../cluster-report.js';
import { examples, outputFlag } from '../flags.js';
import { formatTable } from '../listing.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

interface OlmFlags extends ClusterFlagValues {
  readonly version?: string;
  readonly from?: string;
  readonly skipCatalog?: boolean;
  readonly force?: boolean;
}

/** Adds the commands for the Operator Lifecycle Manager itself. */
export function addOlmCommands(program: Command, terminal: Terminal): void {
  const olm = program
    .command('olm')
    .summary('bring the Operator Lifecycle Manager into a cluster')
    .description(
      'Installs the Operator Lifecycle Manager, which "kbts run bundle" needs, shows its parts, and removes it.',
    );
  addInstall(olm, terminal);
  addStatus(olm, terminal);
  addUninstall(olm, terminal);
}

function withFlags(command: Command, versionHelp: string): Command {
  return command
    .option('--version <version>', versionHelp)
    .option('--from <folder>', 'folder or https address with crds.yaml and olm.yaml (default: the release on GitHub)')
    .option('--context <name>', 'context of the kubeconfig (default: the current one)')
    .addOption(kubeconfigFlag())
    .addOption(outputFlag());
}

function addInstall(olm: Command, terminal: Terminal): void {
  const command = withFlags(olm.command('install'), 'version of OLM (default: 0.38.0)')
    .summary('install OLM in the cluster, and wait until it works')
    .description(
      'Applies the manifests of a release of OLM: CRDs first, then everything else, and waits until its operators run. A cluster without the internet needs --from and --skip-catalog.',
    )
    .option('--skip-catalog', 'leave out the catalog of OperatorHub, which must be pulled from the internet')
    .addOption(timeoutFlag('4m'))
    .option('--dry-run', 'list what would be installed, and install nothing')
    .addHelpText('after', examples('kbts olm install', 'kbts olm install --from ./olm-0.38.0 --skip-catalog'))
    .action(async ({ timeout, ...flags }: OlmFlags) => {
      const { installOlm } = await import('../../commands/ship/olm/setup/install-olm.js');
      const { defaultOlmVersion } = await import('../../commands/ship/olm/setup/olm-manifests.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const version = flags.version ?? defaultOlmVersion;
      const result = await installOlm(surroundings, { ...flags, version, timeoutMs: timeout });
      reportObjects(terminal, result, { output: flags.output, next: ['npx kbts bundle run'] });
    });
}

function addStatus(olm: Command, terminal: Terminal): void {
  const command = withFlags(
    olm.command('status'),
    'version of OLM, if kbts has not installed it (default: what it says)',
  )
    .summary('show the parts of OLM, and whether they are there')
    .description(
      'Lists each object of OLM. What "kbts olm install" made is listed in the cluster; for an OLM that came otherwise, the manifests of its version are read.',
    )
    .addHelpText('after', examples('kbts olm status', 'kbts olm status -o json'))
    .action(async (flags: OlmFlags) => {
      const { olmStatus } = await import('../../commands/ship/olm/setup/olm-status.js');
      const result = await olmStatus(surroundingsOf(terminal, rootFolder(command, terminal)), flags);
      if (flags.output === 'json') terminal.out(`${JSON.stringify(result, undefined, 2)}\n`);
      else reportStatus(terminal, result);
    });
}

function reportStatus(terminal: Terminal, { version, objects }: OlmStatusResult): void {
  const rows = objects.map(({ name, namespace, kind, status }) => [name, namespace ?? '', kind, status]);
  terminal.out(formatTable([['NAME', 'NAMESPACE', 'KIND', 'STATUS'], ...rows]));
  const missing = objects.filter(({ status }) => status === 'Missing').length;
  terminal.err(`OLM ${version}: ${objects.length - missing} of ${objects.length} objects are there\n`);
}

function addUninstall(olm: Command, terminal: Terminal): void {
  const command = withFlags(
    olm.command('uninstall'),
    'version of OLM, if kbts has not installed it (default: what it says)',
  )
    .summary('remove OLM from the cluster')
    .description(
      'Removes what "kbts olm install" made, its custom resources first, while OLM can still clean up. Operators that OLM has installed must be removed before; namespaces with anything else stay.',
    )
    .option('--force', 'remove OLM though operators are installed by it; they go, too')
    .addOption(timeoutFlag('2m'))
    .option('--dry-run', 'list what would be removed, and remove nothing')
    .addHelpText('after', examples('kbts olm uninstall', 'kbts olm uninstall --dry-run'))
    .action(async ({ timeout, ...flags }: OlmFlags) => {
      const { uninstallOlm } = await import('../../commands/ship/olm/setup/uninstall-olm.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const result = await uninstallOlm(surroundings, { ...flags, timeoutMs: timeout });
      reportObjects(terminal, result, { output: flags.output });
    });
}
