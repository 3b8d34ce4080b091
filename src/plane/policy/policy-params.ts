/** The parameters that a binding gives to its policy. */
import { objectKey, type ApiObject } from '../storage/api-object.js';
import type { AdmissionAttempt, Backend } from '../backend.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import { matchesLabels, selectorOf } from '../selectors/label-selector.js';
import type { ResourceType } from '../resources/resource-type.js';

/** What is wrong with a policy, or with one of its bindings. */
export interface Misconfigured {
  readonly of: 'policy' | 'binding';
  readonly message: string;
}

const misbound = (message: string): Misconfigured => ({ of: 'binding', message });

/** The objects to run the policy with, `null` for one without parameters; or what is wrong. */
export function paramsOf(
  backend: Backend,
  attempt: AdmissionAttempt,
  { paramKind }: JsonObject,
  { paramRef }: JsonObject,
): readonly (ApiObject | null)[] | Misconfigured {
  if (!isObject(paramKind) || !isObject(paramRef)) return [null];
  const type = typeOf(backend, paramKind);
  if (type === undefined) {
    const kind = `${String(paramKind['apiVersion'])}, Kind=${String(paramKind['kind'])}`;
    return { of: 'policy', message: `failed to find resource referenced by paramKind: '${kind}'` };
  }
  const namespace = type.isNamespaced ? String(paramRef['namespace'] ?? attempt.namespace ?? '') : '';
  if (type.isNamespaced && namespace === '')
    return misbound('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources');
  const found = chosen(backend, type, namespace, paramRef);
  if (found.length > 0) return found;
  if (paramRef['parameterNotFoundAction'] === 'Deny')
    return misbound('no params found for policy binding with `Deny` parameterNotFoundAction');
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
