/** What the API server says it serves. */
import type { Scope } from '../../object/kind.js';
import { is } from './api-error.js';
import { callJson } from './json-call.js';
import type { Transport } from '../connection/transport.js';

/** One resource of one version of a group. */
export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly plural: string;
  readonly singular?: string;
  readonly shortNames?: readonly string[];
  readonly scope: Scope;
  readonly verbs: readonly string[];
  readonly subresources: readonly string[];
}

/** Everything the server serves, the preferred version of each group first. Two requests where the server can aggregate. */
export async function discover(transport: Transport, signal?: AbortSignal): Promise<ApiResource[]> {
  const [core, groups] = await Promise.all(
    ['/api', '/apis'].map((path) => callJson(transport, { method: 'GET', path, accept: aggregated, signal })),
  );
  const parts = await Promise.all([
    isAggregated(core) ? readAggregated(core) : discoverAll(transport, versionsOfCore(core), signal),
    isAggregated(groups) ? readAggregated(groups) : discoverAll(transport, versionsOfGroups(groups), signal),
  ]);
  return parts.flat();
}

/** Resources of one version of a group; empty when it is not served. */
export async function discoverVersion(
  transport: Transport,
  { group, version }: { group: string; version: string },
  signal?: AbortSignal,
): Promise<ApiResource[]> {
  const path = group === '' ? `/api/${version}` : `/apis/${group}/${version}`;
  try {
    return readResourceList(await callJson(transport, { method: 'GET', path, signal }), group, version);
  } catch (error) {
    if (is.notFound(error)) return [];
    throw error;
  }
}

const aggregated =
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json';

interface AggregatedList {
  readonly kind: 'APIGroupDiscoveryList';
  readonly items?: readonly {
    readonly metadata?: { readonly name?: string };
    readonly versions?: readonly { readonly version: string; readonly resources?: readonly AggregatedResource[] }[];
  }[];
}

interface AggregatedResource {
  readonly resource: string;
  readonly responseKind?: { readonly group?: string; readonly version?: string; readonly kind?: string };
  readonly scope: Scope;
  readonly singularResource?: string;
  readonly shortNames?: readonly string[];
  readonly verbs?: readonly string[];
  readonly subresources?: readonly { readonly subresource: string }[];
}

interface ResourceList {
  readonly resources?: readonly {
    readonly name: string;
    readonly kind: string;
    readonly namespaced: boolean;
    readonly singularName?: string;
    readonly shortNames?: readonly string[];
    readonly verbs?: readonly string[];
  }[];
}

function isAggregated(answer: unknown): answer is AggregatedList {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'APIGroupDiscoveryList';
}

function readAggregated(list: AggregatedList): ApiResource[] {
  return (list.items ?? []).flatMap((item) => {
    const group = item.metadata?.name ?? '';
    return (item.versions ?? []).flatMap(({ version, resources = [] }) =>
      resources.map((resource) => ({
        group,
        version,
        kind: resource.responseKind?.kind ?? '',
        plural: resource.resource,
        singular: resource.singularResource,
        shortNames: resource.shortNames,
        scope: resource.scope,
        verbs: resource.verbs ?? [],
        subresources: (resource.subresources ?? []).map(({ subresource }) => subresource),
      })),
    );
  });
}

type GroupVersion = { readonly group: string; readonly version: string };

function versionsOfCore(answer: unknown): GroupVersion[] {
  const { versions = [] } = answer as { versions?: string[] };
  return versions.map((version) => ({ group: '', version }));
}

function versionsOfGroups(answer: unknown): GroupVersion[] {
  const { groups = [] } = answer as {
    groups?: { name: string; preferredVersion?: { version: string }; versions: { version: string }[] }[];
  };
  return groups.flatMap(({ name, preferredVersion, versions }) => {
    const preferred = preferredVersion?.version;
    const ordered = versions.map(({ version }) => version).sort((a, b) => rank(a, preferred) - rank(b, preferred));
    return ordered.map((version) => ({ group: name, version }));
  });
}

function rank(version: string, preferred: string | undefined): number {
  return version === preferred ? 0 : 1;
}

async function discoverAll(
  transport: Transport,
  versions: readonly GroupVersion[],
  signal?: AbortSignal,
): Promise<ApiResource[]> {
  const found = await Promise.all(versions.map((version) => discoverVersion(transport, version, signal)));
  return found.flat();
}

function readResourceList(answer: unknown, group: string, version: string): ApiResource[] {
  const { resources = [] } = (answer ?? {}) as ResourceList;
  return resources
    .filter(({ name }) => !name.includes('/'))
    .map(({ name, kind, namespaced, singularName, shortNames, verbs = [] }) => ({
      group,
      version,
      kind,
      plural: name,
      singular: singularName,
      shortNames,
      scope: namespaced ? 'Namespaced' : 'Cluster',
      verbs,
      subresources: resources
        .filter((other) => other.name.startsWith(`${name}/`))
        .map((other) => other.name.slice(name.length + 1)),
    }));
}
