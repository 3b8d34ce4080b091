/** Declares `kbts create api` and `kbts create webhook`. */
import type { Command } from 'commander';
import type { CreateApiOptions } from '../../commands/create-api.js';
import type { CreateWebhookOptions } from '../../commands/create-webhook.js';
import { apiVersionRule, kindRule } from '../../project/names.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, list, toggle, withResourceFlags, withWriteFlags } from '../flags.js';
import { askConfirm, askText } from '../prompt.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

type Flags<Options> = Omit<Options, 'root' | 'cwd'> & WriteFlags & { readonly yes?: boolean };

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
    .addHelpText(
      'after',
      examples(
        'kbts create api --group webapp --version v1 --kind Guestbook',
        'kbts create api --group crew --version v1 --kind Admiral --plural admirales --namespaced=false',
        'kbts create api --group apps --version v1 --kind Deployment --core',
        'kbts create api --external-crd ./certificates.yaml',
      ),
    )
    .action(async (given: Flags<CreateApiOptions>) => {
      const { createApi } = await import('../../commands/create-api.js');
      const flags = given.externalCrd === undefined ? await completeApiFlags(terminal, given) : given;
      const plan = await createApi({ ...flags, root: rootFolder(command, terminal), cwd: terminal.cwd });
      await executePlan(terminal, plan, flags);
    });
  withWriteFlags(command);
}

/** Asks for what is missing; `--yes` and a missing person leave the defaults. */
async function completeApiFlags(terminal: Terminal, flags: Flags<CreateApiOptions>): Promise<Flags<CreateApiOptions>> {
  const { version, kind } = await completeIdentity(terminal, flags);
  if (flags.yes === true || flags.core === true) return { ...flags, version, kind };
  const resource = flags.resource ?? (await askConfirm(terminal, `Create the resource ${kind}?`, true));
  const controller = flags.controller ?? (await askConfirm(terminal, `Create a controller for ${kind}?`, true));
  return { ...flags, version, kind, resource, controller };
}

async function completeIdentity(
  terminal: Terminal,
  flags: { version?: string; kind?: string },
): Promise<{ version: string; kind: string }> {
  return {
    version:
      flags.version ??
      (await askText(terminal, 'version', {
        message: 'Version',
        placeholder: 'v1',
        initial: 'v1',
        check: apiVersionRule,
      })),
    kind:
      flags.kind ?? (await askText(terminal, 'kind', { message: 'Kind', placeholder: 'Guestbook', check: kindRule })),
  };
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
    .option('--force', 'write the webhooks anew; other webhooks in the same file stay')
    .addHelpText(
      'after',
      examples(
        'kbts create webhook --group webapp --version v1 --kind Guestbook --defaulting --programmatic-validation',
        'kbts create webhook --group crew --version v1 --kind FirstMate --conversion --spoke v2',
        'kbts create webhook --group core --version v1 --kind Pod --core --defaulting',
      ),
    )
    .action(async (given: Flags<CreateWebhookOptions>) => {
      const { createWebhook } = await import('../../commands/create-webhook.js');
      const identity = given.externalCrd === undefined ? await completeIdentity(terminal, given) : {};
      const plan = await createWebhook({
        ...given,
        ...identity,
        root: rootFolder(command, terminal),
        cwd: terminal.cwd,
      });
      await executePlan(terminal, plan, given);
    });
  withWriteFlags(command);
}
