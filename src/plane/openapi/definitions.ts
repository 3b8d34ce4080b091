/** The definitions that both forms of OpenAPI use: those of Kubernetes itself, and those of custom resources. */
import { openApiDefinitions, openApiNames } from '../../k8s/definitions.js';
import { isObject, type JsonObject, type JsonValue } from '../../kubernetes/json/json-value.js';
import type { GroupVersionEntry, ResourceRegistry } from '../resources/resource-registry.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import type { SchemaNode } from '../../kubernetes/schema/schema-node.js';

/** Where references of OpenAPI v3 begin. */
export const COMPONENTS = '#/components/schemas/';

const OBJECT_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta';
const LIST_META = 'io.k8s.apimachinery.pkg.apis.meta.v1.ListMeta';
const POD = 'io.k8s.api.core.v1.Pod';
const POD_LIST = 'io.k8s.api.core.v1.PodList';

/** The definitions of one group version. */
export function definitionsOf(entry: GroupVersionEntry): JsonObject {
  const known = openApiDefinitions();
  const builtin = openApiNames(apiVersionOf(entry)).map((name) => [name, known.get(name)] as const);
  const custom = entry.resources.filter((type) => type.custom !== undefined);
  const meta = custom.length === 0 ? [] : metaNames().map((name) => [name, known.get(name)] as const);
  return Object.fromEntries([...builtin, ...meta, ...custom.flatMap(customDefinitions)]) as JsonObject;
}

/** The definitions of all that is served. */
export function allDefinitions(registry: ResourceRegistry): JsonObject {
  const custom = registry.all().filter((type) => type.custom !== undefined);
  return Object.fromEntries([...openApiDefinitions(), ...custom.flatMap(customDefinitions)]) as JsonObject;
}

/** All that the metadata of objects and lists refers to. */
function metaNames(): string[] {
  const known = openApiDefinitions();
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    for (const reference of JSON.stringify(known.get(name)).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      visit(reference[1] ?? '');
  };
  for (const name of [OBJECT_META, LIST_META, 'io.k8s.apimachinery.pkg.apis.meta.v1.DeleteOptions']) visit(name);
  return [...found].sort();
}

/** `example.com` and `Widget` of v1 are `com.example.v1.Widget`. */
function nameOf({ group, version }: ResourceType, kind: string): string {
  return `${group.split('.').reverse().join('.')}.${version}.${kind}`;
}

function customDefinitions(type: ResourceType): [string, JsonObject][] {
  const schema = plainSchema(type.schema, new Set());
  const common = standardProperties(POD);
  const properties = isObject(schema['properties']) ? schema['properties'] : {};
  const selectable = [...type.selectableFields].sort().map((fieldPath) => ({ fieldPath }));
  const object: JsonObject = {
    ...schema,
    properties: { ...properties, ...common },
    'x-kubernetes-group-version-kind': [gvkOf(type, type.kind)],
    ...(selectable.length === 0 ? {} : { 'x-kubernetes-selectable-fields': selectable }),
  };
  const items = {
    description: `List of ${type.plural}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md`,
    type: 'array',
    items: { $ref: `${COMPONENTS}${nameOf(type, type.kind)}` },
  };
  const list: JsonObject = {
    description: `${type.listKind} is a list of ${type.kind}`,
    type: 'object',
    required: ['items'],
    properties: { ...standardProperties(POD_LIST), items },
    'x-kubernetes-group-version-kind': [gvkOf(type, type.listKind)],
  };
  return [
    [nameOf(type, type.kind), object],
    [nameOf(type, type.listKind), list],
  ];
}

/** The group, version and kind that operations and definitions name. */
export function gvkOf({ group, version }: ResourceType, kind: string): JsonObject {
  return { group, kind, version };
}

/** `apiVersion`, `kind` and `metadata` in the words of Kubernetes, which every kind has. */
function standardProperties(name: string): JsonObject {
  const properties = openApiDefinitions().get(name)?.['properties'] as JsonObject;
  const metadata = properties['metadata'] as JsonObject;
  const standard = { apiVersion: properties['apiVersion'], kind: properties['kind'] };
  const { default: _default, ...rest } = metadata;
  return { ...standard, metadata: rest };
}

/** A schema without shared or recursive nodes. */
function plainSchema(schema: SchemaNode | undefined, parents: ReadonlySet<SchemaNode>): JsonObject {
  if (schema === undefined) return { type: 'object' };
  if (parents.has(schema)) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const inner = new Set([...parents, schema]);
  const result = { ...schema } as unknown as JsonObject;
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(([key, child]) => [key, plainSchema(child, inner)] as const);
    result['properties'] = Object.fromEntries(members);
  }
  if (schema.items !== undefined) result['items'] = plainSchema(schema.items, inner);
  if (typeof schema.additionalProperties === 'object')
    result['additionalProperties'] = plainSchema(schema.additionalProperties, inner);
  return result;
}

/** Calls `change` for every schema node, inner ones first. */
export function mapSchema(node: JsonValue | undefined, change: (node: JsonObject) => JsonObject): JsonObject {
  const result: JsonObject = isObject(node) ? { ...node } : {};
  const properties = result['properties'];
  if (isObject(properties))
    result['properties'] = Object.fromEntries(
      Object.entries(properties).map(([key, child]) => [key, mapSchema(child, change)]),
    );
  for (const key of ['items', 'additionalProperties'])
    if (isObject(result[key])) result[key] = mapSchema(result[key], change);
  return change(result);
}
