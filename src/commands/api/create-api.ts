/** `kbts create api`: types, controller, tests, sample, roles and CRD of a kind. */
import { UserError } from '../../errors.js';
import { findResource, withResource, type Project } from '../../project/project.js';
import { controllerNames, describe, type Resource } from '../../project/resource.js';
import { pascalCase } from '../../project/resource-names.js';
import type { FileChange } from '../../scaffold/file-change.js';
import type { CommandPlan } from '../command-plan.js';
import { imageOptions, readDeployImage } from '../deploy-image/deploy-image.js';
import { readExternalCrd, findCoreKind, type ExternalCrd } from './foreign-kind.js';
import { formatStep } from '../project/long-lines.js';
import { loadProject, saveProject } from '../load-project.js';
import { regenerate } from '../manifests/regenerate.js';
import { checkControllerName, checkIdentity, choosePlural } from './resource-flags.js';
import { scaffoldApi, scaffoldController, scaffoldExternalTypes } from './scaffold-api.js';
import { keepStorageVersion } from './storage-version.js';
import { apiFolderOf, externalFolderOf } from '../../project/layout.js';

/** Flags of `create api`. */
export interface CreateApiOptions {
  readonly root: string;
  readonly cwd: string;
  readonly group: string;
  readonly version?: string;
  readonly kind?: string;
  readonly plural?: string;
  /** Scope of the kind; namespaced unless this is false. */
  readonly namespaced?: boolean;
  readonly resource?: boolean;
  readonly controller?: boolean;
  readonly controllerName?: string;
  readonly force?: boolean;
  /** A file or an address with someone else's CRD. */
  readonly externalCrd?: string;
  /** The kind is built into Kubernetes. */
  readonly core?: boolean;
  /** The controller only watches: nothing is known about the status of its kind. */
  readonly onlyWatches?: boolean;
  /** With these the controller runs an image: `--plugins deploy-image/v1-alpha --image …`. */
  readonly image?: string;
  readonly imageContainerPort?: string;
  readonly imageContainerCommand?: string;
  readonly runAsUser?: string;
}

/** Plans an API, a controller, or both. */
export async function createApi(options: CreateApiOptions): Promise<CommandPlan> {
  const { project, tree } = await loadProject(options.root);
  const wants = whatIsWanted(options);
  const deployImage = readDeployImage(options);
  const external =
    options.externalCrd === undefined ? undefined : await readExternalCrd(options.externalCrd, options.cwd, options);
  const { identity, warning, isIrregular } = await identify(project, options, external);
  // The names of a CRD were checked when it was read.
  if (external === undefined) checkIdentity(identity);
  const known = findResource(project, identity);
  const resource = addController(
    addApi(identity, known, wants, { ...options, multigroup: project.multigroup }),
    known,
    wants,
    options,
  );
  const changed = withResource(project, resource);

  const context = {
    tree,
    project: changed,
    resource,
    isIrregularPlural: isIrregular,
    force: options.force,
    deployImage,
  };
  if (wants.resource) {
    await scaffoldApi(context);
    await keepStorageVersion(tree, changed, resource);
  }
  if (external !== undefined) await scaffoldExternalTypes(context, external);
  if (wants.controller)
    await scaffoldController({ ...context, onlyWatches: options.onlyWatches }, controllerToCreate(resource, options));
  await saveProject(tree, changed);
  const diagnostics = await regenerate(tree);
  return {
    root: options.root,
    changes: tree.changes(),
    diagnostics,
    warnings: warning === undefined ? [] : [warning],
    next: [...formatStep(tree), ...nextSteps(resource, wants, createdFiles(tree.changes()))],
  };
}

interface Wanted {
  readonly resource: boolean;
  readonly controller: boolean;
}

function whatIsWanted({ core, externalCrd, resource, controller, controllerName, plural }: CreateApiOptions): Wanted {
  const isForeign = core === true || externalCrd !== undefined;
  const flag = core === true ? '--core' : '--external-crd';
  if (core === true && externalCrd !== undefined)
    throw conflict('--core and --external-crd exclude each other', 'pass one of them');
  if (isForeign && resource === true)
    throw conflict(`${flag} is for kinds that exist elsewhere, so --resource cannot be true`, 'leave out --resource');
  if (isForeign && plural !== undefined) throw conflict(`${flag} knows the plural of the kind`, 'leave out --plural');
  const wanted = { resource: isForeign ? false : (resource ?? true), controller: controller ?? true };
  if (!wanted.resource && !wanted.controller && externalCrd === undefined) {
    throw conflict('--resource and --controller are both false, so there is nothing to do', 'leave one of them out');
  }
  if (controllerName !== undefined && !wanted.controller)
    throw conflict('--controller-name needs a controller', 'leave out --controller=false');
  return wanted;
}

