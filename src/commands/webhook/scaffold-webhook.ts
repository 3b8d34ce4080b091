/** Plans the files of webhooks: handlers, tests, conversions, and their place in `config/`. */
import { pascalCase } from '../../project/resource-names.js';
import { addImport, editSource, insertAtAnchor } from '../../scaffold/source-edit.js';
import { renderSet, renderTemplate } from '../../scaffold/template-tree.js';
import { insertAboveAnchor } from '../../scaffold/text-anchor.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { addToYamlList, type ListItem } from '../../scaffold/yaml-list.js';
import { enableComponent } from '../project/components.js';
import { register, type Registration } from '../project/main-source.js';
import { contextVariables, type ScaffoldContext } from '../api/scaffold-api.js';
import { conversionVariables } from '../project/template-variables.js';
import { layout, webhookFolderOf } from '../../project/layout.js';

/** Which admission webhooks to write. */
export interface Handlers {
  readonly defaulting: boolean;
  readonly validation: boolean;
}

/** The Service, the component and the kustomization entries that every project with webhooks has. */
export async function scaffoldWebhookConfig(
  context: ScaffoldContext,
  { isFirst }: { isFirst: boolean },
): Promise<void> {
  const { tree } = context;
  const variables = await contextVariables(context);
  for (const file of renderSet('webhook-first', variables)) await tree.createIfAbsent(file.path, file.text);
  await addItem(tree, layout.overlayList, 'resources', '../webhook');
  if (isFirst) await enableComponent(tree, 'webhook');
}

/** The webhook file of a kind, with the handlers that are wanted and were not there. */
export async function scaffoldHandlers(context: ScaffoldContext, handlers: Handlers): Promise<void> {
  const { tree, resource } = context;
  const variables = await handlerVariables(context);
  const isForeign = resource.core === true || resource.external === true;
  const sets = ['webhook', isForeign ? 'webhook-test-foreign' : 'webhook-test'];
  const wantsTest = handlers.defaulting || handlers.validation;
  for (const set of wantsTest ? sets : ['webhook']) {
    for (const file of renderSet(set, variables)) await tree.createIfAbsent(file.path, file.text);
  }
  await register(tree, webhookRegistration(variables));
  const suffix = isForeign ? '-foreign' : '';
  if (handlers.defaulting)
    await addHandler(tree, variables, { name: 'defaulter', types: ['AdmissionContext', 'Defaulter'], suffix });
  if (handlers.validation)
    await addHandler(tree, variables, {
      name: 'validator',
      types: ['AdmissionContext', 'Validator', 'Verdict'],
      suffix,
    });
  if (wantsTest) await addItem(tree, layout.webhookList, 'resources', 'manifests.yaml');
}

/** Converters of spokes, registered in the hub's webhook file, and the CRD's conversion stanza. */
export async function scaffoldConversion(context: ScaffoldContext, spokes: readonly string[]): Promise<void> {
  const { tree, force } = context;
  const variables = await handlerVariables(context);
  for (const file of renderSet('conversion-hub', variables)) await tree.createIfAbsent(file.path, file.text);
  const patch = `patches/webhook_in_${variables.crdPatchFile}.yaml`;
  await addItem(tree, layout.crdList, 'patches', { path: patch });
  await addItem(tree, layout.webhookComponentList, 'resources', 'conversion_cert_role.yaml');
  await insert(tree, layout.conversionRole, 'conversioncrds', `- ${variables.crdName}`);
  for (const [anchor, fragment] of [
    ['crdkustomizecainjectionns', 'cainjection-ns'],
    ['crdkustomizecainjectionname', 'cainjection-name'],
  ] as const) {
    await insert(tree, layout.certManagerReplacements, anchor, renderTemplate(`fragments/${fragment}`, variables));
  }
  for (const spoke of spokes) {
    const conversion = { ...variables, ...conversionVariables(variables, spoke) };
    for (const file of renderSet('conversion-spoke', conversion)) await tree.create(file.path, file.text, { force });
    const setup = renderTemplate('fragments/setup-conversion', conversion);
    const module = `${variables.webhookDepth}api/${variables.groupPath}${spoke}/${variables.file}.conversion.js`;
    await tree.edit(webhookFile(variables), (text) =>
      editSource(text, webhookFile(variables), (source) => {
        addImport(source, conversion.spokeConverter, module);
        insertAtAnchor(source, 'webhook', setup);
      }),
    );
  }
}

/** Variables of a webhook file and its fragments. */
export async function handlerVariables(context: ScaffoldContext) {
  const variables = await contextVariables(context);
  const { webhooks } = context.resource;
  return {
    ...variables,
    ...variables,
    hasCustomPathMutate: webhooks?.defaultingPath !== undefined,
    hasCustomPathValidate: webhooks?.validationPath !== undefined,
  };
}

/** The file with a kind's webhooks. */
export function webhookFile(names: { groupPath: string; version: string; file: string }): string {
  return `${webhookFolderOf(names)}/${names.file}.webhook.ts`;
}

/** How main calls a kind's webhooks; two versions of a kind have the same function name. */
export function webhookRegistration(names: {
  groupPath: string;
  groupPackage: string;
  version: string;
  file: string;
  kind: string;
}): Registration {
  return {
    type: 'function',
    setup: `setup${names.kind}Webhook`,
    module: `./webhook/${names.groupPath}${names.version}/${names.file}.webhook.js`,
    alias: `setup${pascalCase(names.groupPackage)}${names.kind}${pascalCase(names.version)}Webhook`,
  };
}

type HandlerVariables = Awaited<ReturnType<typeof handlerVariables>>;

async function addHandler(
  tree: WorkingTree,
  variables: HandlerVariables,
  handler: { name: 'defaulter' | 'validator'; types: readonly string[]; suffix: string },
): Promise<void> {
  const file = webhookFile(variables);
  const code = renderTemplate(`fragments/${handler.name}`, variables);
  const setup = renderTemplate(`fragments/setup-${handler.name}`, variables);
  const className = `class ${variables.kind}${pascalCase(handler.name)} `;
  await tree.edit(file, (text) =>
    editSource(text, file, (source) => {
      for (const type of handler.types) addImport(source, type, 'kbts/runtime', { isType: true });
      insertAtAnchor(source, 'webhook', setup);
      if (!source.file.getFullText().includes(className)) insertAtAnchor(source, 'webhook-handlers', `${code}\n`);
    }),
  );
  const test = renderTemplate(`fragments/${handler.name}-test${handler.suffix}`, variables);
  await insert(tree, file.replace(/\.ts$/, '.test.ts'), 'webhook-tests', `${test}\n`);
}

async function insert(tree: WorkingTree, file: string, anchor: string, snippet: string): Promise<void> {
  await tree.edit(file, (text) => insertAboveAnchor(text, anchor, snippet, file));
}

async function addItem(tree: WorkingTree, file: string, key: string, item: ListItem): Promise<void> {
  await tree.edit(file, (text) => addToYamlList(text, key, item, file));
}
