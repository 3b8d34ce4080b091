/** `kbts create webhook`: defaulting, validation and conversion, together or one after another. */
import { UserError } from '../../errors.js';
import { urlPathRule } from '../../project/names.js';
import { findNamedResource, findResource, withResource, type Project } from '../../project/project.js';
import { describe, hasWebhook, isSame, type Resource, type ResourceWebhooks } from '../../project/resource.js';
import type { CommandPlan } from '../command-plan.js';
import { findCoreKind, readExternalCrd } from '../api/foreign-kind.js';
import { formatStep } from '../project/long-lines.js';
import { loadProject, saveProject } from '../load-project.js';
import { regenerate } from '../manifests/regenerate.js';
import { checkIdentity } from '../api/resource-flags.js';
import { scaffoldExternalTypes } from '../api/scaffold-api.js';
import { scaffoldConversion, scaffoldHandlers, scaffoldWebhookConfig } from './scaffold-webhook.js';
import { setStorageVersion } from '../api/storage-version.js';
import { externalFolderOf } from '../../project/layout.js';

/** Flags of `create webhook`. */
export interface CreateWebhookOptions {
  readonly root: string;
  readonly cwd: string;
  readonly group: string;
  readonly version?: string;
  readonly kind?: string;
  /** Must be that of the kind, when it is given. */
  readonly plural?: string;
  readonly defaulting?: boolean;
  readonly programmaticValidation?: boolean;
  readonly conversion?: boolean;
  readonly spoke?: readonly string[];
  readonly defaultingPath?: string;
  readonly validationPath?: string;
  readonly core?: boolean;
  readonly externalCrd?: string;
  readonly force?: boolean;
}

/** Plans webhooks of a kind. */
export async function createWebhook(options: CreateWebhookOptions): Promise<CommandPlan> {
  const { project, tree } = await loadProject(options.root);
  checkFlags(options);
  const external =
    options.externalCrd === undefined ? undefined : await readExternalCrd(options.externalCrd, options.cwd, options);
  const found = external === undefined ? await findKind(project, options) : externalResource(project, external);
  checkIdentity(found);
  checkPlural(found, options);
  const added = addedWebhooks(project, found, options);
  const resource: Resource = { ...found, webhooks: { ...found.webhooks, ...added.webhooks, webhookVersion: 'v1' } };
  const changed = withResource(project, resource);

  const context = { tree, project: changed, resource, isIrregularPlural: false, force: options.force };
  if (external !== undefined && !project.resources.some((known) => isSame(known, found)))
    await scaffoldExternalTypes(context, external);
  const isFirst = !project.resources.some(hasWebhook);
  await scaffoldWebhookConfig(context, { isFirst });
  await scaffoldHandlers(context, { defaulting: added.defaulting, validation: added.validation });
  if (added.conversion) {
    await setStorageVersion(tree, changed, resource);
    await scaffoldConversion(context, added.spokes);
  }
  await saveProject(tree, changed);
  const diagnostics = await regenerate(tree);
  return {
    root: options.root,
    changes: tree.changes(),
    diagnostics,
    warnings:
      found.core === true
        ? [
            `a webhook on ${found.kind} can block the manager's own start; exclude its namespace with a namespaceSelector, in a patch that config/webhook/kustomization.yaml lists`,
          ]
        : [],
    next: [
      ...formatStep(tree),
      ...nextSteps(
        tree.changes().map(({ path }) => path),
        added.defaulting || added.validation,
      ),
    ],
  };
}

function checkPlural(found: Resource, { plural }: CreateWebhookOptions): void {
  if (plural === undefined || plural === found.plural) return;
  throw new UserError('flag-conflict', `the plural of ${describe(found)} is "${found.plural}", not "${plural}"`, {
    fix: 'leave out --plural: a webhook has the plural of its kind',
  });
}

function checkFlags(options: CreateWebhookOptions): void {
  const {
    defaulting,
    programmaticValidation,
    conversion,
    spoke = [],
    defaultingPath,
    validationPath,
    core,
    externalCrd,
  } = options;
  if (defaulting !== true && programmaticValidation !== true && conversion !== true && spoke.length === 0) {
    throw new UserError('flag-missing', 'no kind of webhook was chosen', {
      fix: 'pass --defaulting, --programmatic-validation, --conversion, or several of them',
    });
  }
  if (core === true && externalCrd !== undefined)
    throw conflict('--core and --external-crd exclude each other', 'pass one of them');
  if ((core === true || externalCrd !== undefined) && (conversion === true || spoke.length > 0)) {
    throw conflict('conversion is for kinds that this project defines', 'leave out --conversion and --spoke');
  }
  if (defaultingPath !== undefined && defaulting !== true)
    throw conflict('--defaulting-path needs --defaulting', 'pass both');
  if (validationPath !== undefined && programmaticValidation !== true)
    throw conflict('--validation-path needs --programmatic-validation', 'pass both');
  for (const path of [defaultingPath, validationPath]) {
    const wrong = path === undefined ? undefined : urlPathRule(path);
    if (wrong !== undefined) throw new UserError('flag-invalid', `"${path}" is not a URL path`, { fix: wrong });
  }
  const twice = spoke.find((version, index) => spoke.indexOf(version) !== index);
  if (twice !== undefined)
    throw new UserError('flag-invalid', `--spoke names ${twice} twice`, { fix: 'name each version once' });
}

