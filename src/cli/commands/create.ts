/** Declares `kbts create api` and `kbts create webhook`. */
import { Option, type Command } from 'commander';
import type { CreateApiOptions } from '../../commands/api/create-api.js';
import type { CreateWebhookOptions } from '../../commands/webhook/create-webhook.js';
import { UserError } from '../../errors.js';
import { apiVersionRule, dns1123SubdomainRule, kindRule } from '../../project/names.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, list, toggle, withResourceFlags, withWriteFlags } from '../flags.js';
import { wantsDeployImage, withKubebuilderFlags } from '../kubebuilder/flags.js';
import { askConfirm, askText } from '../prompt.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

type Flags<Options> = Omit<Options, 'root' | 'cwd' | 'group'> & { readonly group?: string } & WriteFlags & {
    readonly yes?: boolean;
  };

/** Adds `create` to the tree. */
export function addCreateCommands(program: Command, terminal: Terminal): void {
  const create = program
    .command('create')
    .summary('add an API or a webhook')
    .description('Adds an API or a webhook to the project.');
  addApi(create, terminal);
  addWebhook(create, terminal);
}

function addApi(create: Command, terminal: Terminal): void {
  const command = withResourceFlags(create.command('api'))
    .summary('add a kind and its controller')
    .description('Adds a kind with its types, sample, roles and CRD, and a controller with its test.')
    .option('--plural <plural>', 'plural of the kind, when the derived one is wrong')
    .addOption(toggle('--namespaced', 'objects live in a namespace; --namespaced=false makes them cluster-scoped'))
    .addOption(toggle('--resource', 'write types, sample, roles and CRD (default: true)'))
    .addOption(toggle('--controller', 'write a controller (default: true)'))
    .option('--controller-name <name>', 'name of an additional controller for the kind')
    .option('--force', 'overwrite the files of this API and controller')
    .option('--external-crd <file|url>', "work on someone else's kind: write types from its CRD")
    .option('--core', 'work on a kind that is built into Kubernetes')
    .option('--image <image>', 'write a controller that runs this image in a Deployment')
    .option('--image-container-port <port>', 'port that the container of --image listens on')
    .option('--image-container-command <list>', 'command of the container of --image (comma-separated)')
    .option('--run-as-user <uid>', 'user that the container of --image runs as')
    .addHelpText(
      'after',
      examples(
        'kbts create api --group webapp --version v1 --kind Guestbook',
        'kbts create api --group crew --version v1 --kind Admiral --plural admirales --namespaced=false',
        'kbts create api --group apps --version v1 --kind Deployment --core',
        'kbts create api --external-crd ./certificates.yaml',
        'kbts create api --group cache --version v1 --kind Memcached --image memcached:1.6 --image-container-port 11211',
      ),
    )
    .action(async (given: Flags<CreateApiOptions> & { readonly plugins?: string }) => {
      checkImage(given);
      const { createApi } = await import('../../commands/api/create-api.js');
      const root = rootFolder(command, terminal);
      const flags = given.externalCrd === undefined ? await completeApiFlags(terminal, root, given) : given;
      const plan = await createApi({ group: '', ...flags, root, cwd: terminal.cwd });
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
  withKubebuilderFlags(command, terminal, ['apiPlugins', 'make', 'manifests', 'ssa', ...externalFlags]);
}

const externalFlags = ['externalPath', 'externalDomain', 'externalModule'] as const;

function checkImage(flags: { readonly plugins?: string; readonly image?: string }): void {
  if (flags.image !== undefined || !wantsDeployImage(flags)) return;
  throw new UserError('flag-missing', 'deploy-image needs an image', {
    fix: 'pass --image, as in --image memcached:1.6',
  });
}

type Identity = { readonly group: string; readonly version?: string; readonly kind?: string };

/**
 * Asks for what is missing. Who has named the kind is asked nothing, so that pasted lines are commands, not answers;
 * `--yes` and a missing person leave the defaults.
 */
async function completeApiFlags(
  terminal: Terminal,
  root: string,
  flags: Flags<CreateApiOptions>,
): Promise<Flags<CreateApiOptions>> {
  const identity = await completeIdentity(terminal, root, flags);
  const isAsked = flags.version === undefined || flags.kind === undefined;
  if (!isAsked || flags.yes === true || flags.core === true) return { ...flags, ...identity };
  const { kind } = identity;
  const resource = flags.resource ?? (await askConfirm(terminal, `Create the resource ${kind}?`, true));
  const controller = flags.controller ?? (await askConfirm(terminal, `Create a controller for ${kind}?`, true));
  return { ...flags, ...identity, resource, controller };
}

async function completeIdentity(
  terminal: Terminal,
  root: string,
  flags: { readonly group?: string; readonly version?: string; readonly kind?: string; readonly yes?: boolean },
): Promise<Identity> {
  const isComplete = flags.version !== undefined && flags.kind !== undefined;
  const group = flags.group ?? (isComplete || !terminal.isInteractive ? '' : await askGroup(terminal, root));
  const version =
    flags.version ??
    (await askText(terminal, 'version', {
      message: 'Version',
      placeholder: 'v1',
      initial: 'v1',
      check: apiVersionRule,
    }));
  const kind =
    flags.kind ?? (await askText(terminal, 'kind', { message: 'Kind', placeholder: 'Guestbook', check: kindRule }));
  return { group, version, kind };
}

/** The group of the project's own kinds is the likely one. */
async function askGroup(terminal: Terminal, root: string): Promise<string> {
  const { loadProject } = await import('../../commands/load-project.js');
  const { project } = await loadProject(root);
  const own = project.resources.find(({ api, group }) => api !== undefined && group !== '');
  return askText(terminal, 'group', {
    message: `Group, without the domain ${project.domain}`,
    placeholder: 'webapp',
    initial: own?.group,
    check: (answer) => (answer === '' ? undefined : dns1123SubdomainRule(answer)),
  });
}

function addWebhook(create: Command, terminal: Terminal): void {
  const command = withResourceFlags(create.command('webhook'))
    .summary('add webhooks to a kind')
    .description('Adds defaulting, validating or conversion webhooks to a kind. They can be added one by one.')
    .option('--defaulting', 'a webhook that fills in defaults')
    .option('--programmatic-validation', 'a webhook that accepts or denies')
    .option('--conversion', 'convert between versions; this version is the hub')
    .addOption(list('--spoke', 'versions that are converted to and from the hub'))
    .option('--defaulting-path <path>', 'URL path of the defaulting webhook')
    .option('--validation-path <path>', 'URL path of the validating webhook')
    .option('--core', 'the kind is built into Kubernetes')
    .option('--external-crd <file|url>', "the kind is someone else's: write types from its CRD")
    .option('--force', 'write the webhooks again; other webhooks in the same file stay')
    .addOption(new Option('--plural <plural>', 'plural of the kind').hideHelp())
    .addHelpText(
      'after',
      examples(
        'kbts create webhook --group webapp --version v1 --kind Guestbook --defaulting --programmatic-validation',
        'kbts create webhook --group crew --version v1 --kind FirstMate --conversion --spoke v2',
        'kbts create webhook --group core --version v1 --kind Pod --core --defaulting',
      ),
    )
    .action(async (given: Flags<CreateWebhookOptions>) => {
      const { createWebhook } = await import('../../commands/webhook/create-webhook.js');
      const root = rootFolder(command, terminal);
      const identity = given.externalCrd === undefined ? await completeIdentity(terminal, root, given) : {};
      const plan = await createWebhook({ group: '', ...given, ...identity, root, cwd: terminal.cwd });
      await executePlan(terminal, plan, given);
    });
  withWriteFlags(command);
  withKubebuilderFlags(command, terminal, ['plugins', 'make', 'legacy', ...externalFlags]);
}
