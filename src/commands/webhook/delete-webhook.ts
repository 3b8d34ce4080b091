/** `kbts delete webhook`: undoes what `create webhook` did. */
import { UserError } from '../../errors.js';
import { withoutResource, withResource, type Project } from '../../project/project.js';
import { describe, hasWebhook, type Resource, type ResourceWebhooks } from '../../project/resource.js';
import {
  editSource,
  removeClass,
  removeImport,
  removeMethodCalls,
  removeUnusedImports,
} from '../../scaffold/source-edit.js';
import { renderSet, renderTemplate } from '../../scaffold/template-tree.js';
import { removeInserted } from '../../scaffold/text-anchor.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { removeFromYamlList, type ListItem } from '../../scaffold/yaml-list.js';
import type { CommandPlan } from '../command-plan.js';
import { disableComponent } from '../project/components.js';
import { requireResource } from '../api/named-resource.js';
import { loadProject, saveProject } from '../load-project.js';
import { unregister } from '../project/main-source.js';
import { regenerate } from '../manifests/regenerate.js';
import type { ScaffoldContext } from '../api/scaffold-api.js';
import {
  handlerVariables,
  scaffoldConversion,
  scaffoldHandlers,
  scaffoldWebhookConfig,
  webhookFile,
  webhookRegistration,
} from './scaffold-webhook.js';
import { conversionVariables } from '../project/template-variables.js';
import { editedFiles, refuseToLose } from '../project/user-edits.js';
import { apiFolderOf, layout } from '../../project/layout.js';

/** Flags of `delete webhook`; without a kind of webhook, all go. */
export interface DeleteWebhookOptions {
  readonly root: string;
  readonly group: string;
  readonly version?: string;
  readonly kind?: string;
  readonly defaulting?: boolean;
  readonly programmaticValidation?: boolean;
  readonly conversion?: boolean;
  readonly force?: boolean;
}

/** Plans the removal of webhooks. */
export async function deleteWebhook(options: DeleteWebhookOptions): Promise<CommandPlan> {
  const { project, tree } = await loadProject(options.root);
  const resource = requireResource(project, options);
  const removed = chosen(resource, options);
  const context: ScaffoldContext = { tree, project, resource, isIrregularPlural: false };
  const left = remaining(resource, removed);
  refuseToLose(await findEdits(context), options.force === true);

  if (removed.conversion) await removeConversion(context);
  if (left === undefined) await removeFiles(context);
  else await removeHandlers(context, removed);
  const changed = withResource(project, { ...resource, webhooks: left });
  const isUseless =
    left === undefined &&
    resource.api === undefined &&
    resource.controller !== true &&
    resource.controllers === undefined;
  const final = isUseless ? withoutResource(changed, resource) : changed;
  await removeSharedConfig(tree, project, final);
  await saveProject(tree, final);
  const diagnostics = await regenerate(tree);
  return { root: options.root, changes: tree.changes(), diagnostics, next: [] };
}

interface Chosen {
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
}

function chosen(resource: Resource, options: DeleteWebhookOptions): Chosen {
  const all = options.defaulting !== true && options.programmaticValidation !== true && options.conversion !== true;
  const has: Partial<ResourceWebhooks> = resource.webhooks ?? {};
  const result = {
    defaulting: has.defaulting === true && (all || options.defaulting === true),
    validation: has.validation === true && (all || options.programmaticValidation === true),
    conversion: has.conversion === true && (all || options.conversion === true),
  };
  if (result.defaulting || result.validation || result.conversion) return result;
  throw new UserError('not-found', `${describe(resource)} has no such webhook`, {
    fix: 'see what there is with "kbts list"',
  });
}

function remaining(resource: Resource, removed: Chosen): ResourceWebhooks | undefined {
  const has: Partial<ResourceWebhooks> = resource.webhooks ?? {};
  const left: ResourceWebhooks = {
    webhookVersion: 'v1',
    ...(has.defaulting === true && !removed.defaulting && { defaulting: true, defaultingPath: has.defaultingPath }),
    ...(has.validation === true && !removed.validation && { validation: true, validationPath: has.validationPath }),
    ...(has.conversion === true && !removed.conversion && { conversion: true, spoke: has.spoke }),
  };
  return hasWebhook({ ...resource, webhooks: left }) ? left : undefined;
}

async function findEdits(context: ScaffoldContext): Promise<string[]> {
  const { tree, resource } = context;
  const variables = await handlerVariables(context);
  const {
    defaulting = false,
    validation = false,
    conversion = false,
    spoke = [],
  }: Partial<ResourceWebhooks> = resource.webhooks ?? {};
  const handlers = webhookFile(variables);
  const conversions = spoke.flatMap((version) => conversionFiles(variables, version));
  return editedFiles(tree, [handlers, testOf(handlers), ...conversions], async (scratch) => {
    const again = { ...context, tree: scratch };
    await scaffoldWebhookConfig(again, { isFirst: false });
    await scaffoldHandlers(again, { defaulting, validation });
    if (conversion) await scaffoldConversion(again, spoke);
  });
}

