/** A kind's declaration → the kind in the model. */
import { argumentOf, textOf as text, textsOf as texts, type ResolvedMarker } from '../markers/resolve.js';
import type { ConversionWebhook, KindVersion, MarkerOrigin, PrinterColumn, ScaleSubresource } from '../model/api.js';
import type { JsonSchema, MutableSchema } from '../model/schema.js';
import { checkIdentity } from './check-identity.js';
import { kindNote } from './console/console-notes.js';
import type { KindDeclaration } from './find-kinds.js';
import { TYPE_META_PROPERTIES } from './schema/known-schemas.js';
import { hasMarker, type NodeMarkers, originOf, type PlacedMarker, withName } from './comments/node-markers.js';
import type { PackageInfo } from './sources/packages.js';
import { readNames } from './resource-names.js';
import type { SchemaBuilder } from './schema/schema-builder.js';

/** Reads a kind. */
export function readKind(builder: SchemaBuilder, kind: KindDeclaration, info: PackageInfo): KindVersion {
  const { unit, node } = kind.place;
  const comments = builder.markers.of(unit, node, 'type');
  const { markers } = comments;
  const { evaluator } = builder;
  const members = evaluator.objectOf(kind.type).members;
  const identity = members.filter(({ name }) => name === 'metadata' || name === 'apiVersion' || name === 'kind');
  const scale = readScale(markers);
  const conversion = readConversion(markers);
  const deprecation = readDeprecation(comments);
  const console = kindNote(builder, markers);
  const start = node.getStart(unit.ast);
  const doc = comments.description === '' ? undefined : comments.description;
  const declared = builder.schemaOf(kind.type);
  const group = info.group ?? '';
  const { version } = info;
  checkIdentity(
    builder,
    { members, schema: declared, place: kind.place },
    { apiVersion: `${group}/${version}`, kind: kind.name },
  );
  const schema = rootSchema(builder, declared);
  const origin = builder.origins.get(declared);
  if (origin !== undefined) builder.origins.set(schema, origin);
  return {
    group,
    version,
    kind: kind.name,
    names: readNames(builder, kind.name, markers),
    schema,
    isStorage: hasMarker(markers, 'kubebuilder:storageversion'),
    isServed: !hasMarker(markers, 'kubebuilder:unservedversion'),
    isSkipped: hasMarker(markers, 'kubebuilder:skipversion'),
    ...(deprecation && { deprecation }),
    hasStatus: hasMarker(markers, 'kubebuilder:subresource:status'),
    ...(scale && { scale }),
    printerColumns: withName(markers, 'kubebuilder:printcolumn').map(readColumn),
    selectableFields: withName(markers, 'kubebuilder:selectablefield').map((marker) => text(marker, 'JSONPath') ?? ''),
    annotations: readPairs(builder, markers, 'annotations'),
    labels: readPairs(builder, markers, 'labels'),
    ...(conversion && { conversion }),
    ...(console && { console }),
    origin: originOf({ unit, offset: start, length: kind.name.length }),
    markers: markerOrigins(markers),
    origins: builder.origins,
    // Declared identity fields may be optional; the ones that CustomResource brings are not.
    source: {
      file: unit.shown,
      hasOptionalIdentity: identity.some(({ isOptional, declaration }) => isOptional && declaration !== undefined),
      isAlias: evaluator.ts.isTypeAliasDeclaration(node),
      ...(doc !== undefined && { doc }),
      ...(kind.exportName !== kind.name && { exportName: kind.exportName }),
    },
  };
}

/** The API server owns the first three properties: they are never required, and metadata has its own schema. */
function rootSchema(builder: SchemaBuilder, schema: JsonSchema): JsonSchema {
  const { required, ...rest } = schema;
  const root: MutableSchema = {
    ...rest,
    properties: { ...schema.properties, ...TYPE_META_PROPERTIES, metadata: { type: 'object' } },
  };
  const kept = (required ?? []).filter((name) => name !== 'apiVersion' && name !== 'kind' && name !== 'metadata');
  if (kept.length > 0) root.required = kept;
  return builder.correlate(root);
}

function readScale(markers: readonly PlacedMarker[]): ScaleSubresource | undefined {
  const scale = withName(markers, 'kubebuilder:subresource:scale').at(-1);
  if (scale === undefined) return undefined;
  const selector = text(scale, 'selectorpath');
  return {
    specReplicasPath: text(scale, 'specpath') ?? '',
    statusReplicasPath: text(scale, 'statuspath') ?? '',
    ...(selector !== undefined && { labelSelectorPath: selector }),
  };
}

function readColumn(marker: ResolvedMarker): PrinterColumn {
  const description = text(marker, 'description');
  const format = text(marker, 'format');
  const priority = argumentOf(marker, 'priority');
  return {
    name: text(marker, 'name') ?? '',
    type: text(marker, 'type') ?? '',
    jsonPath: text(marker, 'JSONPath') ?? '',
    ...(description !== undefined && { description }),
    ...(format !== undefined && { format }),
    ...(typeof priority === 'number' && priority !== 0 && { priority }),
  };
}

function readDeprecation(comments: NodeMarkers): { readonly warning?: string } | undefined {
  const marker = withName(comments.markers, 'kubebuilder:deprecatedversion').at(-1);
  if (marker === undefined && comments.deprecation === undefined) return undefined;
  const warning = (marker && text(marker, 'warning')) ?? comments.deprecation;
  return warning === undefined || warning === '' ? {} : { warning };
}

function readConversion(markers: readonly PlacedMarker[]): ConversionWebhook | undefined {
  const marker = withName(markers, 'kubebuilder:conversion').at(-1);
  if (marker === undefined) return undefined;
  const port = argumentOf(marker, 'servicePort');
  const versions = texts(argumentOf(marker, 'reviewVersions'));
  return {
    serviceName: text(marker, 'serviceName') ?? 'webhook-service',
    serviceNamespace: text(marker, 'serviceNamespace') ?? 'system',
    ...(argumentOf(marker, 'path') !== '' && { path: text(marker, 'path') ?? '/convert' }),
    ...(typeof port === 'number' && { port }),
    reviewVersions: versions.length > 0 ? versions : ['v1'],
  };
}

function readPairs(
  builder: SchemaBuilder,
  markers: readonly PlacedMarker[],
  name: 'annotations' | 'labels',
): Record<string, string> {
  const pairs = withName(markers, 'kubebuilder:metadata').flatMap((marker) =>
    texts(argumentOf(marker, name)).flatMap((pair): [string, string][] => {
      const equals = pair.indexOf('=');
      if (equals > 0) return [[pair.slice(0, equals), pair.slice(equals + 1)]];
      builder.reportMarker(marker, `"${pair}" is not of the form key=value`);
      return [];
    }),
  );
  return Object.fromEntries(pairs);
}

/** Positions of markers, by name and number. */
function markerOrigins(markers: readonly PlacedMarker[]): ReadonlyMap<string, MarkerOrigin> {
  const counts = new Map<string, number>();
  return new Map(
    markers.map((marker) => {
      const name = marker.definition.name.replace('kubebuilder:', '');
      const count = counts.get(name) ?? 0;
      counts.set(name, count + 1);
      return [count === 0 ? name : `${name}:${count}`, originOf(marker)];
    }),
  );
}
