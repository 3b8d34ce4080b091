/** Declares `kbts run` and `dev`. */
import { InvalidArgumentError, Option, type Command } from 'commander';
import { type ClusterFlagValues, withClusterFlags } from '../cluster-flags.js';
import { surroundingsOf } from '../cluster-report.js';
import type { DevEvent } from '../../commands/cluster/dev/dev-event.js';
import { ExitRequest } from '../exit-request.js';
import { examples } from '../flags.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

interface RunFlags extends ClusterFlagValues {
  readonly logs?: boolean;
  readonly verbose?: boolean;
  readonly install?: boolean;
  readonly webhooks?: boolean;
  readonly webhookHost?: string;
  readonly webhookPort?: number;
  readonly ownRights?: boolean;
}

interface ViewFlags {
  readonly verbose?: boolean;
  readonly output?: 'text' | 'json';
}

interface DevFlags extends ViewFlags {
  readonly controlPlane: 'embedded' | 'envtest';
  readonly samples: boolean;
}

/** Adds the commands that run the operator on this machine. */
export function addLocalCommands(program: Command, terminal: Terminal): void {
  addRun(program, terminal);
  addDev(program, terminal);
}

function addRun(program: Command, terminal: Terminal): void {
  const command = withClusterFlags(program.command('run'))
    .summary('run the operator on this machine, against the cluster')
    .description(
      'Builds the operator and runs it on this machine against the cluster of your kubeconfig, with the rights of config/rbac where you may impersonate ServiceAccounts. What follows -- goes to the operator. Its exit code is the exit code.',
    )
    .argument('[flags...]', 'flags of the operator, after --')
    .option('--install', 'install the CRDs first')
    .option('--logs', "show the operator's own log instead of what it does; so do flags --zap-…")
    .option('--own-rights', 'run the operator with your rights instead of those of config/rbac')
    .option('--webhooks', 'let the cluster call the webhooks on this machine, and restore it at the end')
    .option('--no-webhooks', 'serve no webhooks (default)')
    .option('--webhook-host <host>', 'how the cluster reaches this machine, such as host.docker.internal')
    .addOption(new Option('--webhook-port <port>', 'port of the webhooks (default: any free one)').argParser(parsePort))
    .addHelpText(
      'after',
      examples('kbts run', 'kbts run --install --webhooks', 'kbts run --context kind-dev -- --zap-log-level=debug'),
    )
    .action(async (args: string[], flags: RunFlags) => {
      const { run } = await import('../../commands/cluster/run/run.js');
      const { DevView } = await import('../dev/dev-view.js');
      const root = rootFolder(command, terminal);
      const view = new DevView(terminal, { root, verbose: flags.verbose, json: flags.output === 'json' });
      // Who sets up the log himself wants to see it.
      const isRaw = flags.logs === true || args.some((arg) => /^--?zap-/.test(arg));
      const onEvent = isRaw ? undefined : (event: DevEvent): void => view.show(event);
      const { exitCode } = await run(surroundingsOf(terminal, root), { ...flags, args, onEvent });
      if (!isRaw) view.end();
      if (exitCode !== 0) throw new ExitRequest(exitCode);
    });
  withViewFlags(command);
}

function addDev(program: Command, terminal: Terminal): void {
  const command = program
    .command('dev')
    .summary('run the operator with its own control plane, and reload on save')
    .description(
      'Starts a control plane on this machine (no cluster needed), installs CRDs and samples, runs the operator, shows every reconcile, and starts it again when you save a file.',
    )
    .argument('[flags...]', 'flags of the operator, after --')
    .addOption(
      new Option('--control-plane <kind>', 'embedded needs nothing; envtest runs a real etcd and kube-apiserver')
        .choices(['embedded', 'envtest'])
        .default('embedded'),
    )
    .option('--no-samples', 'do not apply config/samples')
    .addHelpText('after', examples('kbts dev', 'kbts dev --control-plane envtest', 'kbts dev --no-samples'))
    .action(async (args: string[], flags: DevFlags) => {
      const { dev } = await import('../../commands/cluster/dev/dev.js');
      const { DevView } = await import('../dev/dev-view.js');
      const root = rootFolder(command, terminal);
      const view = new DevView(terminal, { root, verbose: flags.verbose, json: flags.output === 'json' });
      await dev(surroundingsOf(terminal, root), {
        ...flags,
        args,
        onEvent: (event) => view.show(event),
        onReady: (session) => view.ready(session),
      });
      view.end();
    });
  withViewFlags(command);
}

/** Adds `--verbose` and `-o`. */
function withViewFlags(command: Command): void {
  command
    .option('--verbose', 'show debug lines of the operator, and all that it writes')
    .addOption(
      new Option('-o, --output <format>', 'text for people, or json: each event as a line')
        .choices(['text', 'json'])
        .default('text'),
    );
}

function parsePort(value: string): number {
  const port = Number(value);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new InvalidArgumentError(`"${value}" is not a port.`);
}
