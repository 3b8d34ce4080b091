/** Kinds that this project does not define: built into Kubernetes, or brought by someone else's CRD. */
import { UserError } from '../../errors.js';
import { coreDomain, coreGroups } from '../../project/core-group.js';
import { apiGroup, qualifiedGroup, type Resource } from '../../project/resource.js';
import type { Crd, Schema } from '../../scaffold/importer/crd.js';
import { readCrds } from '../../scaffold/importer/read-crds.js';
import { readCrdSource } from './crd-source.js';
import { layout } from '../../project/layout.js';

/** What must be known of a foreign kind. */
export interface ForeignKind {
  readonly group: string;
  readonly domain: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly clusterScoped: boolean;
}

/** A CRD from elsewhere, with the schema of one version. */
export interface ExternalCrd extends ForeignKind {
  /** The file, as it will be kept in the project. */
  readonly text: string;
  readonly schema: Schema;
  readonly hasStatus: boolean;
}

/** Looks a built-in kind up in the table of the pinned Kubernetes version. */
export async function findCoreKind(group: string, version: string, kind: string): Promise<ForeignKind> {
  const domain = coreDomain(group);
  if (domain === undefined) {
    throw new UserError('group-invalid', `--group "${group}" is not built into Kubernetes`, {
      fix: `with --core, use one of: ${coreGroups().join(', ')}`,
    });
  }
  const fullGroup = group === 'core' ? '' : [group, domain].filter((part) => part !== '').join('.');
  const { allBuiltinKinds } = await import('../../k8s/catalogue.js');
  const inGroup = allBuiltinKinds().filter((one) => one.group === fullGroup && one.version === version);
  const found = inGroup.find((one) => one.kind === kind);
  if (found === undefined) {
    const kinds = [...new Set(inGroup.map((one) => one.kind))].sort().join(', ');
    throw new UserError(
      'kind-invalid',
      `Kubernetes has no kind ${kind} in ${fullGroup || 'the core group'}/${version}`,
      {
        fix:
          kinds === ''
            ? `check --version: ${fullGroup || 'the core group'} has no version ${version}`
            : `use one of: ${kinds}`,
      },
    );
  }
  return { group, domain, version, kind, plural: found.plural, clusterScoped: found.scope === 'Cluster' };
}

/** Reads a CRD from a file or an https address. `wanted` chooses among its kinds and versions. */
export async function readExternalCrd(
  source: string,
  cwd: string,
  wanted: { version?: string; kind?: string },
): Promise<ExternalCrd> {
  const crds = readCrds(await readCrdSource(source, cwd), source);
  const match = crds.find(({ crd }) => wanted.kind === undefined || crd.spec.names.kind === wanted.kind);
  if (match === undefined) {
    throw new UserError(
      'not-found',
      `${source} has no CustomResourceDefinition${wanted.kind === undefined ? '' : ` of kind ${wanted.kind}`}`,
      { fix: 'give a YAML file with a CRD of apiextensions.k8s.io/v1' },
    );
  }
  return describeCrd(match.crd, match.text, source, wanted.version);
}

function describeCrd({ spec }: Crd, text: string, source: string, version?: string): ExternalCrd {
  const served = spec.versions.find((one) => one.served);
  const chosen = version === undefined ? served : spec.versions.find((one) => one.name === version);
  if (chosen === undefined) {
    throw new UserError('version-invalid', `${source} has no version ${version ?? ''} of ${spec.names.kind}`, {
      fix: `use one of: ${spec.versions.map(({ name }) => name).join(', ')}`,
    });
  }
  const [group = '', ...domain] = spec.group.split('.');
  return {
    group,
    domain: domain.join('.'),
    version: chosen.name,
    kind: spec.names.kind,
    plural: spec.names.plural,
    clusterScoped: spec.scope === 'Cluster',
    schema: chosen.schema?.openAPIV3Schema ?? {},
    hasStatus: chosen.subresources?.status !== undefined,
    text,
  };
}

/** The scope of an external kind whose CRD is kept in the project. */
export function isClusterScopedCrd(text: string, file: string): boolean {
  return readCrds(text, file).some(({ crd }) => crd.spec.scope === 'Cluster');
}

/** The scope of a built-in kind; kinds of a newer Kubernetes than ours count as namespaced. */
export async function isClusterScopedCoreKind(resource: Resource): Promise<boolean> {
  const { allBuiltinKinds } = await import('../../k8s/catalogue.js');
  const group = apiGroup(resource);
  return allBuiltinKinds().some(
    (one) =>
      one.group === group && one.version === resource.version && one.kind === resource.kind && one.scope === 'Cluster',
  );
}

/** Where the CRD of an external kind is kept. */
export function externalCrdFile(resource: Resource): string {
  return `${layout.externalCrds}/${qualifiedGroup(resource)}_${resource.plural}.yaml`;
}
