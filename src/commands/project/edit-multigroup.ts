/** Moves a project between the layouts for one group and for several, and rewrites all imports. */
import path from 'node:path';
import { UserError } from '../../errors.js';
import type { Project } from '../../project/project.js';
import { resourceNames } from '../../project/resource-names.js';
import { controllerNames, qualifiedGroup, type Resource } from '../../project/resource.js';
import { editSource, rewriteSpecifiers } from '../../scaffold/source-edit.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { addToYamlList, removeFromYamlList, yamlListItems } from '../../scaffold/yaml-list.js';
import { controllerVariables, resourceVariables } from './template-variables.js';
import { apiFolderOf, layout, webhookFolderOf } from '../../project/layout.js';

/** Plans the moves; returns the project in its new layout. */
export async function setMultigroup(tree: WorkingTree, project: Project, multigroup: boolean): Promise<Project> {
  if (!multigroup) checkSingleGroup(project);
  const resources = project.resources.map((resource) => relocate(resource, multigroup));
  const changed: Project = { ...project, multigroup, resources };
  const moves = new Map<string, string>();
  for (const [index, resource] of project.resources.entries()) {
    await collectMoves(
      tree,
      { project, resource },
      { project: changed, resource: resources[index] ?? resource },
      moves,
    );
  }
  await moveAll(tree, moves);
  return changed;
}

function checkSingleGroup(project: Project): void {
  const groups = [...new Set(project.resources.filter(({ api }) => api !== undefined).map(qualifiedGroup))];
  if (groups.length <= 1) return;
  throw new UserError('flag-conflict', `this project has APIs of ${groups.length} groups: ${groups.join(', ')}`, {
    fix: 'the layout for one group has no room for them; delete the APIs of all groups but one first',
  });
}

function relocate(resource: Resource, multigroup: boolean): Resource {
  if (resource.api === undefined) return resource;
  const groupPath = multigroup && resource.group !== '' ? `${resource.group}/` : '';
  return { ...resource, path: apiFolderOf(groupPath, resource.version) };
}

interface Place {
  readonly project: Project;
  readonly resource: Resource;
}

async function collectMoves(tree: WorkingTree, before: Place, after: Place, moves: Map<string, string>): Promise<void> {
  const old = resourceNames(before.project, before.resource);
  const now = resourceNames(after.project, after.resource);
  if (before.resource.api !== undefined) {
    for (const file of await tree.list(old.apiFolder)) moves.set(file, file.replace(old.apiFolder, now.apiFolder));
  }
  for (const name of controllerNames(before.resource)) {
    const { controllerFile } = controllerVariables(resourceVariables(before.project, before.resource, false), name);
    await collectFamily(
      tree,
      `${layout.controllers}/${old.groupPath}`,
      `${layout.controllers}/${now.groupPath}`,
      controllerFile,
      moves,
    );
  }
  const folders = [old, now].map(({ groupPath, version }) => `${webhookFolderOf({ groupPath, version })}/`);
  await collectFamily(tree, folders[0] ?? '', folders[1] ?? '', old.file, moves);
  await renameRoles(tree, before, after);
  await renameCrdPatch(tree, old.crdPatchFile, now.crdPatchFile);
}

/** `guestbook.children.ts` and `guestbook.fixture.yaml` belong to `guestbook.controller.ts`, and go where it goes. */
async function collectFamily(
  tree: WorkingTree,
  from: string,
  to: string,
  name: string,
  moves: Map<string, string>,
): Promise<void> {
  for (const file of await tree.list(from.replace(/\/$/, ''))) {
    const rest = file.slice(from.length);
    if (rest.startsWith(`${name}.`) && !rest.includes('/')) moves.set(file, `${to}${rest}`);
  }
}

async function moveAll(tree: WorkingTree, moves: ReadonlyMap<string, string>): Promise<void> {
  const targets = new Map([...moves].filter(([from, to]) => from !== to));
  const sources = (await Promise.all(['src', 'test'].map((folder) => tree.list(folder))))
    .flat()
    .filter((file) => file.endsWith('.ts'));
  const known = new Set(sources);
  for (const file of sources) {
    const target = targets.get(file) ?? file;
    const text = await tree.read(file);
    const rewritten = editSource(text, file, (source) =>
      rewriteSpecifiers(source, (specifier) => newSpecifier(specifier, { file, target, targets, known })),
    );
    if (target !== file) await tree.move(file, target);
    if (rewritten !== text) await tree.edit(target, () => rewritten);
  }
  for (const [from, to] of targets) if (!known.has(from)) await tree.move(from, to);
}

interface Importer {
  readonly file: string;
  readonly target: string;
  readonly targets: ReadonlyMap<string, string>;
  readonly known: ReadonlySet<string>;
}

/** A relative specifier, seen from where the importing file will be, to where the imported one will be. */
function newSpecifier(specifier: string, { file, target, targets, known }: Importer): string {
  if (!specifier.startsWith('.')) return specifier;
  const imported = path.posix.join(path.posix.dirname(file), specifier).replace(/\.js$/, '.ts');
  if (!known.has(imported)) return specifier;
  const relative = path.posix
    .relative(path.posix.dirname(target), targets.get(imported) ?? imported)
    .replace(/\.ts$/, '.js');
  return relative.startsWith('.') ? relative : `./${relative}`;
}

async function renameRoles(tree: WorkingTree, before: Place, after: Place): Promise<void> {
  const old = resourceVariables(before.project, before.resource, false);
  const now = resourceVariables(after.project, after.resource, false);
  const list = layout.rbacList;
  for (const role of ['admin', 'editor', 'viewer']) {
    const from = `${old.rolePrefixFile}${old.kindLower}_${role}_role.yaml`;
    const to = `${now.rolePrefixFile}${now.kindLower}_${role}_role.yaml`;
    if (from === to || !(await tree.exists(`${layout.rbac}/${from}`))) continue;
    await tree.move(`${layout.rbac}/${from}`, `${layout.rbac}/${to}`);
    await tree.edit(`${layout.rbac}/${to}`, (text) =>
      text.replace(`name: ${old.roleName}-${role}-role`, `name: ${now.roleName}-${role}-role`),
    );
    await tree.edit(list, (text) => replaceItem(text, 'resources', from, to, list));
  }
}

async function renameCrdPatch(tree: WorkingTree, from: string, to: string): Promise<void> {
  const file = (name: string): string => `${layout.crdPatches}/webhook_in_${name}.yaml`;
  if (from === to || !(await tree.exists(file(from)))) return;
  await tree.move(file(from), file(to));
  const list = layout.crdList;
  const item = (name: string) => ({ path: `patches/webhook_in_${name}.yaml` });
  await tree.edit(list, (text) =>
    addToYamlList(removeFromYamlList(text, 'patches', item(from), list), 'patches', item(to), list),
  );
}

function replaceItem(text: string, key: string, from: string, to: string, file: string): string {
  if (!yamlListItems(text, key, file).includes(from)) return text;
  return addToYamlList(removeFromYamlList(text, key, from, file), key, to, file);
}
