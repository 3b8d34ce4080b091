/** The variables that templates may use. */
import { packageVersion } from '../../package-root.js';
import type { Project } from '../../project/project.js';
import { controllerNamesOf, pascalCase, resourceNames } from '../../project/resource-names.js';
import type { Resource } from '../../project/resource.js';
import { packageManagerWords } from '../../tools/package-manager.js';
import { layout } from '../../project/layout.js';

/** Variables about the project. */
export function projectVariables(project: Project, boilerplate: string) {
  return {
    projectName: project.projectName,
    domain: project.domain,
    namespaced: project.namespaced,
    multigroup: project.multigroup,
    leaderElectionId: leaderElectionId(project),
    kbtsVersion: packageVersion(),
    nodeVersion: '24',
    packageManager: project.packageManager,
    ...packageManagerWords(project.packageManager),
    boilerplate,
  };
}

/** Variables about a resource. `typesModule` is seen from its controller, `webhookTypesModule` from its webhook, one folder deeper. */
export function resourceVariables(project: Project, resource: Resource, isIrregularPlural: boolean) {
  const names = resourceNames(project, resource, isIrregularPlural);
  const { apiGroup, qualifiedGroup, kindLower, plural, rbacNamespace, rolePrefix, typesModule } = names;
  return {
    ...names,
    roleName: `${rolePrefix}${kindLower}`,
    rbacGroup: apiGroup === '' ? 'core' : apiGroup,
    rbacScope: rbacNamespace !== '' && names.isNamespaced ? `,namespace=${rbacNamespace}` : '',
    webhookGroup: apiGroup === '' ? '""' : apiGroup,
    isForeign: resource.core === true || resource.external === true,
    crdPath: names.isExternal ? layout.externalCrds : layout.crds,
    crdName: `${plural}.${qualifiedGroup}`,
    webhookTypesModule: typesModule.startsWith('.') ? `../${typesModule}` : typesModule,
  };
}

/** Variables of one controller of a resource. */
export function controllerVariables(variables: ReturnType<typeof resourceVariables>, controllerName?: string) {
  return { ...variables, ...controllerNamesOf(variables, controllerName) };
}

/** Variables of the conversion between a hub and a spoke. */
export function conversionVariables(variables: ReturnType<typeof resourceVariables>, spokeVersion: string) {
  return {
    ...variables,
    hubVersion: variables.version,
    spokeVersion,
    spokeConverter: `${variables.kindVariable.replace(/Object$/, '')}${pascalCase(spokeVersion)}Converter`,
  };
}

/** A name that no other project in the cluster has: a hash of this one's name, and its domain. */
export function leaderElectionId(project: Project): string {
  return [fnv32a(project.repo ?? project.projectName), project.domain].filter((part) => part !== '').join('.');
}

function fnv32a(text: string): string {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(text, 'utf8')) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, '0');
}
