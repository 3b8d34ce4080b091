/** One version of a kind is stored; with several versions a marker must say which. */
import { otherVersions, type Project } from '../../project/project.js';
import { resourceNames } from '../../project/resource-names.js';
import type { Resource } from '../../project/resource.js';
import { addMarker, editSource, hasMarker, openSource, removeMarker } from '../../scaffold/source-edit.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';

const marker = '+kubebuilder:storageversion';

/** When a kind gets its second version, the one that exists stays the stored one. */
export async function keepStorageVersion(tree: WorkingTree, project: Project, added: Resource): Promise<void> {
  const others = otherVersions(project, added).filter(({ api }) => api !== undefined);
  const [first] = others;
  if (first === undefined) return;
  for (const resource of [...others, added]) if (await isStored(tree, project, resource)) return;
  await mark(tree, project, first, addMarker);
}

/** Makes one version the stored one, and no other. */
export async function setStorageVersion(tree: WorkingTree, project: Project, hub: Resource): Promise<void> {
  const others = otherVersions(project, hub).filter(({ api }) => api !== undefined);
  for (const other of others) if (await isStored(tree, project, other)) await mark(tree, project, other, removeMarker);
  if (others.length > 0) await mark(tree, project, hub, addMarker);
}

/** When a version goes away and one is left, that one needs no marker. */
export async function dropStorageVersion(tree: WorkingTree, project: Project, removed: Resource): Promise<void> {
  const others = otherVersions(project, removed).filter(({ api }) => api !== undefined);
  const [first] = others;
  if (first === undefined) return;
  if (others.length === 1) await mark(tree, project, first, removeMarker);
  else await keepStorageVersion(tree, project, removed);
}

/** The file with the types of a resource. */
export function typesFile(project: Project, resource: Resource): string {
  const { apiFolder, file } = resourceNames(project, resource);
  return `${apiFolder}/${file}.types.ts`;
}

async function isStored(tree: WorkingTree, project: Project, resource: Resource): Promise<boolean> {
  const file = typesFile(project, resource);
  const text = await tree.find(file);
  return text !== undefined && hasMarker(openSource(text, file), resource.kind, marker);
}

async function mark(tree: WorkingTree, project: Project, resource: Resource, change: typeof addMarker): Promise<void> {
  const file = typesFile(project, resource);
  await tree.edit(file, (text) => editSource(text, file, (source) => change(source, resource.kind, marker)));
}
