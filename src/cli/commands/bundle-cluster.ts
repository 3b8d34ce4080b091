/** Declares `kbts bundle run`, `upgrade` and `cleanup`: bundles in a cluster with OLM. */
import type { Command } from 'commander';
import type { CleanupOptions } from '../../commands/ship/olm/cleanup.js';
import type { RunBundleOptions, RunBundleResult } from '../../commands/ship/olm/run-bundle.js';
import { type ClusterFlagValues, kubeconfigFlag, timeoutFlag } from '../cluster-flags.js';
import { reportObjects, surroundingsOf } from '../cluster-report.js';
import { examples, outputFlag } from '../flags.js';
import { askConfirm } from '../prompt.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

type RunFlags = ClusterFlagValues & {
  readonly fromDirectory?: string;
  readonly installMode?: string;
  readonly catalogImage: string;
};

/** Adds the commands. */
export function addBundleClusterCommands(bundle: Command, terminal: Terminal): void {
  addRun(bundle, terminal, 'run', 'install a bundle with the OLM of a cluster', 'run bundle');
  addRun(bundle, terminal, 'upgrade', 'upgrade what "kbts run bundle" has installed', 'run bundle-upgrade');
  addCleanup(bundle, terminal);
}

function withPlace(command: Command): Command {
  return command
    .option('--context <name>', 'context of the kubeconfig (default: the current one)')
    .addOption(kubeconfigFlag())
    .option('-n, --namespace <name>', 'namespace of the operator (default: that of the context)')
    .addOption(timeoutFlag('4m'))
    .addOption(outputFlag());
}

function addRun(bundle: Command, terminal: Terminal, name: 'run' | 'upgrade', summary: string, sdkName: string): void {
  const command = bundle
    .command(name)
    .summary(summary)
    .description(
      `Serves a catalog with the bundle from a pod, whose files are in ConfigMaps, so that no registry is needed for the bundle; subscribes to it, approves the install plan and waits until OLM is done. "kbts ${sdkName}" is the same command.`,
    )
    .argument('[folder]', 'folder of the bundle (default: bundle)')
    .option('--from-directory <folder>', 'another way to name the folder')
    .option(
      '--catalog-image <image>',
      'image with opm, which serves the catalog',
      'quay.io/operator-framework/opm:latest',
    );
  if (name === 'run')
    command.option(
      '--install-mode <mode>',
      'AllNamespaces, OwnNamespace, SingleNamespace=a or MultiNamespace=a,b (default: what the bundle supports)',
    );
  withPlace(command)
    .addHelpText('after', examples(`kbts bundle ${name}`, `kbts bundle ${name} bundle --namespace operators`))
    .action(async (given: string | undefined, { timeout, fromDirectory, ...flags }: RunFlags) => {
      const { runBundle, upgradeBundle } = await import('../../commands/ship/olm/run-bundle.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const options: RunBundleOptions = { ...flags, timeoutMs: timeout };
      const folder = given ?? fromDirectory ?? 'bundle';
      const result = await (name === 'run' ? runBundle : upgradeBundle)(surroundings, folder, options);
      report(terminal, result, flags.output);
    });
}

function report(terminal: Terminal, result: RunBundleResult, output: 'text' | 'json' | undefined): void {
  if (output === 'json') terminal.out(`${JSON.stringify(result, undefined, 2)}\n`);
  else
    terminal.out(
      `installed  ${result.version} in namespace ${result.namespace}${result.replaced === undefined ? '' : `, instead of ${result.replaced}`}\n`,
    );
}

interface CleanupFlags extends ClusterFlagValues {
  readonly deleteAll?: boolean;
  readonly deleteCrds?: boolean;
  readonly deleteOperatorGroups?: boolean;
  readonly yes?: boolean;
}

function addCleanup(bundle: Command, terminal: Terminal): void {
  const command = bundle
    .command('cleanup')
    .summary('remove what "kbts run bundle" has installed')
    .description(
      'Removes subscription, versions, CRDs, everything else that they installed, the catalog, and group and namespace if "kbts run bundle" made them. CRDs that have objects stay, unless --delete-crds is given and confirmed. "kbts cleanup" is the same command.',
    )
    .argument('<package>', 'name of the package')
    .option('--delete-all', 'all of the flags below')
    .option('--delete-crds', 'delete CRDs that have objects, too, and the objects')
    .option('--delete-operator-groups', 'delete the OperatorGroup of the namespace, whoever made it')
    .option('-y, --yes', 'delete objects without asking')
    .option('--dry-run', 'list what would be removed, and remove nothing');
  withPlace(command)
    .addHelpText(
      'after',
      examples('kbts cleanup guestbook', 'kbts cleanup guestbook --delete-crds --namespace operators'),
    )
    .action(async (pack: string, { timeout, ...flags }: CleanupFlags) => {
      const { cleanup } = await import('../../commands/ship/olm/cleanup.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const options: CleanupOptions = {
        ...flags,
        deleteCrds: flags.deleteCrds === true || flags.deleteAll === true,
        deleteOperatorGroups: flags.deleteOperatorGroups === true || flags.deleteAll === true,
        timeoutMs: timeout,
        confirm: (question) => (flags.yes === true ? Promise.resolve(true) : askConfirm(terminal, question, false)),
      };
      reportObjects(terminal, await cleanup(surroundings, pack, options), { output: flags.output });
    });
}
