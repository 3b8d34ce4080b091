/** `kbts import`: kinds become APIs of the project, from their CRDs. */
import { UserError } from '../../errors.js';
import { findResource, withResource, type Project } from '../../project/project.js';
import { describe, type Resource } from '../../project/resource.js';
import { resourceNames } from '../../project/resource-names.js';
import type { Crd, CrdVersion } from '../../scaffold/importer/crd.js';
import { kindTypes } from '../../scaffold/importer/kind-types.js';
import { NotExpressible } from '../../scaffold/importer/not-expressible.js';
import type { ReadCrd } from '../../scaffold/importer/read-crds.js';
import { sampleFields } from '../../scaffold/importer/sample.js';
import { inMessage } from '../../scaffold/importer/source-text.js';
import { TypeNames } from '../../scaffold/importer/type-names.js';
import type { WorkingTree } from '../../scaffold/working-tree.js';
import { toYaml } from '../../yaml.js';
import type { CommandPlan } from '../command-plan.js';
import { formatStep } from '../project/long-lines.js';
import { loadProject, saveProject } from '../load-project.js';
import { regenerate } from '../manifests/regenerate.js';
import { scaffoldApi, scaffoldController, scaffoldExternalTypes } from '../api/scaffold-api.js';
import { typesFile } from '../api/storage-version.js';
import { type CrdInputs, readInputs } from './crd-inputs.js';
import { apiFolderOf, externalFolderOf, layout } from '../../project/layout.js';

/** Flags of `kbts import`. */
export interface ImportOptions extends CrdInputs {
  readonly root: string;
  /** The kinds stay somebody else's: their types are written, and no CRD is made from them. */
  readonly typesOnly?: boolean;
  /** Write a controller for each kind as well. */
  readonly controller?: boolean;
  readonly force?: boolean;
}

/** Plans the types, samples, roles and PROJECT entries of all kinds. */
export async function importKinds(options: ImportOptions): Promise<CommandPlan> {
  const { project, tree } = await loadProject(options.root);
  const crds = await readInputs(options);
  let changed = project;
  const work: Import = { tree, names: new Map(), options };
  for (const read of crds)
    changed =
      options.typesOnly === true ? await addForeign(work, changed, read) : await addOwn(work, changed, read.crd);
  await saveProject(tree, changed);
  const diagnostics = await regenerate(tree);
  const kinds = crds.map(({ crd }) => crd.spec.names.kind);
  return {
    root: options.root,
    changes: tree.changes(),
    diagnostics,
    warnings: crds.flatMap(({ crd }) => warningsFor(crd)),
    next: [
      ...formatStep(tree),
      ...(options.typesOnly === true ? [] : [`look at the types of ${kinds.join(', ')}`]),
      'npm test',
    ],
  };
}

interface Import {
  readonly tree: WorkingTree;
  /** The names of types that are taken, by the folder that they share. */
  readonly names: Map<string, TypeNames>;
  readonly options: ImportOptions;
}

/** All versions of a kind as APIs of this project. */
async function addOwn(work: Import, project: Project, crd: Crd): Promise<Project> {
  let changed = project;
  for (const version of crd.spec.versions) changed = await addVersion(work, changed, crd, version);
  if (work.options.controller !== true) return changed;
  const stored = crd.spec.versions.find(({ storage }) => storage) ?? crd.spec.versions[0];
  const resource = findResource(changed, { ...identityOf(project, crd), version: stored?.name ?? '' });
  if (resource === undefined || resource.controller === true) return changed;
  const controlled = { ...resource, controller: true };
  changed = withResource(changed, controlled);
  const context = { tree: work.tree, project: changed, resource: controlled, isIrregularPlural: true };
  await scaffoldController({ ...context, onlyWatches: true, force: work.options.force });
  return changed;
}

