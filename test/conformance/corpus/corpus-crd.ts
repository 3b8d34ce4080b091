/** CRDs of other projects: where they lie, and what they mean. */
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';

/** Any JSON object. */
export type Json = Readonly<Record<string, unknown>>;

const TOOL_VERSION = 'controller-gen.kubebuilder.io/version';

/** The folder of CRDs, one folder a project: KBTS_CORPUS, or the one beside the repository; `undefined` without any. */
export function corpusFolder(): string | undefined {
  const folder = process.env['KBTS_CORPUS'] ?? path.resolve(import.meta.dirname, '../../../../shared/corpus/crds');
  return existsSync(folder) ? folder : undefined;
}

/**
 * What the API server makes of a CRD. Left out: descriptions, what it fills in itself (names, `apiVersion`, `kind` and
 * `metadata` of the root), what says nothing (empty subresources), and the order of `required` and of versions.
 */
export function meaningOf(crd: Json, options: { readonly hasDescriptions?: boolean } = {}): Json {
  const { metadata, spec } = crd as { metadata: Json; spec: Json };
  const {
    names,
    versions,
    conversion,
    preserveUnknownFields: _,
    ...rest
  } = spec as { names: Json; versions: Json[] } & Json;
  const { [TOOL_VERSION]: _version, ...annotations } = (metadata['annotations'] ?? {}) as Json;
  const kind = String(names['kind']);
  return withoutEmpty({
    name: metadata['name'],
    annotations,
    labels: metadata['labels'] ?? {},
    ...rest,
    names: withoutEmpty({ listKind: `${kind}List`, singular: kind.toLowerCase(), ...names }),
    conversion: conversionOf(conversion as Json | undefined),
    versions: versions
      .map((version) => versionOf(version, options.hasDescriptions ?? false))
      .toSorted((left, right) => (String(left['name']) < String(right['name']) ? -1 : 1)),
  });
}

/** A short text that is the same for the same meaning. */
export function fingerprint(meaning: Json): string {
  return createHash('sha256')
    .update(JSON.stringify(sorted(meaning)))
    .digest('hex');
}

function versionOf(version: Json, hasDescriptions: boolean): Json {
  const { schema, subresources = {}, additionalPrinterColumns = [], ...rest } = version;
  const columns = (additionalPrinterColumns as Json[]).map(({ description, priority, ...column }) =>
    withoutEmpty({
      ...column,
      priority: priority === 0 ? undefined : priority,
      description: hasDescriptions ? description : undefined,
    }),
  );
  const root = (schema as { openAPIV3Schema: Json }).openAPIV3Schema;
  return withoutEmpty({ ...rest, subresources, columns, schema: rootOf(schemaOf(root, hasDescriptions)) }, ['status']);
}

/** Every object has these three; a root that says nothing else about them need not name them. */
function rootOf(schema: Json): Json {
  const { properties = {}, required = [], ...rest } = schema as { properties?: Json; required?: string[] } & Json;
  const implied = new Set(['apiVersion', 'kind', 'metadata']);
  const isImplied = (name: string, value: unknown): boolean => {
    const { description: _, type, ...more } = value as Json;
    return implied.has(name) && (type === 'string' || type === 'object') && Object.keys(more).length === 0;
  };
  const own = Object.entries(properties).filter(([name, value]) => !isImplied(name, value));
  return withoutEmpty({
    ...rest,
    properties: Object.fromEntries(own),
    required: required.filter((name) => !implied.has(name)),
  });
}

function conversionOf(conversion: Json | undefined): Json | undefined {
  return conversion?.['strategy'] === 'None' ? undefined : conversion;
}

/** One node of a schema, and all below it. */
function schemaOf(schema: Json, hasDescriptions: boolean): Json {
  const child = (value: unknown): unknown =>
    typeof value === 'object' && value !== null ? schemaOf(value as Json, hasDescriptions) : value;
  const children = (value: unknown): unknown => (value as unknown[]).map(child);
  const fields = (value: unknown): unknown =>
    Object.fromEntries(Object.entries(value as Json).map(([name, field]) => [name, child(field)]));
  const read: Readonly<Record<string, (value: unknown) => unknown>> = {
    properties: fields,
    items: child,
    additionalProperties: child,
    not: child,
    allOf: children,
    anyOf: children,
    oneOf: children,
    required: (value) => (value as string[]).toSorted(),
    description: (value) => (hasDescriptions ? text(value as string) : undefined),
  };
  const entries = Object.entries(schema).map(
    ([key, value]) => [key, read[key]?.(value) ?? (key === 'description' ? undefined : value)] as const,
  );
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

/** Blanks at the ends of lines are not kept by comments. */
function text(description: string): string | undefined {
  const lines = description.replaceAll(/[ \t]+$/gm, '').trim();
  return lines === '' ? undefined : lines;
}

function withoutEmpty(object: Json, kept: readonly string[] = []): Json {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === 'object' && value !== null && Object.keys(value).length === 0);
  return Object.fromEntries(Object.entries(object).filter(([key, value]) => kept.includes(key) || !isEmpty(value)));
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, item]) => [key, sorted(item)] as const);
  return Object.fromEntries(entries.toSorted(([left], [right]) => (left < right ? -1 : 1)));
}
