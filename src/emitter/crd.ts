/** Kinds → CustomResourceDefinitions. */
import type { KindVersion } from '../model/api.js';
import type { JsonSchema } from '../model/schema.js';
import { limitDescriptions } from './description-length.js';

/** A Kubernetes object, as plain data. */
export type Manifest = Readonly<Record<string, unknown>>;

/** Choices about CRDs. */
export interface CrdOptions {
  /** Longest description in bytes; 0 removes all. */
  readonly maxDescriptionLength?: number;
}

/** All versions of one kind. */
export interface KindGroup {
  readonly group: string;
  readonly kind: string;
  /** Sorted by name; at least one. */
  readonly versions: readonly [KindVersion, ...KindVersion[]];
}

/** Puts versions of the same kind together, sorted by kind and group. */
export function groupKinds(kinds: readonly KindVersion[]): KindGroup[] {
  const groups = new Map<string, [KindVersion, ...KindVersion[]]>();
  for (const kind of kinds) {
    if (kind.isSkipped) continue;
    const key = `${kind.kind}.${kind.group}`;
    const versions = groups.get(key);
    if (versions === undefined) groups.set(key, [kind]);
    else versions.push(kind);
  }
  return [...groups.entries()]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([, versions]) => {
      versions.sort((left, right) => (left.version < right.version ? -1 : 1));
      const [first] = versions;
      return { group: first.group, kind: first.kind, versions };
    });
}

/** The version whose names and scope count. */
export function leadingVersion({ versions }: KindGroup): KindVersion {
  return versions.find(({ isStorage }) => isStorage) ?? versions[0];
}

/** The CRD of a kind. */
export function emitCrd(kind: KindGroup, options: CrdOptions = {}): Manifest {
  const leading = leadingVersion(kind);
  const { names } = leading;
  const annotations = Object.assign({}, ...kind.versions.map((version) => version.annotations)) as Record<
    string,
    string
  >;
  const labels = Object.assign({}, ...kind.versions.map((version) => version.labels)) as Record<string, string>;
  const conversion = kind.versions.find((version) => version.conversion !== undefined)?.conversion;
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: {
      name: `${names.plural}.${kind.group}`,
      ...(Object.keys(annotations).length > 0 && { annotations }),
      ...(Object.keys(labels).length > 0 && { labels }),
    },
    spec: {
      group: kind.group,
      names: {
        kind: kind.kind,
        listKind: `${kind.kind}List`,
        plural: names.plural,
        singular: names.singular,
        ...(names.shortNames.length > 0 && { shortNames: names.shortNames }),
        ...(names.categories.length > 0 && { categories: names.categories }),
      },
      scope: names.scope,
      versions: kind.versions.map((version) => emitVersion(version, kind.versions.length === 1, options)),
      ...(conversion && { conversion: emitConversion(conversion) }),
    },
  };
}

function emitVersion(version: KindVersion, isOnly: boolean, options: CrdOptions): Manifest {
  const { deprecation, scale, hasStatus } = version;
  return {
    name: version.version,
    served: version.isServed,
    storage: version.isStorage || isOnly,
    ...(deprecation && { deprecated: true }),
    ...(deprecation?.warning !== undefined && { deprecationWarning: deprecation.warning }),
    schema: { openAPIV3Schema: limited(version.schema, options) },
    ...((hasStatus || scale) && { subresources: { ...(hasStatus && { status: {} }), ...(scale && { scale }) } }),
    ...(version.printerColumns.length > 0 && { additionalPrinterColumns: version.printerColumns }),
    ...(version.selectableFields.length > 0 && {
      selectableFields: version.selectableFields.map((jsonPath) => ({ jsonPath })),
    }),
  };
}

function limited(schema: JsonSchema, { maxDescriptionLength }: CrdOptions): JsonSchema {
  return maxDescriptionLength === undefined || maxDescriptionLength < 0
    ? schema
    : limitDescriptions(schema, maxDescriptionLength);
}

function emitConversion(conversion: NonNullable<KindVersion['conversion']>): Manifest {
  const { serviceName, serviceNamespace, path, port, reviewVersions } = conversion;
  const service = {
    name: serviceName,
    namespace: serviceNamespace,
    ...(path !== undefined && { path }),
    ...(port !== undefined && { port }),
  };
  return { strategy: 'Webhook', webhook: { clientConfig: { service }, conversionReviewVersions: reviewVersions } };
}

/** The file of a kind's CRD. */
export function crdFileName(kind: KindGroup): string {
  return `${kind.group}_${leadingVersion(kind).names.plural}.yaml`;
}
