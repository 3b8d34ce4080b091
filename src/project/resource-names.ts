/** Every name that files, identifiers and objects of a resource get. All are derived from its full identity. */
import { coreModule } from './core-group.js';
import type { Project } from './project.js';
import { apiGroup, isNamespaced, qualifiedGroup, type Resource } from './resource.js';
import { apiFolderOf, layout } from './layout.js';

/** The variables that templates of a resource may use. */
export interface ResourceNames {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  /** The kind as generated code refers to it: an alias where the kind's own name is taken. */
  readonly kindRef: string;
  /** `Guestbook`, or `Client as ClientResource`. */
  readonly kindImport: string;
  /** The kind after its article: `a Guestbook`, `an App`. */
  readonly aKind: string;
  readonly kindLower: string;
  readonly kindVariable: string;
  readonly plural: string;
  readonly qualifiedGroup: string;
  readonly apiGroup: string;
  /** The group in RBAC and webhook markers: `""` for core kinds. */
  readonly markerGroup: string;
  readonly groupPath: string;
  readonly groupPackage: string;
  readonly file: string;
  readonly isNamespaced: boolean;
  /** What the resource marker has to say; empty when there is nothing to say. */
  readonly resourceMarker: string;
  /** Kubernetes keeps the group for itself: the API server wants to know who approved the CRD. */
  readonly isProtectedGroup: boolean;
  readonly isExternal: boolean;
  readonly isCore: boolean;
  readonly apiFolder: string;
  readonly typesModule: string;
  readonly rolePrefix: string;
  readonly rolePrefixFile: string;
  readonly sampleFile: string;
  readonly sampleName: string;
  readonly rbacNamespace: string;
  readonly crdFile: string;
  readonly crdPatchFile: string;
  readonly webhookPathMutate: string;
  readonly webhookPathValidate: string;
  readonly webhookNameMutate: string;
  readonly webhookNameValidate: string;
  /** From the folder of a controller or webhook back to `src/`. */
  readonly controllerDepth: string;
  readonly webhookDepth: string;
}

/** Derives all names of a resource in a project. */
export function resourceNames(project: Project, resource: Resource, isIrregularPlural = false): ResourceNames {
  const { group, version, kind, plural } = resource;
  const kindLower = kind.toLowerCase();
  const full = qualifiedGroup(resource);
  const groupFolder = project.multigroup && group !== '' ? group : '';
  const groupPath = groupFolder === '' ? '' : `${groupFolder}/`;
  const controllerDepth = groupFolder === '' ? '../' : '../../';
  const apiFolder = resource.path?.startsWith(`${layout.sources}/`) ? resource.path : apiFolderOf(groupPath, version);
  const pathGroup = apiGroup(resource).replaceAll('.', '-');
  const hookSuffix = `${kindLower}-${version}.${full === '' ? 'core' : full}.kb.io`;
  const rolePrefix = groupFolder === '' ? '' : `${groupFolder.replaceAll('.', '-')}-`;
  const kindRef = takenNames.has(kind) ? `${kind}Resource` : kind;
  return {
    group,
    version,
    kind,
    kindRef,
    kindImport: kindRef === kind ? kind : `${kind} as ${kindRef}`,
    aKind: `${/^[AEIO]/.test(kind) ? 'an' : 'a'} ${kind}`,
    kindLower,
    kindVariable: variableName(kind),
    plural,
    qualifiedGroup: full,
    apiGroup: apiGroup(resource),
    markerGroup: apiGroup(resource) === '' ? '""' : apiGroup(resource),
    groupPath,
    groupPackage: groupFolder,
    file: kebabCase(kind),
    isNamespaced: isNamespaced(resource),
    resourceMarker: [
      ...(isIrregularPlural || !isNamespaced(resource) ? [`path=${plural}`] : []),
      ...(isNamespaced(resource) ? [] : ['scope=Cluster']),
    ].join(','),
    isProtectedGroup: /(?:^|\.)(?:k8s|kubernetes)\.io$/.test(full),
    isExternal: resource.external === true,
    isCore: resource.core === true,
    apiFolder,
    typesModule:
      resource.core === true
        ? coreModule(group, version)
        : `${controllerDepth}${apiFolder.replace(/^src\//, '')}/index.js`,
    rolePrefix,
    rolePrefixFile: rolePrefix === '' ? '' : `${rolePrefix.slice(0, -1)}_`,
    sampleFile: [group, version, kindLower].filter((part) => part !== '').join('_'),
    sampleName: isFirstVersion(project, resource) ? `${kindLower}-sample` : `${kindLower}-${version}-sample`,
    rbacNamespace: project.namespaced ? `${project.projectName}-system` : '',
    crdFile: `${full}_${plural}.yaml`,
    crdPatchFile: groupFolder === '' ? plural : `${groupFolder}_${plural}`,
    webhookPathMutate: resource.webhooks?.defaultingPath ?? `/mutate-${pathGroup}-${version}-${kindLower}`,
    webhookPathValidate: resource.webhooks?.validationPath ?? `/validate-${pathGroup}-${version}-${kindLower}`,
    webhookNameMutate: `m${hookSuffix}`,
    webhookNameValidate: `v${hookSuffix}`,
    controllerDepth,
    webhookDepth: `../${controllerDepth}`,
  };
}

