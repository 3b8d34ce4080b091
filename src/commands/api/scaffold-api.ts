/** Plans the files of an API, of its controllers, and of external types. */
import path from 'node:path';
import type { Project } from '../../project/project.js';
import { samePackage } from '../../project/project.js';
import { controllerValueOf, pascalCase } from '../../project/resource-names.js';
import { controllerNames, isNamespaced, isSame, qualifiedGroup, type Resource } from '../../project/resource.js';
import { renderSet } from '../../scaffold/template-tree.js';
import { typesFromSchema } from '../../scaffold/importer/types-from-schema.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { addToYamlList, removeFromYamlList } from '../../scaffold/yaml-list.js';
import { type DeployImage, deployImageFiles } from '../deploy-image/deploy-image.js';
import { externalCrdFile, type ExternalCrd } from './foreign-kind.js';
import { register, type Registration } from '../project/main-source.js';
import { controllerVariables, projectVariables, resourceVariables } from '../project/template-variables.js';
import { layout } from '../../project/layout.js';

/** What the planning functions work on. `project` has the resource already. */
export interface ScaffoldContext {
  readonly tree: WorkingTree;
  readonly project: Project;
  readonly resource: Resource;
  readonly isIrregularPlural: boolean;
  readonly force?: boolean;
  /** The controller knows nothing about the status of its kind. */
  readonly onlyWatches?: boolean;
  /** The kind runs a container image. */
  readonly deployImage?: DeployImage;
}

/** Where the licence header of a project is kept. */
/** All variables of the context's resource. */
export async function contextVariables({ tree, project, resource, isIrregularPlural }: ScaffoldContext) {
  const boilerplate = (await tree.find(layout.boilerplate)) ?? '';
  return { ...projectVariables(project, boilerplate), ...resourceVariables(project, resource, isIrregularPlural) };
}

/** Types, sample, roles, and the entries of the kustomizations. */
export async function scaffoldApi(context: ScaffoldContext): Promise<void> {
  const { tree, project, resource, force } = context;
  const variables = await contextVariables(context);
  for (const file of apiFiles(context, variables)) {
    // All versions of a kind share its roles.
    if (file.path.startsWith(`${layout.rbac}/`) && force !== true) await tree.createIfAbsent(file.path, file.text);
    else await tree.create(file.path, file.text, { force });
  }
  if (samePackage(project, resource).filter((other) => !isSame(other, resource)).length === 0) {
    for (const file of renderSet('api-package', variables)) await tree.createIfAbsent(file.path, file.text);
  }
  for (const file of renderSet('api-first', variables)) await tree.createIfAbsent(file.path, file.text);
  await addItem(tree, layout.overlayList, 'resources', '../crd');
  await addItem(tree, layout.crdList, 'resources', `bases/${variables.crdFile}`);
  await addItem(tree, layout.sampleList, 'resources', `${variables.sampleFile}.yaml`);
  for (const role of roleFiles(variables)) await addItem(tree, layout.rbacList, 'resources', role);
}

/** Types and sample of a kind that runs an image are its own; roles are those of any kind. */
function apiFiles({ deployImage }: ScaffoldContext, variables: Awaited<ReturnType<typeof contextVariables>>) {
  const files = renderSet('api', variables);
  if (!deployImage) return files;
  const own = deployImageFiles(deployImage, controllerVariables(variables));
  return files.map((file) => own.find(({ path: place }) => place === file.path) ?? file);
}

/** A controller with its test, registered in main. */
export async function scaffoldController(context: ScaffoldContext, controllerName?: string): Promise<void> {
  const { tree, project, resource, force } = context;
  const variables = controllerVariables(await contextVariables(context), controllerName);
  const onlyWatches = resource.external === true || context.onlyWatches === true;
  const set = resource.core === true ? 'controller-core' : onlyWatches ? 'controller-external' : 'controller';
  const files = context.deployImage
    ? deployImageFiles(context.deployImage, variables).filter(({ path: place }) =>
        place.startsWith(`${layout.controllers}/`),
      )
    : renderSet(set, { ...(await contextVariables(context)), ...variables });
  for (const file of files) await tree.create(file.path, file.text, { force });
  await register(tree, controllerRegistration(variables));
  await updateClusterBinding(tree, project);
}

/** A namespaced manager reaches cluster-scoped kinds through a ClusterRole; others need no binding for one. */
export async function updateClusterBinding(tree: WorkingTree, project: Project): Promise<void> {
  const isNeeded =
    project.namespaced && project.resources.some((one) => controllerNames(one).length > 0 && !isNamespaced(one));
  const list = layout.rbacList;
  for (const file of renderSet('rbac-cluster-binding', projectVariables(project, ''))) {
    const item = path.posix.basename(file.path);
    if (isNeeded) {
      await tree.createIfAbsent(file.path, file.text);
      await addItem(tree, list, 'resources', item);
    } else if (await tree.exists(file.path)) {
      await tree.delete(file.path);
      await tree.edit(list, (text) => removeFromYamlList(text, 'resources', item, list));
    }
  }
}

/** Types from a CRD, and the CRD itself for tests. */
export async function scaffoldExternalTypes(context: ScaffoldContext, crd: ExternalCrd): Promise<void> {
  const { tree, resource, force } = context;
  const { boilerplate } = await contextVariables(context);
  const group = qualifiedGroup(resource);
  const text = typesFromSchema(crd.schema, {
    group,
    version: crd.version,
    kind: crd.kind,
    plural: crd.plural,
    scope: crd.clusterScoped ? 'Cluster' : 'Namespaced',
    hasStatus: crd.hasStatus,
    boilerplate,
  });
  await tree.create(externalTypesFile(resource), text, { force });
  const index = `${resource.path}/index.ts`;
  const line = `export * from './${externalModule(resource)}.js';\n`;
  await tree.createIfAbsent(index, '');
  await tree.edit(index, (current) => (current.includes(line) ? current : current + line));
  await tree.create(externalCrdFile(resource), crd.text, { force: true });
}

/** Where the types of an external kind are. */
export function externalTypesFile(resource: Resource): string {
  return `${resource.path}/${externalModule(resource)}.ts`;
}

/** The three per-kind roles. */
export function roleFiles({ rolePrefixFile, kindLower }: { rolePrefixFile: string; kindLower: string }): string[] {
  return ['admin', 'editor', 'viewer'].map((role) => `${rolePrefixFile}${kindLower}_${role}_role.yaml`);
}

/** How main calls a controller. */
export function controllerRegistration(names: {
  groupPath: string;
  groupPackage: string;
  controllerFile: string;
  controllerClass: string;
}): Registration {
  return {
    type: 'part',
    setup: controllerValueOf(names.controllerClass),
    module: `./controller/${names.groupPath}${names.controllerFile}.controller.js`,
    alias: controllerValueOf(`${pascalCase(names.groupPackage)}${names.controllerClass}`),
  };
}

async function addItem(tree: WorkingTree, file: string, key: string, item: string): Promise<void> {
  await tree.edit(file, (text) => addToYamlList(text, key, item, file));
}

function externalModule(resource: Resource): string {
  return `${resource.kind.toLowerCase()}.types`;
}