async function removeFiles(context: ScaffoldContext): Promise<void> {
  const variables = await handlerVariables(context);
  const file = webhookFile(variables);
  await context.tree.delete(file);
  await context.tree.delete(testOf(file));
  await unregister(context.tree, webhookRegistration(variables));
}

async function removeHandlers(context: ScaffoldContext, removed: Chosen): Promise<void> {
  const { tree, resource } = context;
  const variables = await handlerVariables(context);
  const file = webhookFile(variables);
  const suffix = resource.core === true || resource.external === true ? '-foreign' : '';
  const names = [...(removed.defaulting ? ['defaulter'] : []), ...(removed.validation ? ['validator'] : [])];
  for (const name of names) {
    const code = renderTemplate(`fragments/${name}`, variables);
    const className = `${resource.kind}${name === 'defaulter' ? 'Defaulter' : 'Validator'}`;
    await tree.edit(file, (text) =>
      editSource(removeInserted(text, code), file, (source) => {
        removeClass(source, className);
        removeMethodCalls(source, `webhook(${variables.kindRef})`, name === 'defaulter' ? 'default' : 'validate');
        removeUnusedImports(source, 'kbts/runtime');
      }),
    );
    const test = renderTemplate(`fragments/${name}-test${suffix}`, variables);
    if (await tree.exists(testOf(file))) await tree.edit(testOf(file), (text) => removeInserted(text, test));
  }
}

async function removeConversion(context: ScaffoldContext): Promise<void> {
  const { tree, resource } = context;
  const variables = await handlerVariables(context);
  const file = webhookFile(variables);
  for (const version of resource.webhooks?.spoke ?? []) {
    for (const one of conversionFiles(variables, version)) await tree.delete(one);
    const { spokeConverter } = conversionVariables(variables, version);
    const module = `${variables.webhookDepth}api/${variables.groupPath}${version}/${variables.file}.conversion.js`;
    await tree.edit(file, (text) =>
      editSource(text, file, (source) => {
        removeMethodCalls(source, `webhook(${variables.kindRef})`, 'convert', spokeConverter);
        removeImport(source, spokeConverter, module);
      }),
    );
  }
  const patch = `patches/webhook_in_${variables.crdPatchFile}.yaml`;
  await tree.delete(`${layout.crd}/${patch}`);
  await removeItem(tree, layout.crdList, 'patches', { path: patch });
  await removeText(tree, layout.conversionRole, `- ${variables.crdName}`);
  for (const fragment of ['cainjection-ns', 'cainjection-name']) {
    await removeText(tree, layout.certManagerReplacements, renderTemplate(`fragments/${fragment}`, variables));
  }
}

/** What the first webhook of the project brought goes with the last one. */
async function removeSharedConfig(tree: WorkingTree, before: Project, after: Project): Promise<void> {
  const has = (project: Project, test: (webhooks: ResourceWebhooks) => boolean): boolean =>
    project.resources.some(({ webhooks }) => webhooks !== undefined && test(webhooks));
  if (has(before, (one) => one.conversion === true) && !has(after, (one) => one.conversion === true)) {
    await tree.delete(layout.conversionRole);
    await removeItem(tree, layout.webhookComponentList, 'resources', 'conversion_cert_role.yaml');
  }
  if (!has(after, (one) => one.defaulting === true || one.validation === true)) {
    await removeItem(tree, layout.webhookList, 'resources', 'manifests.yaml');
  }
  if (after.resources.some(hasWebhook)) return;
  for (const component of ['cert-manager', 'webhook'] as const) await disableComponent(tree, component);
  await removeItem(tree, layout.overlayList, 'resources', '../webhook');
  for (const file of renderSet('webhook-first', { projectName: before.projectName })) await tree.delete(file.path);
}

function conversionFiles({ groupPath, file }: { groupPath: string; file: string }, version: string): string[] {
  const base = `${apiFolderOf(groupPath, version)}/${file}.conversion`;
  return [`${base}.ts`, `${base}.test.ts`];
}

function testOf(file: string): string {
  return file.replace(/\.ts$/, '.test.ts');
}

async function removeItem(tree: WorkingTree, file: string, key: string, item: ListItem): Promise<void> {
  if (await tree.exists(file)) await tree.edit(file, (text) => removeFromYamlList(text, key, item, file));
}

async function removeText(tree: WorkingTree, file: string, snippet: string): Promise<void> {
  if (await tree.exists(file)) await tree.edit(file, (text) => removeInserted(text, snippet));
}
