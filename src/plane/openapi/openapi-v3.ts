/** OpenAPI v3 documents, one for each group version: what `kubectl explain` reads. */
import { createHash } from 'node:crypto';
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import type { GroupVersionEntry, ResourceRegistry } from '../resources/resource-registry.js';
import { definitionsOf } from './definitions.js';
import { pathsOf } from './openapi-paths.js';

const ROOT = '/openapi/v3';
/** Documents about paths that are not resources. */
const OTHER_PATHS = ['.well-known/openid-configuration', 'api', 'apis', 'openid/v1/jwks', 'version'];

/** The document at a path below `/openapi/v3`, or undefined. */
export function openApiV3(registry: ResourceRegistry, path: string): JsonObject | undefined {
  if (path === ROOT) return index(registry);
  const name = path.slice(ROOT.length + 1);
  const entry = entries(registry).find((candidate) => name === pathOf(candidate));
  if (entry !== undefined) return documentOf(entry);
  return otherPaths(registry).includes(name) ? emptyDocument({}, {}) : undefined;
}

function entries(registry: ResourceRegistry): GroupVersionEntry[] {
  return ['', ...registry.groupNames()].flatMap((group) => registry.versions(group));
}

function pathOf({ group, version }: { group: string; version: string }): string {
  return group === '' ? `api/${version}` : `apis/${group}/${version}`;
}

/** Groups of custom resources have no document of their own. */
function otherPaths(registry: ResourceRegistry): string[] {
  const groups = registry.groupNames().filter((group) => registry.versions(group).some(isBuiltin));
  return [...OTHER_PATHS, ...groups.map((group) => `apis/${group}`)];
}

function isBuiltin({ resources }: GroupVersionEntry): boolean {
  return resources.some((type) => type.custom === undefined);
}

function index(registry: ResourceRegistry): JsonObject {
  const documents = entries(registry).map((entry) => {
    const path = pathOf(entry);
    const resources = entry.resources.map((type) => type.plural).join();
    return [path, isBuiltin(entry) ? `${path} ${resources}` : `${path} ${resources} ${registry.revision}`] as const;
  });
  const others = otherPaths(registry).map((path) => [path, path] as const);
  const sorted = [...documents, ...others].sort(([left], [right]) => (left < right ? -1 : 1));
  // Clients cache documents by this hash, so it must change with them.
  const hashOf = (text: string): string => createHash('sha512').update(text).digest('hex').toUpperCase();
  const paths = sorted.map(([path, text]) => [path, { serverRelativeURL: `${ROOT}/${path}?hash=${hashOf(text)}` }]);
  return { paths: Object.fromEntries(paths) };
}

function documentOf(entry: GroupVersionEntry): JsonObject {
  const parameter = (name: string): JsonObject => ({
    name,
    in: 'query',
    schema: { type: 'string', uniqueItems: true },
  });
  const paths = entry.resources.map((type) => pathsOf(type, parameter));
  return emptyDocument(Object.assign({}, ...paths) as JsonObject, definitionsOf(entry));
}

function emptyDocument(paths: JsonObject, schemas: JsonObject): JsonObject {
  return { openapi: '3.0.0', info: { title: 'Kubernetes', version: '1.37' }, paths, components: { schemas } };
}
