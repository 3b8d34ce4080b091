/** OpenAPI v3 documents, as far as kubectl needs them: schemas of kinds, and which parameters writes take. */
import { createHash } from 'node:crypto';
import type { JsonObject } from './json.js';
import type { GroupVersionEntry, ResourceRegistry } from './resource-registry.js';
import { apiVersionOf, type ResourceType } from './resource-type.js';
import type { SchemaNode } from './schema-node.js';

const ROOT = '/openapi/v3';

/** The document at a path below `/openapi`, or undefined. */
export function openApiDocument(registry: ResourceRegistry, path: string): JsonObject | undefined {
  if (path === ROOT) return index(registry);
  if (!path.startsWith(`${ROOT}/`)) return undefined;
  const entry = entries(registry).find((candidate) => path === `${ROOT}/${pathOf(candidate)}`);
  return entry === undefined ? undefined : documentOf(entry);
}

function entries(registry: ResourceRegistry): GroupVersionEntry[] {
  return ['', ...registry.groupNames()].flatMap((group) => registry.versions(group));
}

function pathOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

function index(registry: ResourceRegistry): JsonObject {
  const paths: JsonObject = {};
  for (const entry of entries(registry)) {
    const path = pathOf(entry);
    // Clients cache documents by this hash, so it must change with them.
    const hash = createHash('sha1').update(
      `${path} ${entry.resources.map((type) => type.plural).join()} ${registry.revision}`,
    );
    paths[path] = { serverRelativeURL: `${ROOT}/${path}?hash=${hash.digest('hex').toUpperCase()}` };
  }
  return { paths };
}

function documentOf(entry: GroupVersionEntry): JsonObject {
  const paths: JsonObject = {};
  const schemas: JsonObject = {};
  for (const type of entry.resources) {
    Object.assign(paths, pathsOf(type));
    schemas[schemaName(type)] = {
      ...plain(type.schema, new Set()),
      'x-kubernetes-group-version-kind': [gvkOf(type)],
    };
  }
  return {
    openapi: '3.0.0',
    info: { title: 'Kubernetes', version: 'v1.37.1' },
    paths,
    components: { schemas },
  };
}

function schemaName({ group, version, kind }: ResourceType): string {
  const domain = group === '' ? 'io.k8s.api.core' : group.split('.').reverse().join('.');
  return `${domain}.${version}.${kind}`;
}

function gvkOf({ group, version, kind }: ResourceType): JsonObject {
  return { group, kind, version };
}

function pathsOf(type: ResourceType): JsonObject {
  const root = type.group === '' ? `/api/${type.version}` : `/apis/${apiVersionOf(type)}`;
  const collection = `${root}${type.isNamespaced ? '/namespaces/{namespace}' : ''}/${type.plural}`;
  const operation = (action: string): JsonObject => ({
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvkOf(type),
    parameters: ['dryRun', 'fieldManager', 'fieldValidation'].map((name) => ({
      name,
      in: 'query',
      schema: { type: 'string', uniqueItems: true },
    })),
    responses: { 200: { description: 'OK' } },
  });
  return {
    [collection]: { get: operation('list'), post: operation('post') },
    [`${collection}/{name}`]: {
      get: operation('get'),
      put: operation('put'),
      patch: operation('patch'),
      delete: operation('delete'),
    },
  };
}

/** A schema without shared or recursive nodes. */
function plain(schema: SchemaNode | undefined, parents: ReadonlySet<SchemaNode>): JsonObject {
  if (schema === undefined) return { type: 'object' };
  if (parents.has(schema)) return { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const inner = new Set([...parents, schema]);
  const result = { ...schema } as unknown as JsonObject;
  if (schema.properties !== undefined) {
    const members = Object.entries(schema.properties).map(([key, child]) => [key, plain(child, inner)] as const);
    result['properties'] = Object.fromEntries(members);
  }
  if (schema.items !== undefined) result['items'] = plain(schema.items, inner);
  if (typeof schema.additionalProperties === 'object')
    result['additionalProperties'] = plain(schema.additionalProperties, inner);
  return result;
}