async function addVersion(work: Import, project: Project, crd: Crd, version: CrdVersion): Promise<Project> {
  const { tree, options } = work;
  const identity = { ...identityOf(project, crd), version: version.name };
  const known = findResource(project, identity);
  if (known?.api !== undefined && options.force !== true) {
    throw new UserError('already-exists', `${describe(identity)} exists already`, {
      fix: 'choose other kinds with --kind, or pass --force to write its files again',
    });
  }
  const { spec } = crd;
  const groupFolder = project.multigroup && identity.group !== '' ? `${identity.group}/` : '';
  const resource: Resource = {
    ...known,
    ...identity,
    plural: spec.names.plural,
    path: apiFolderOf(groupFolder, version.name),
    api: { crdVersion: 'v1', namespaced: spec.scope === 'Namespaced' },
  };
  const changed = withResource(project, resource);
  const context = { tree, project: changed, resource, isIrregularPlural: true, force: options.force };
  await scaffoldApi(context);
  const boilerplate = (await tree.find(layout.boilerplate)) ?? '';
  const names = await namesOf(work, changed, resource);
  await tree.regenerate(typesFile(changed, resource), typesOf(crd, version, names, boilerplate));
  const { sampleFile } = resourceNames(changed, resource);
  await tree.edit(`${layout.samples}/${sampleFile}.yaml`, (text) => sampleText(text, version));
  return changed;
}

function typesOf(crd: Crd, version: CrdVersion, names: TypeNames, boilerplate: string): string {
  try {
    return kindTypes(crd, version, names, boilerplate);
  } catch (error) {
    if (!(error instanceof NotExpressible)) throw error;
    throw new UserError(
      'crd-invalid',
      `${crd.metadata.name}, version ${version.name}: ${inMessage(error.place)} ${inMessage(error.problem)}, which types cannot say`,
      { fix: "change the CRD, or use the kind as somebody else's with --types-only", cause: error },
    );
  }
}

/** Types of other kinds in the folder share one index with those of this one. */
async function namesOf({ tree, names }: Import, project: Project, resource: Resource): Promise<TypeNames> {
  const folder = resource.path ?? '';
  const known = names.get(folder);
  if (known !== undefined) return known;
  const own = typesFile(project, resource);
  const taken: string[] = [];
  for (const file of await tree.list(folder)) {
    if (file === own || !file.endsWith('.types.ts')) continue;
    const text = await tree.read(file);
    for (const [, name = ''] of text.matchAll(/^export (?:interface|type|class|enum) (\w+)/gm)) taken.push(name);
  }
  const made = new TypeNames(taken);
  names.set(folder, made);
  return made;
}

/** The head of the scaffolded sample with fields that the schema asks for. */
function sampleText(text: string, version: CrdVersion): string {
  const fields = sampleFields(version.schema?.openAPIV3Schema ?? {});
  const head = text.slice(0, Math.max(0, text.search(/^spec:/m)));
  return Object.keys(fields).length === 0 ? head : head + toYaml(fields);
}

/** Types of somebody else's kind, one for each version that is served. */
async function addForeign(work: Import, project: Project, { crd, text }: ReadCrd): Promise<Project> {
  const { spec } = crd;
  let changed = project;
  for (const version of spec.versions.filter(({ served }) => served)) {
    const [group = '', ...domain] = spec.group.split('.');
    const foreign = { group, domain: domain.join('.'), version: version.name, kind: spec.names.kind };
    const path = externalFolderOf(spec.group, version.name);
    const clusterScoped = spec.scope === 'Cluster';
    const resource: Resource = { ...foreign, plural: spec.names.plural, clusterScoped, external: true, path };
    changed = withResource(changed, { ...findResource(changed, foreign), ...resource });
    const context = { tree: work.tree, project: changed, resource, isIrregularPlural: false };
    await scaffoldExternalTypes(
      { ...context, force: work.options.force },
      {
        ...foreign,
        plural: spec.names.plural,
        clusterScoped,
        text,
        schema: version.schema?.openAPIV3Schema ?? {},
        hasStatus: version.subresources?.status !== undefined,
      },
    );
  }
  return changed;
}

/** `fruit.my.domain` is the group `fruit` of a project with that domain; other groups bring their own. */
function identityOf(project: Project, { spec }: Crd): Pick<Resource, 'group' | 'domain' | 'kind'> {
  const { kind } = spec.names;
  const suffix = `.${project.domain}`;
  if (project.domain !== '' && spec.group === project.domain) return { group: '', domain: project.domain, kind };
  if (project.domain !== '' && spec.group.endsWith(suffix))
    return { group: spec.group.slice(0, -suffix.length), domain: project.domain, kind };
  const [group = '', ...domain] = spec.group.split('.');
  return { group, domain: domain.join('.'), kind };
}

function warningsFor({ metadata, spec }: Crd): string[] {
  const isWebhook = spec.conversion?.strategy === 'Webhook';
  return isWebhook
    ? [`${metadata.name} is converted by a webhook of its old operator; see "kbts create webhook --conversion"`]
    : [];
}
