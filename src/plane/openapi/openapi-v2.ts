/** The OpenAPI v2 document: older, all in one, and what kubectl asks for kinds that it does not know. */
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceRegistry } from '../resources/resource-registry.js';
import { allDefinitions, COMPONENTS, mapSchema } from './definitions.js';
import { pathsOf } from './openapi-paths.js';

/** The document. */
export function openApiV2(registry: ResourceRegistry): JsonObject {
  const definitions = Object.entries(allDefinitions(registry)).map(([name, schema]) => [name, mapSchema(schema, toV2)]);
  const parameter = (name: string): JsonObject => ({ uniqueItems: true, type: 'string', name, in: 'query' });
  const paths = registry.all().map((type) => pathsOf(type, parameter));
  return {
    swagger: '2.0',
    info: { title: 'Kubernetes', version: '1.37' },
    paths: Object.assign({}, ...paths) as JsonObject,
    definitions: Object.fromEntries(definitions) as JsonObject,
  };
}

/** v2 has no defaults of Kubernetes, no unions and no nulls; references are beside descriptions. */
function toV2(node: JsonObject): JsonObject {
  const { default: _default, nullable, allOf, oneOf, anyOf: _anyOf, not: _not, $ref, ...rest } = node;
  const [only, ...others] = Array.isArray(allOf) ? allOf.filter(isObject) : [];
  const reference = $ref ?? (others.length === 0 ? only?.['$ref'] : undefined);
  if (typeof reference === 'string') return { ...rest, $ref: reference.replace(COMPONENTS, '#/definitions/') };
  // Quantities and the like, which v3 calls a string or a number.
  if (Array.isArray(oneOf) && rest['type'] === undefined) return { ...rest, type: 'string' };
  if (rest['x-kubernetes-int-or-string'] === true || nullable === true) {
    const { type: _type, ...untyped } = rest;
    return untyped;
  }
  return rest;
}
