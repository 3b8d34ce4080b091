/** Declares `kbts edit`, `delete`, `list` and `doctor`. */
import { Option, type Command } from 'commander';
import type { DeleteApiOptions } from '../../commands/api/delete-api.js';
import type { DeleteWebhookOptions } from '../../commands/webhook/delete-webhook.js';
import type { EditOptions } from '../../commands/project/edit.js';
import { UserError } from '../../errors.js';
import { components } from '../../project/component-facts.js';
import { executePlan, type WriteFlags } from '../execute.js';
import { examples, list, outputFlag, toggle, withResourceFlags, withWriteFlags } from '../flags.js';
import { withKubebuilderFlags } from '../kubebuilder/flags.js';
import { formatFindings, formatListing } from '../listing.js';
import { rootFolder } from '../root-folder.js';
import type { Terminal } from '../terminal.js';

type ResourceFlags<Options> = Omit<Options, 'root' | 'group'> & { readonly group?: string } & WriteFlags;

/** Adds the commands that change or show a project as a whole. */
export function addProjectCommands(program: Command, terminal: Terminal): void {
  addEdit(program, terminal);
  addDelete(program, terminal);
  addList(program, terminal);
  addDoctor(program, terminal);
}

function addEdit(program: Command, terminal: Terminal): void {
  const command = program
    .command('edit')
    .summary('change the layout of the project, or switch components')
    .description('Changes the layout of the project, or switches components of config/ on and off.')
    .addOption(toggle('--multigroup', 'keep each group in its own folder: moves files and rewrites imports'))
    .addOption(toggle('--namespaced', 'watch chosen namespaces only: edits main, roles and RBAC markers'))
    .addOption(list('--enable', 'switch components on'))
    .addOption(list('--disable', 'switch components off'))
    .addOption(
      new Option('--license <license>', 'licence header of sources that kbts writes from now on').choices([
        'apache2',
        'copyright',
        'none',
      ]),
    )
    .option('--owner <owner>', 'owner in the copyright line of that header')
    .option('--license-file <file>', 'your own licence header, a /* … */ comment')
    .option('--force', 'overwrite files that you have changed')
    .addHelpText(
      'after',
      componentList() +
        examples(
          'kbts edit --multigroup',
          'kbts edit --enable prometheus,network-policy',
          'kbts edit --namespaced=false',
        ),
    )
    .action(async (flags: Omit<EditOptions, 'root'> & WriteFlags) => {
      const { edit } = await import('../../commands/project/edit.js');
      await executePlan(
        terminal,
        await edit({ ...flags, root: rootFolder(command, terminal), cwd: terminal.cwd }),
        flags,
      );
    });
  withWriteFlags(command);
  withKubebuilderFlags(command, terminal, ['plugins']);
}

function componentList(): string {
  const lines = Object.entries(components).map(([name, { summary }]) => `  ${name.padEnd(16)}${summary}\n`);
  return `\nComponents:\n${lines.join('')}`;
}

function addDelete(program: Command, terminal: Terminal): void {
  const parent = program
    .command('delete')
    .summary('remove an API or webhooks')
    .description('Undoes what "kbts create" did.');
  const api = withResourceFlags(parent.command('api'))
    .summary('delete a kind, its controllers, sample, roles and CRD')
    .description(
      'Deletes a kind with everything that "kbts create api" wrote for it. Refuses when you have changed those files.',
    )
    .option('--force', 'delete files that you have changed, too')
    .addHelpText('after', examples('kbts delete api --group webapp --version v1 --kind Guestbook'))
    .action(async (flags: ResourceFlags<DeleteApiOptions>) => {
      const { deleteApi } = await import('../../commands/api/delete-api.js');
      await executePlan(terminal, await deleteApi({ group: '', ...flags, root: rootFolder(api, terminal) }), flags);
    });
  const webhook = withResourceFlags(parent.command('webhook'))
    .summary('delete webhooks of a kind')
    .description(
      'Deletes webhooks of a kind: all of them, or the chosen ones. Refuses when you have changed their files.',
    )
    .option('--defaulting', 'the defaulting webhook')
    .option('--programmatic-validation', 'the validating webhook')
    .option('--conversion', 'the conversion webhook')
    .option('--force', 'delete code that you have changed, too')
    .addHelpText(
      'after',
      examples(
        'kbts delete webhook --group webapp --version v1 --kind Guestbook',
        'kbts delete webhook --group webapp --version v1 --kind Guestbook --defaulting',
      ),
    )
    .action(async (flags: ResourceFlags<DeleteWebhookOptions>) => {
      const { deleteWebhook } = await import('../../commands/webhook/delete-webhook.js');
      await executePlan(
        terminal,
        await deleteWebhook({ group: '', ...flags, root: rootFolder(webhook, terminal) }),
        flags,
      );
    });
  withWriteFlags(api);
  withWriteFlags(webhook);
}

function addList(program: Command, terminal: Terminal): void {
  const command = program
    .command('list')
    .summary('show APIs, controllers, webhooks and components')
    .description('Shows what has been scaffolded: APIs, controllers, webhooks and components.')
    .addOption(outputFlag())
    .addHelpText('after', examples('kbts list', 'kbts list -o json'))
    .action(async ({ output }: WriteFlags) => {
      const { list: listProject } = await import('../../commands/project/list.js');
      const listing = await listProject(rootFolder(command, terminal));
      terminal.out(output === 'json' ? `${JSON.stringify(listing, undefined, 2)}\n` : formatListing(listing));
    });
}

function addDoctor(program: Command, terminal: Terminal): void {
  const command = program
    .command('doctor')
    .summary('check the project, its tools and the cluster')
    .description(
      'Checks PROJECT against the files, package versions, tools and the current cluster. Exits with 1 when there is a problem.',
    )
    .option('--fix', 'point webhooks back that still call a "kbts run" that has ended')
    .addOption(outputFlag())
    .addHelpText('after', examples('kbts doctor', 'kbts doctor --fix', 'kbts doctor -o json'))
    .action(async ({ output, fix = false }: WriteFlags & { fix?: boolean }) => {
      const { doctor } = await import('../../commands/doctor/doctor.js');
      const { checkRedirected } = await import('../../commands/doctor/redirected-webhooks.js');
      const { currentClusterVersion } = await import('../../commands/cluster-version.js');
      const findings = await doctor({
        root: rootFolder(command, terminal),
        nodeVersion: process.version,
        clusterVersion: currentClusterVersion,
        redirected: (project) => checkRedirected(project, { env: terminal.env, signal: terminal.signal, fix }),
      });
      terminal.out(
        output === 'json' ? `${JSON.stringify(findings, undefined, 2)}\n` : formatFindings(terminal, findings),
      );
      const problems = findings.filter(({ status }) => status === 'problem').length;
      if (problems > 0)
        throw new UserError('project-invalid', `${problems} of ${findings.length} checks found a problem`, {
          fix: 'see the fixes above',
        });
    });
}