/** The first version of a kind has the plain name; samples of others would be the same object otherwise. */
function isFirstVersion({ resources }: Project, { group, domain, version, kind }: Resource): boolean {
  const first = resources.find((one) => one.group === group && one.domain === domain && one.kind === kind && one.api);
  return first === undefined || first.version === version;
}

/** The variables of one controller. */
export interface ControllerNames {
  /** `captain`, or `crew-captain` with several groups. */
  readonly controllerName: string;
  readonly controllerClass: string;
  readonly controllerFile: string;
  /** What the module of the controller exports, such as `captainController`. */
  readonly controllerValue: string;
  /** Its name is not the kind in lower case, and so must be set. */
  readonly hasControllerName: boolean;
}

/** Names of a resource's controller; `name` is that of an additional, named one. */
export function controllerNamesOf(names: ResourceNames, name?: string): ControllerNames {
  const isFirst = name === undefined || name === names.kindLower;
  const controllerName = `${names.rolePrefix}${isFirst ? names.kindLower : name}`;
  const controllerClass = isFirst ? names.kind : pascalCase(name);
  return {
    controllerName,
    controllerClass,
    controllerFile: isFirst ? names.file : name,
    controllerValue: controllerValueOf(controllerClass),
    hasControllerName: controllerName !== names.kindLower,
  };
}

/** `Captain` → `captainController`. */
export function controllerValueOf(controllerClass: string): string {
  return `${lowerFirst(controllerClass)}Controller`;
}

/** `FirstMate` → `first-mate`, `HTTPRoute` → `http-route`. */
export function kebabCase(kind: string): string {
  return kind
    .replace(/([a-z0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase();
}

/** `pod-cleaner` → `PodCleaner`. */
export function pascalCase(name: string): string {
  return name
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** `FirstMate` → `firstMate`, `HTTPRoute` → `httpRoute`; never a word that TypeScript or a template uses. */
function variableName(kind: string): string {
  const name = lowerFirst(kind);
  return reservedWords.has(name) ? `${name}Object` : name;
}

function lowerFirst(kind: string): string {
  return kind.replace(/^([A-Z]+)(?=[A-Z][a-z]|$)|^[A-Z]/, (head) => head.toLowerCase());
}

const reservedWords: ReadonlySet<string> = new Set(
  (
    'await break case catch class const continue debugger default delete do else enum export extends false finally for ' +
    'function if implements import in instanceof interface let new null package private protected public return static ' +
    'super switch this throw true try typeof undefined var void while with yield async of type arguments eval ' +
    'client controller manager request context log signal webhook conditions draft plane key object ready test expect'
  ).split(' '),
);

/** Names that generated controllers, webhooks and tests import or that TypeScript itself defines. */
const takenNames: ReadonlySet<string> = new Set(
  (
    'Client Manager Reconciler ObjectReconciler ObjectResult Stored DeepReadonly Request Result ReconcileContext Condition CustomResource KubeObject ObjectMeta Object ' +
    'Defaulter Validator Verdict Converter AdmissionContext ControlPlane Promise Array String Number Boolean Symbol ' +
    'Error Record Partial Required Readonly Pick Omit Date Map Set Function JSON Math Reflect Proxy'
  ).split(' '),
);
