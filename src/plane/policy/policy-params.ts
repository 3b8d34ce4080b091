/** The parameters that a binding gives to its policy. */
import { objectKey, type ApiObject } from '../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import { matchesLabels, selectorOf } from '../selectors/label-selector.js';
import type { ResourceType } from '../resources/resource-type.js';

/** The objects to run the policy with, `null` for one without parameters; or what is wrong. */
export function paramsOf(
  backend: Backend,
  attempt: AdmissionAttempt,
  { paramKind }: JsonObject,
  { paramRef }: JsonObject,
): readonly (ApiObject | null)[] | string {
  if (!isObject(paramKind) || !isObject(paramRef)) return [null];
  const type = typeOf(backend, paramKind);
  if (type === undefined)
    return `paramKind kind \`${String(paramKind['apiVersion'])}, Kind=${String(paramKind['kind'])}\` not known`;
  const namespace = type.isNamespaced ? String(paramRef['namespace'] ?? attempt.namespace ?? '') : '';
  if (type.isNamespaced && namespace === '')
    return 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources';
  const found = chosen(backend, type, namespace, paramRef);
  if (found.length > 0) return found;
  if (paramRef['parameterNotFoundAction'] === 'Deny')
    return 'no params found for policy binding with `Deny` parameterNotFoundAction';
  return [];
}

function typeOf(backend: Backend, { apiVersion, kind }: JsonObject): ResourceType | undefined {
  const [version = '', group = ''] = String(apiVersion).split('/').reverse();
  const served = backend.registry.versions(group).find((one) => one.version === version);
  return served?.resources.find((resource) => resource.kind === kind);
}

function chosen(
  backend: Backend,
  { group, plural }: ResourceType,
  namespace: string,
  { name, selector }: JsonObject,
): ApiObject[] {
  const collection = backend.store.collection(`${group}/${plural}`);
  if (typeof name === 'string' && name !== '') {
    const object = collection.get(objectKey(namespace, name));
    return object === undefined ? [] : [object];
  }
  const requirements = selectorOf(selector);
  return collection
    .snapshot()
    .objects.filter(
      ({ metadata }) => (metadata.namespace ?? '') === namespace && matchesLabels(requirements, metadata.labels),
    );
}
