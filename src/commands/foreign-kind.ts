/** Kinds that this project does not define: built into Kubernetes, or brought by someone else's CRD. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UserError } from '../errors.js';
import { coreDomain, coreGroups } from '../project/core-group.js';
import { apiGroup, qualifiedGroup, type Resource } from '../project/resource.js';
import { fromYaml, parseAllDocuments } from '../yaml.js';

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
  readonly schema: unknown;
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
  const { allBuiltinKinds } = await import('../k8s/catalogue.js');
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

/** Reads a CRD from a file or an http(s) address. `wanted` chooses among its versions. */
export async function readExternalCrd(
  source: string,
  cwd: string,
  wanted: { version?: string; kind?: string },
): Promise<ExternalCrd> {
  const text = /^https?:\/\//.test(source)
    ? await fetchText(source)
    : await readText(path.resolve(cwd, source), source);
  const crds = parseAllDocuments(text)
    .map((document) => ({ document, value: document.errors.length === 0 ? (document.toJS() as unknown) : undefined }))
    .filter(({ value }) => isCrd(value));
  const match =
    crds.find(({ value }) => wanted.kind === undefined || (value as Crd).spec.names.kind === wanted.kind) ?? undefined;
  if (match === undefined) {
    throw new UserError(
      'not-found',
      `${source} holds no CustomResourceDefinition${wanted.kind === undefined ? '' : ` of kind ${wanted.kind}`}`,
      {
        fix: 'give a YAML file with a CRD of apiextensions.k8s.io/v1',
      },
    );
  }
  return describeCrd(match.value as Crd, crds.length === 1 ? text : String(match.document), source, wanted.version);
}

interface Crd {
  readonly spec: {
    readonly group: string;
    readonly scope: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly served?: boolean;
      readonly schema?: { readonly openAPIV3Schema?: unknown };
      readonly subresources?: { readonly status?: object };
    }[];
  };
}

function describeCrd({ spec }: Crd, text: string, source: string, version?: string): ExternalCrd {
  const served = spec.versions.find((one) => one.served !== false);
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
    schema: chosen.schema?.openAPIV3Schema,
    hasStatus: chosen.subresources?.status !== undefined,
    text,
  };
}

function isCrd(value: unknown): value is Crd {
  if (typeof value !== 'object' || value === null || Reflect.get(value, 'kind') !== 'CustomResourceDefinition')
    return false;
  const spec = Reflect.get(value, 'spec') as Partial<Crd['spec']> | undefined;
  return (
    typeof spec?.group === 'string' &&
    typeof spec.names?.kind === 'string' &&
    typeof spec.names.plural === 'string' &&
    Array.isArray(spec.versions)
  );
}

async function readText(file: string, source: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: Error) => {
    throw new UserError('cannot-read', `--external-crd ${source} cannot be read: ${error.message}`, {
      fix: 'give the path of a YAML file, or an https address',
      cause: error,
    });
  });
}

const largestDownload = 10 * 1024 * 1024;

async function fetchText(address: string): Promise<string> {
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(30_000) });
    if (!response.ok) throw new Error(`the server answered ${response.status}`);
    const body = await response.arrayBuffer();
    if (body.byteLength > largestDownload) throw new Error(`it is larger than ${largestDownload} bytes`);
    return Buffer.from(body).toString('utf8');
  } catch (error) {
    throw new UserError('cannot-read', `--external-crd ${address} cannot be fetched: ${(error as Error).message}`, {
      fix: 'download the file yourself and give its path',
      cause: error,
    });
  }
}

/** The scope of an external kind whose CRD is kept in the project. */
export function isClusterScopedCrd(text: string): boolean {
  const value = fromYaml(text);
  return isCrd(value) && value.spec.scope === 'Cluster';
}

/** The scope of a built-in kind; kinds of a newer Kubernetes than ours count as namespaced. */
export async function isClusterScopedCoreKind(resource: Resource): Promise<boolean> {
  const { allBuiltinKinds } = await import('../k8s/catalogue.js');
  const group = apiGroup(resource);
  return allBuiltinKinds().some(
    (one) =>
      one.group === group && one.version === resource.version && one.kind === resource.kind && one.scope === 'Cluster',
  );
}

/** Where the CRD of an external kind is kept. */
export function externalCrdFile(resource: Resource): string {
  return `config/crd/external/${qualifiedGroup(resource)}_${resource.plural}.yaml`;
}
