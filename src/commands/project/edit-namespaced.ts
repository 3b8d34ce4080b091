/** Switches a project between watching the whole cluster and watching chosen namespaces. */
import { UserError } from '../../errors.js';
import type { Project } from '../../project/project.js';
import { isNamespaced } from '../../project/resource.js';
import { addImport, editSource, removeImport, removeProperty, setProperty } from '../../scaffold/source-edit.js';
import { renderSet } from '../../scaffold/template-tree.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { updateClusterBinding } from '../api/scaffold-api.js';
import { projectVariables } from './template-variables.js';
import { layout } from '../../project/layout.js';

const watchModule = './watch-namespaces.js';

/** Plans the switch; returns the changed project. */
export async function setNamespaced(
  tree: WorkingTree,
  project: Project,
  namespaced: boolean,
  force: boolean,
): Promise<Project> {
  const changed: Project = { ...project, namespaced };
  const variables = projectVariables(project, (await tree.find(layout.boilerplate)) ?? '');
  const [from, to] = namespaced ? ['init-cluster', 'init-namespaced'] : ['init-namespaced', 'init-cluster'];
  await swapFiles(tree, renderSet(from, variables), renderSet(to, variables), force);
  await editMain(tree, namespaced);
  await editMarkers(tree, project, namespaced);
  await updateClusterBinding(tree, changed);
  return changed;
}

interface Rendered {
  readonly path: string;
  readonly text: string;
}

/** Files of the old mode give way to those of the new one; changed ones only with `force`. */
async function swapFiles(
  tree: WorkingTree,
  old: readonly Rendered[],
  fresh: readonly Rendered[],
  force: boolean,
): Promise<void> {
  const isGenerated = (path: string): boolean => path === layout.main || path.endsWith('/role.yaml');
  for (const { path, text } of old) {
    const current = await tree.find(path);
    if (current === undefined || isGenerated(path)) continue;
    if (current !== text && !force) {
      throw new UserError('file-changed', `you have changed ${path}, which this switch overwrites`, {
        fix: 'save your changes elsewhere, pass --force, and put them back',
      });
    }
    await tree.delete(path);
  }
  for (const { path, text } of fresh) {
    if (path === layout.main) continue;
    await tree.create(path, text, { force: true });
  }
}

async function editMain(tree: WorkingTree, namespaced: boolean): Promise<void> {
  await tree.edit(layout.main, (text) =>
    editSource(text, layout.main, (source) => {
      if (namespaced) {
        addImport(source, 'watchNamespaces', watchModule);
        setProperty(source, 'managerFlags', 'cache', '{ default: { namespaces: watchNamespaces(process.env) } }');
      } else {
        removeProperty(source, 'managerFlags', 'cache');
        removeImport(source, 'watchNamespaces', watchModule);
      }
    }),
  );
}

/** RBAC markers of namespaced resources say in which namespace their Role goes. */
async function editMarkers(tree: WorkingTree, project: Project, namespaced: boolean): Promise<void> {
  const suffix = `,namespace=${project.projectName}-system`;
  const resources = await namespacedResources(project);
  for (const file of await tree.list('src')) {
    if (!file.endsWith('.ts')) continue;
    await tree.edit(file, (text) =>
      text.replaceAll(/^([ \t]*(?:\/\/|\*)\s*\+kubebuilder:rbac:\S+)$/gm, (line: string) => {
        if (!namespaced) return line.replace(suffix, '');
        const names = /resources=([^,\s]+)/.exec(line)?.[1]?.split(';') ?? [];
        const isOurs = names.length > 0 && names.every((name) => resources.has(name.split('/')[0] ?? ''));
        return isOurs && !line.includes('namespace=') ? line + suffix : line;
      }),
    );
  }
}

async function namespacedResources(project: Project): Promise<Set<string>> {
  const { allBuiltinKinds } = await import('../../k8s/catalogue.js');
  const builtin = allBuiltinKinds().filter(({ scope }) => scope === 'Namespaced');
  return new Set([
    ...builtin.map(({ plural }) => plural),
    ...project.resources.filter(isNamespaced).map(({ plural }) => plural),
  ]);
}