async function findKind(project: Project, options: CreateWebhookOptions): Promise<Resource> {
  const { group, version = '', kind = '', core } = options;
  const known = findNamedResource(project, { group, version, kind });
  if (known !== undefined)
    return known.core === true ? { ...known, ...(await findCoreKind(known.group, version, kind)) } : known;
  if (core === true) return { ...(await findCoreKind(group, version, kind)), core: true };
  const others = project.resources.length === 0 ? '' : `it has: ${project.resources.map(describe).join('; ')}. Else `;
  throw new UserError(
    'not-found',
    `this project has no API ${describe({ group, domain: project.domain, version, kind })}`,
    {
      fix: `${others}create it with "kbts create api", or pass --core or --external-crd when it exists elsewhere`,
    },
  );
}

function externalResource(
  project: Project,
  crd: { group: string; domain: string; version: string; kind: string; plural: string; clusterScoped: boolean },
): Resource {
  const { group, domain, version, kind, plural, clusterScoped } = crd;
  const path = externalFolderOf([group, domain].filter((part) => part !== '').join('.'), version);
  return (
    findResource(project, { group, domain, version, kind }) ?? {
      group,
      domain,
      version,
      kind,
      plural,
      clusterScoped,
      external: true,
      path,
    }
  );
}

interface Added {
  readonly defaulting: boolean;
  readonly validation: boolean;
  readonly conversion: boolean;
  readonly spokes: readonly string[];
  readonly webhooks: Partial<ResourceWebhooks>;
}

/** What is new. Asking for what exists is an error, unless `--force` asks to overwrite it. */
function addedWebhooks(project: Project, resource: Resource, options: CreateWebhookOptions): Added {
  const known = resource.webhooks ?? { webhookVersion: 'v1' };
  const existing = [
    ...(options.defaulting === true && known.defaulting === true ? ['a defaulting webhook'] : []),
    ...(options.programmaticValidation === true && known.validation === true ? ['a validating webhook'] : []),
  ];
  const spokes = (options.spoke ?? []).filter(
    (version) => options.force === true || known.spoke?.includes(version) !== true,
  );
  if (options.conversion === true && known.conversion === true && spokes.length === 0)
    existing.push('a conversion webhook');
  if ((options.spoke ?? []).length > 0 && spokes.length === 0 && options.conversion !== true)
    existing.push(`conversion to ${options.spoke?.join(', ')}`);
  if (existing.length > 0 && options.force !== true) {
    throw new UserError('already-exists', `${describe(resource)} has ${existing.join(' and ')} already`, {
      fix: 'leave that flag out, or pass --force to overwrite it',
    });
  }
  for (const version of spokes) checkSpoke(project, resource, version);
  const conversion = options.conversion === true || spokes.length > 0;
  return {
    defaulting: options.defaulting === true,
    validation: options.programmaticValidation === true,
    conversion,
    spokes,
    webhooks: {
      ...(options.defaulting === true && {
        defaulting: true,
        defaultingPath: options.defaultingPath ?? known.defaultingPath,
      }),
      ...(options.programmaticValidation === true && {
        validation: true,
        validationPath: options.validationPath ?? known.validationPath,
      }),
      ...(conversion && { conversion: true, spoke: [...new Set([...(known.spoke ?? []), ...spokes])] }),
    },
  };
}

function checkSpoke(project: Project, hub: Resource, version: string): void {
  const { group, domain, kind } = hub;
  if (version === hub.version)
    throw new UserError('flag-invalid', `--spoke ${version} is the hub itself`, { fix: 'name the other versions' });
  if (findResource(project, { group, domain, kind, version })?.api !== undefined) return;
  throw new UserError('not-found', `${kind} has no version ${version} to convert to`, {
    fix: `create it first: kbts create api --group ${group} --version ${version} --kind ${kind} --controller=false`,
  });
}

function nextSteps(paths: readonly string[], hasHandlers: boolean): string[] {
  const conversions = paths.filter((path) => path.endsWith('.conversion.ts'));
  const handlers = paths.filter((path) => path.endsWith('.webhook.ts') && hasHandlers);
  return [
    ...conversions.map((path) => `say in ${path} how each field is converted`),
    ...handlers.map((path) => `write your rules in ${path}`),
    'npm test',
  ];
}

function conflict(message: string, fix: string): UserError {
  return new UserError('flag-conflict', message, { fix });
}
