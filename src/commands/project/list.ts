/** `kbts list`: what has been scaffolded. */
import { apiGroup, controllerNames, isNamespaced } from '../../project/resource.js';
import { type Component, componentNames } from '../../project/component-facts.js';
import { enabledComponents } from './components.js';
import { loadProject } from '../load-project.js';

/** One resource, as users see it. */
export interface ListedResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly scope: 'Namespaced' | 'Cluster';
  readonly origin: 'project' | 'core' | 'external';
  readonly controllers: readonly string[];
  readonly webhooks: readonly string[];
}

/** What a project consists of. */
export interface ProjectListing {
  readonly projectName: string;
  readonly domain: string;
  readonly multigroup: boolean;
  readonly namespaced: boolean;
  readonly resources: readonly ListedResource[];
  readonly components: Readonly<Record<Component, boolean>>;
}

/** Reads PROJECT and the components. */
export async function list(root: string): Promise<ProjectListing> {
  const { project, tree } = await loadProject(root);
  const enabled = await enabledComponents(tree);
  return {
    projectName: project.projectName,
    domain: project.domain,
    multigroup: project.multigroup,
    namespaced: project.namespaced,
    resources: project.resources.map((resource) => ({
      group: apiGroup(resource),
      version: resource.version,
      kind: resource.kind,
      plural: resource.plural,
      scope: isNamespaced(resource) ? 'Namespaced' : 'Cluster',
      origin: resource.core === true ? 'core' : resource.external === true ? 'external' : 'project',
      controllers: controllerNames(resource),
      webhooks: [
        ...(resource.webhooks?.defaulting === true ? ['defaulting'] : []),
        ...(resource.webhooks?.validation === true ? ['validation'] : []),
        ...(resource.webhooks?.conversion === true ? [`conversion(${resource.webhooks.spoke?.join(',') ?? ''})`] : []),
      ],
    })),
    components: Object.fromEntries(componentNames.map((name) => [name, enabled.includes(name)])) as Record<
      Component,
      boolean
    >,
  };
}
