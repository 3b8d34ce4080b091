/** Opens a scaffolded project. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { UserError } from '../errors.js';
import { parseProject, PROJECT_FILE, updateProjectText } from '../project/project-file.js';
import type { Project } from '../project/project.js';
import type { Resource } from '../project/resource.js';
import { readInside } from '../scaffold/read-inside.js';
import { checkSettled } from '../scaffold/recover.js';
import { WorkingTree } from '../scaffold/working-tree.js';
import { externalCrdFile, isClusterScopedCoreKind, isClusterScopedCrd } from './api/foreign-kind.js';

/** A project and its tree. */
export interface OpenProject {
  readonly project: Project;
  readonly tree: WorkingTree;
}

/** Loads PROJECT of `root`. Rejects while an interrupted command has left the tree half-written. */
export async function loadProject(root: string): Promise<OpenProject> {
  checkSettled(root);
  const text = readInside(root, PROJECT_FILE);
  if (text === undefined) {
    throw new UserError('project-missing', `${root} is not a kbts project: it has no PROJECT file`, {
      fix: whereToGo(root),
    });
  }
  const tree = new WorkingTree(root);
  return { project: await withScopes(parseProject(text), tree), tree };
}

/** Plans the new PROJECT as one of the changes. */
export async function saveProject(tree: WorkingTree, project: Project): Promise<void> {
  await tree.edit(PROJECT_FILE, (text) => updateProjectText(text, project));
}

/** PROJECT does not record the scope of foreign kinds; the catalogue and the kept CRDs know it. */
async function withScopes(project: Project, tree: WorkingTree): Promise<Project> {
  const resources = await Promise.all(
    project.resources.map(async (resource): Promise<Resource> => {
      if (resource.core === true) return { ...resource, clusterScoped: await isClusterScopedCoreKind(resource) };
      if (resource.external !== true) return resource;
      const file = externalCrdFile(resource);
      const crd = await tree.find(file);
      return { ...resource, clusterScoped: crd !== undefined && isClusterScopedCrd(crd, file) };
    }),
  );
  return { ...project, resources };
}

function whereToGo(folder: string): string {
  for (let above = path.dirname(folder); above !== path.dirname(above); above = path.dirname(above)) {
    if (existsSync(path.join(above, PROJECT_FILE)))
      return `the folder is part of the project ${above}: change to it, or pass "-C ${path.relative(folder, above)}"`;
  }
  return 'change to the root of a project, or make one with "kbts init"';
}
