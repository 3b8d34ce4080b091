/** Discovery documents: plain and aggregated. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import type { GroupVersionEntry, ResourceRegistry } from '../resources/resource-registry.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';

/** `GET /api`. */
export function coreVersions(server: string): JsonObject {
  return {
    kind: 'APIVersions',
    versions: ['v1'],
    serverAddressByClientCIDRs: [{ clientCIDR: '0.0.0.0/0', serverAddress: server }],
  };
}

/** `GET /apis`. */
export function groupList(registry: ResourceRegistry): JsonObject {
  return {
    kind: 'APIGroupList',
    apiVersion: 'v1',
    groups: registry.groupNames().map((group) => groupEntry(registry, group)),
  };
}

/** `GET /apis/<group>`. */
export function groupDocument(registry: ResourceRegistry, group: string): JsonObject {
  return { kind: 'APIGroup', apiVersion: 'v1', ...groupEntry(registry, group) };
}

function groupEntry(registry: ResourceRegistry, group: string): JsonObject {
  const versions = registry.versions(group).map(({ version }) => ({ groupVersion: `${group}/${version}`, version }));
  return { name: group, versions, preferredVersion: versions[0] ?? null };
}

/** `GET /api/v1` and `GET /apis/<group>/<version>`. */
export function resourceList(entry: GroupVersionEntry): JsonObject {
  return {
    kind: 'APIResourceList',
    ...(entry.group === '' ? {} : { apiVersion: 'v1' }),
    groupVersion: apiVersionOf(entry),
    resources: [...entry.resources].sort(byPlural).flatMap(resourceEntries),
  };
}

function byPlural(left: ResourceType, right: ResourceType): number {
  return left.plural < right.plural ? -1 : 1;
}

function resourceEntries(type: ResourceType): JsonObject[] {
  const main: JsonObject = {
    name: type.plural,
    singularName: type.singular,
    namespaced: type.isNamespaced,
    kind: type.kind,
    verbs: [...type.verbs],
    ...(type.shortNames.length === 0 ? {} : { shortNames: [...type.shortNames] }),
    ...(type.categories.length === 0 ? {} : { categories: [...type.categories] }),
    storageVersionHash: storageHash(type),
  };
  const others = type.subresources.map((subresource) => ({
    name: `${type.plural}/${subresource.name}`,
    singularName: '',
    namespaced: type.isNamespaced,
    ...(subresource.group === undefined || subresource.group === type.group
      ? {}
      : { group: subresource.group, version: subresource.version }),
    kind: subresource.kind,
    verbs: [...subresource.verbs],
  }));
  return [main, ...others];
}

/** As the API server makes it, of the version that is stored. */
function storageHash({ group, version, kind, custom }: ResourceType): string {
  const stored = `${group}/${custom?.storageVersion ?? version}/${kind}`;
  return createHash('sha256').update(stored).digest().subarray(0, 8).toString('base64');
}

/** `GET /api` or `/apis` as `APIGroupDiscoveryList`. */
export function aggregated(registry: ResourceRegistry, groups: readonly string[]): JsonObject {
  return {
    kind: 'APIGroupDiscoveryList',
    apiVersion: 'apidiscovery.k8s.io/v2',
    metadata: {},
    items: groups.map((group) => ({
      metadata: { ...(group === '' ? {} : { name: group }), creationTimestamp: null },
      versions: registry.versions(group).map((entry) => ({
        version: entry.version,
        resources: [...entry.resources].sort(byPlural).map(aggregatedResource),
        freshness: 'Current',
      })),
    })),
  };
}

function aggregatedResource(type: ResourceType): JsonObject {
  const { group, version } = type;
  const subresources = type.subresources.map((subresource) => ({
    subresource: subresource.name,
    responseKind: {
      group: subresource.group ?? group,
      version: subresource.version ?? version,
      kind: subresource.kind,
    },
    verbs: [...subresource.verbs],
  }));
  return {
    resource: type.plural,
    responseKind: { group, version, kind: type.kind },
    scope: type.isNamespaced ? 'Namespaced' : 'Cluster',
    singularResource: type.singular,
    verbs: [...type.verbs],
    ...(type.shortNames.length === 0 ? {} : { shortNames: [...type.shortNames] }),
    ...(type.categories.length === 0 ? {} : { categories: [...type.categories] }),
    ...(subresources.length === 0 ? {} : { subresources }),
  };
}