async function identify(
  project: Project,
  options: CreateApiOptions,
  external?: ExternalCrd,
): Promise<{ identity: Resource; warning?: string; isIrregular: boolean }> {
  if (external !== undefined) {
    const { group, domain, version, kind, plural, clusterScoped } = external;
    const path = externalFolderOf([group, domain].filter((part) => part !== '').join('.'), version);
    return {
      identity: { group, domain, version, kind, plural, clusterScoped, external: true, path },
      isIrregular: false,
    };
  }
  const version = required(options.version, 'version');
  const kind = required(options.kind, 'kind');
  if (options.core === true) {
    const core = await findCoreKind(options.group, version, kind);
    return { identity: { ...core, core: true }, isIrregular: false };
  }
  const known = findResource(project, { group: options.group, version, kind, domain: project.domain });
  checkIdentity({ group: options.group, domain: project.domain, version, kind });
  const { plural, isIrregular, warning } = choosePlural(kind, options.plural ?? known?.plural);
  return { identity: { group: options.group, domain: project.domain, version, kind, plural }, warning, isIrregular };
}

function addApi(
  identity: Resource,
  known: Resource | undefined,
  wants: Wanted,
  options: CreateApiOptions & { multigroup: boolean },
): Resource {
  const groupFolder = options.multigroup && identity.group !== '' ? `${identity.group}/` : '';
  const merged: Resource = { ...identity, ...known, plural: identity.plural, clusterScoped: identity.clusterScoped };
  if (!wants.resource) {
    if (known === undefined && identity.core !== true && identity.external !== true) {
      throw new UserError('not-found', `this project has no API ${describe(identity)} for the controller to work on`, {
        fix: 'leave out --resource=false to create it, or pass --core or --external-crd when it exists elsewhere',
      });
    }
    return merged;
  }
  if (known?.api !== undefined && options.force !== true) {
    throw new UserError('already-exists', `${describe(identity)} exists already`, {
      fix: 'pass --resource=false --controller-name <name> to add another controller, or --force to write its files again',
    });
  }
  const path = apiFolderOf(groupFolder, identity.version);
  const api = { crdVersion: 'v1', namespaced: options.namespaced ?? true } as const;
  return { ...merged, path, api, image: imageOptions(options) };
}

function addController(
  resource: Resource,
  known: Resource | undefined,
  wants: Wanted,
  options: CreateApiOptions,
): Resource {
  if (!wants.controller) return resource;
  const { controllerName, force } = options;
  const existing = known === undefined ? [] : controllerNames(known);
  if (controllerName === undefined) {
    if (existing.length > 0 && force !== true) {
      throw new UserError('already-exists', `${describe(resource)} has a controller already: ${existing.join(', ')}`, {
        fix: 'pass --controller-name <name> to add another one',
      });
    }
    return existing.length > 0 ? resource : { ...resource, controller: true };
  }
  checkControllerName(controllerName);
  const twin = existing.find((name) => pascalCase(name).toLowerCase() === pascalCase(controllerName).toLowerCase());
  if (twin !== undefined && force !== true) {
    throw new UserError('already-exists', `${describe(resource)} has a controller called ${twin} already`, {
      fix: 'choose another --controller-name',
    });
  }
  const names = twin === undefined ? [...existing, controllerName] : existing;
  return { ...resource, controller: undefined, controllers: names.map((name) => ({ name })) };
}

/** `undefined` stands for the controller that is called after its kind. */
function controllerToCreate(resource: Resource, { controllerName }: CreateApiOptions): string | undefined {
  return controllerName === resource.kind.toLowerCase() ? undefined : controllerName;
}

function createdFiles(changes: readonly FileChange[]): string[] {
  return changes.filter(({ kind }) => kind === 'create').map(({ path }) => path);
}

function nextSteps(resource: Resource, wants: Wanted, paths: readonly string[]): string[] {
  const types = paths.find((path) => path.endsWith('.types.ts'));
  const source = paths.find((path) => path.endsWith('.controller.ts'));
  return [
    ...(wants.resource && types !== undefined ? [`edit ${types}, then run: npx kbts generate`] : []),
    ...(source === undefined ? [] : [`write what ${resource.kind} should do in ${source}`]),
    'npm test',
  ];
}

function required(value: string | undefined, flag: string): string {
  if (value !== undefined && value !== '') return value;
  throw new UserError('flag-missing', `--${flag} is missing`, { fix: `pass --${flag}; see the example in --help` });
}

function conflict(message: string, fix: string): UserError {
  return new UserError('flag-conflict', message, { fix });
}
