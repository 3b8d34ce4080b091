/** Declares `kbts install`, `uninstall`, `deploy` and `undeploy`. */
import type { Command } from 'commander';
import { type ClusterFlagValues, imageFlag, withChangeFlags } from '../cluster-flags.js';
import { reportObjects, surroundingsOf } from '../cluster-report.js';
import { examples } from '../flags.js';
import { askConfirm } from '../prompt.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';
import { addEnvtestCommands } from './envtest.js';
import { addImageCommands } from './image.js';
import { addLocalCommands } from './local.js';

interface ApplyFlags extends ClusterFlagValues {
  readonly diff?: boolean;
  readonly forceConflicts?: boolean;
}

interface DeployFlags extends ApplyFlags {
  readonly image?: string;
  readonly prune?: boolean;
  readonly wait: boolean;
}

interface RemoveFlags extends ClusterFlagValues {
  readonly deleteCrds?: boolean;
  readonly yes?: boolean;
}

/** Adds the commands that work on a cluster. */
export function addClusterCommands(program: Command, terminal: Terminal): void {
  addInstall(program, terminal);
  addUninstall(program, terminal);
  addDeploy(program, terminal);
  addUndeploy(program, terminal);
  addLocalCommands(program, terminal);
  addImageCommands(program, terminal);
  addEnvtestCommands(program, terminal);
}

function addInstall(program: Command, terminal: Terminal): void {
  const command = withChangeFlags(program.command('install'), '60s')
    .summary('install the CRDs in the cluster')
    .description('Applies the CRDs of this project server-side, and waits until the API server serves their kinds.')
    .option('--diff', 'show what would change as a diff, and change nothing')
    .option('--force-conflicts', 'take over fields that other field managers own')
    .addHelpText('after', examples('kbts install', 'kbts install --context kind-dev', 'kbts install --diff'))
    .action(async (flags: ApplyFlags) => {
      const { install } = await import('../../commands/cluster/definitions/install.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const result = await install(surroundings, { ...flags, timeoutMs: flags.timeout });
      const next = ['npx kbts run', 'kubectl apply -k config/samples'];
      reportObjects(terminal, result, { ...flags, next });
    });
}

function addUninstall(program: Command, terminal: Terminal): void {
  const command = withChangeFlags(program.command('uninstall'), '2m')
    .summary('remove the CRDs from the cluster, and all objects of their kinds')
    .description(
      'Deletes the CRDs of this project. Objects of their kinds are counted, and deleted first, after you have agreed.',
    )
    .option('-y, --yes', 'delete objects without asking')
    .addHelpText('after', examples('kbts uninstall', 'kbts uninstall --yes', 'kbts uninstall --dry-run'))
    .action(async (flags: RemoveFlags) => {
      const { uninstall } = await import('../../commands/cluster/definitions/uninstall.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const result = await uninstall(surroundings, {
        ...flags,
        timeoutMs: flags.timeout,
        confirm: confirmWith(terminal, flags),
      });
      reportObjects(terminal, result, { output: flags.output });
    });
}

function addDeploy(program: Command, terminal: Terminal): void {
  const command = withChangeFlags(program.command('deploy'), '3m')
    .summary('install the operator in the cluster, and wait until it runs')
    .description(
      'Renders config/default with your image and namespace (files stay as they are), applies it server-side, and waits until the manager is available. Says why when it is not.',
    )
    .addOption(imageFlag())
    .option('--diff', 'show what would change as a diff, and change nothing')
    .option('--prune', 'delete what an earlier deploy made and config/ no longer has; never CRDs and namespaces')
    .option('--force-conflicts', 'take over fields that other field managers own')
    .option('--no-wait', 'do not wait until the manager is available')
    .addHelpText(
      'after',
      examples(
        'kbts deploy --image ghcr.io/acme/guestbook:v1.0.0',
        'kbts deploy --image guestbook:dev --namespace guestbook-dev --context kind-dev',
        'kbts deploy --image ghcr.io/acme/guestbook:v1.0.0 --prune --diff',
        'kbts deploy --dry-run -o json',
      ),
    )
    .action(async (flags: DeployFlags) => {
      const { deploy } = await import('../../commands/cluster/deploy/deploy.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const result = await deploy(surroundings, { ...flags, timeoutMs: flags.timeout });
      const [rollout] = result.rollouts;
      const next = [
        'kubectl apply -k config/samples',
        ...(rollout ? [`kubectl logs -n ${rollout.namespace} deployment/${rollout.name} -f`] : []),
      ];
      reportObjects(terminal, result, { ...flags, next });
    });
}

function addUndeploy(program: Command, terminal: Terminal): void {
  const command = withChangeFlags(program.command('undeploy'), '2m')
    .summary('remove the operator from the cluster; CRDs and data stay')
    .description(
      'Deletes what "kbts deploy" applied. CRDs, their objects, and a namespace that contains anything else stay, unless --delete-crds is given and confirmed; then objects are deleted while the operator can still clean up.',
    )
    .option('--delete-crds', 'delete the CRDs and all objects of their kinds, too')
    .option('-y, --yes', 'delete objects without asking')
    .addHelpText('after', examples('kbts undeploy', 'kbts undeploy --delete-crds --yes', 'kbts undeploy --dry-run'))
    .action(async (flags: RemoveFlags) => {
      const { undeploy } = await import('../../commands/cluster/deploy/undeploy.js');
      const surroundings = surroundingsOf(terminal, rootFolder(command, terminal));
      const result = await undeploy(surroundings, {
        ...flags,
        timeoutMs: flags.timeout,
        confirm: confirmWith(terminal, flags),
      });
      reportObjects(terminal, result, { output: flags.output });
    });
}

function confirmWith(terminal: Terminal, { yes }: RemoveFlags): (question: string) => Promise<boolean> {
  return (question) => (yes === true ? Promise.resolve(true) : askConfirm(terminal, question, false));
}
