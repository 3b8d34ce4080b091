/** What has been scaffolded so far. Changes return a new value; saving it is another step. */
import { UserError } from '../errors.js';
import { describe, isSame, qualifiedGroup, type Resource, type ResourceId } from './resource.js';

/** The plugin key that PROJECT's `layout` names. */
export const LAYOUT = 'typescript.kbts.dev/v1';

/** What installs the project's dependencies. */
export const packageManagers = ['npm', 'pnpm', 'yarn', 'bun'] as const;

export type PackageManager = (typeof packageManagers)[number];

/** The content of PROJECT that kbts understands. */
export interface Project {
  readonly version: '3';
  readonly domain: string;
  readonly projectName: string;
  /** The npm package name of the project. */
  readonly repo?: string;
  readonly cliVersion?: string;
  readonly multigroup: boolean;
  readonly namespaced: boolean;
  readonly packageManager: PackageManager;
  readonly resources: readonly Resource[];
}

/** The resource with this identity. The domain may be left out: then group, version and kind decide. */
export function findResource(
  project: Project,
  id: Omit<ResourceId, 'domain'> & { domain?: string },
): Resource | undefined {
  return project.resources.find((resource) => isSame(resource, { ...id, domain: id.domain ?? resource.domain }));
}

/** The resource that a user names: by its group, or by the full group that `kbts list` shows. */
export function findNamedResource(project: Project, id: Omit<ResourceId, 'domain'>): Resource | undefined {
  const { group, version, kind } = id;
  return (
    findResource(project, id) ??
    project.resources.find((one) => qualifiedGroup(one) === group && one.version === version && one.kind === kind)
  );
}

/** Adds a resource, or replaces the one with the same identity. */
export function withResource(project: Project, resource: Resource): Project {
  const index = project.resources.findIndex((known) => isSame(known, resource));
  if (index < 0) {
    checkGroups(project, resource);
    return { ...project, resources: [...project.resources, resource] };
  }
  return { ...project, resources: project.resources.with(index, resource) };
}

/** Removes a resource. */
export function withoutResource(project: Project, id: ResourceId): Project {
  return { ...project, resources: project.resources.filter((resource) => !isSame(resource, id)) };
}

/** Other versions of the same group and kind. */
export function otherVersions(project: Project, { group, domain, kind, version }: ResourceId): Resource[] {
  return project.resources.filter(
    (other) => other.group === group && other.domain === domain && other.kind === kind && other.version !== version,
  );
}

/** Resources of the same group and version, which share a folder of types. */
export function samePackage(project: Project, { group, domain, version }: ResourceId): Resource[] {
  return project.resources.filter(
    (other) => other.group === group && other.domain === domain && other.version === version && other.api !== undefined,
  );
}

/** A project with one group keeps its types in `src/api/v1`; a second group has no place there. */
function checkGroups(project: Project, resource: Resource): void {
  if (project.multigroup || resource.api === undefined) return;
  const other = project.resources.find(
    (known) => known.api !== undefined && qualifiedGroup(known) !== qualifiedGroup(resource),
  );
  if (other === undefined) return;
  throw new UserError(
    'multigroup-needed',
    `${describe(resource)} is of another group than ${describe(other)}, and this project has a single group`,
    { fix: 'run "kbts edit --multigroup" first; it moves the files and rewrites the imports' },
  );
}
