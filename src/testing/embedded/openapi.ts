/** OpenAPI documents, as far as kubectl needs them. */
import type { JsonObject } from './json.js';
import type { ResourceRegistry } from './resource-registry.js';

/** The document at a path below `/openapi`, or undefined. */
export function openApiDocument(_registry: ResourceRegistry, _path: string): JsonObject | undefined {
  return undefined;
}
