/** The paths of OpenAPI documents, as far as clients look at them: which kind, and which parameters writes take. */
import type { JsonObject } from '../../kubernetes/json/json-value.js';
import { apiVersionOf, type ResourceType } from '../resources/resource-type.js';
import { gvkOf } from './definitions.js';

const METHODS = { get: 'get', put: 'put', patch: 'patch', delete: 'delete' } as const;

/** The paths of a resource; `parameter` gives a query parameter the form of the document. */
export function pathsOf(type: ResourceType, parameter: (name: string) => JsonObject): JsonObject {
  const root = type.group === '' ? `/api/${type.version}` : `/apis/${apiVersionOf(type)}`;
  const collection = `${root}${type.isNamespaced ? '/namespaces/{namespace}' : ''}/${type.plural}`;
  const operation = (action: string): JsonObject => ({
    parameters: ['dryRun', 'fieldManager', 'fieldValidation'].map(parameter),
    responses: { 200: { description: 'OK' } },
    'x-kubernetes-action': action,
    'x-kubernetes-group-version-kind': gvkOf(type, type.kind),
  });
  const operations = Object.entries(METHODS).map(([method, action]) => [method, operation(action)] as const);
  return {
    [collection]: { get: operation('list'), post: operation('post') },
    [`${collection}/{name}`]: Object.fromEntries(operations),
  };
}
