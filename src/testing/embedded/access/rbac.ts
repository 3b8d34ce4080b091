/** RBAC: which rules a user has, from Roles, ClusterRoles and their bindings. */
import { objectKey, section, type ApiObject } from '../storage/api-object.js';
import { forbidden, StatusError } from '../api-status.js';
import type { Attributes, Authorizer } from './authorizer.js';
import { isObject, type JsonObject, type JsonValue } from '../json.js';
import { matchesLabels, selectorOf } from '../selectors/label-selector.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { RequestInfo } from '../http/request-info.js';
import { isMaster, type UserInfo } from './user-info.js';

const GROUP = 'rbac.authorization.k8s.io';

/** One rule of a role. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

/** Told of a request that was allowed; `resource` has its subresource. */
export type AllowedListener = (right: { group: string; resource: string; verb: string; name: string }) => void;

/** Settings of the authorizer. */
export interface RbacOptions {
  /** Filling in aggregated roles is the work of a controller that a bare API server does not have. */
  readonly hasAggregation?: boolean;
  readonly onAllowed?: AllowedListener | undefined;
}

/** Decides by the RBAC objects of a store. */
export class RbacAuthorizer implements Authorizer {
  private readonly store: ObjectStore;
  private readonly hasAggregation: boolean;
  private readonly onAllowed: AllowedListener | undefined;
  constructor(store: ObjectStore, { hasAggregation = false, onAllowed }: RbacOptions = {}) {
    this.store = store;
    this.hasAggregation = hasAggregation;
    this.onAllowed = onAllowed;
  }

  check(user: UserInfo, info: RequestInfo): void {
    if (isMaster(user)) return;
    if (!this.uses(user, attributesOf(info))) throw refusal(user, info);
  }

  uses(user: UserInfo, attributes: Attributes): boolean {
    if (!this.isAllowed(user, attributes)) return false;
    const { group = '', resource, subresource = '', verb, name = '' } = attributes;
    if (this.onAllowed && resource !== undefined && user.name.startsWith('system:serviceaccount:'))
      this.onAllowed({ group, resource: subresource === '' ? resource : `${resource}/${subresource}`, verb, name });
    return true;
  }

  isAllowed(user: UserInfo, attributes: Attributes): boolean {
    if (isMaster(user)) return true;
    if (attributes.path !== undefined) return this.isPathAllowed(user, attributes);
    return this.rulesFor(user, attributes.namespace).some((rule) => allows(rule, attributes));
  }

  /** Every rule that a user has in a namespace, or cluster-wide. */
  rulesFor(user: UserInfo, namespace: string | undefined): PolicyRule[] {
    const rules: PolicyRule[] = isMaster(user) ? [...EVERYTHING] : [];
    for (const binding of this.objects('clusterrolebindings')) {
      if (binds(binding, user)) rules.push(...this.rulesOf(binding, undefined));
    }
    if (namespace === undefined || namespace === '') return rules;
    for (const binding of this.objects('rolebindings')) {
      if (binding.metadata.namespace === namespace && binds(binding, user))
        rules.push(...this.rulesOf(binding, namespace));
    }
    return rules;
  }

  private isPathAllowed(user: UserInfo, { verb, path = '' }: Attributes): boolean {
    return this.rulesFor(user, undefined).some(
      (rule) => includes(rule.verbs, verb) && rule.nonResourceURLs.some((pattern) => matchesPath(pattern, path)),
    );
  }

  private objects(plural: string): readonly ApiObject[] {
    return this.store.collection(`${GROUP}/${plural}`).snapshot().objects;
  }

  private rulesOf(binding: ApiObject, namespace: string | undefined): PolicyRule[] {
    const { kind, name } = section(binding, 'roleRef');
    const isCluster = kind === 'ClusterRole';
    const plural = isCluster ? 'clusterroles' : 'roles';
    const key = objectKey(isCluster ? '' : namespace, String(name));
    const role = this.store.collection(`${GROUP}/${plural}`).get(key);
    return role === undefined ? [] : this.roleRules(role);
  }

  private roleRules(role: ApiObject): PolicyRule[] {
    const aggregation = section(role, 'aggregationRule')['clusterRoleSelectors'];
    if (!Array.isArray(aggregation) || !this.hasAggregation) return parseRules(role['rules']);
    const selected = this.objects('clusterroles').filter((other) =>
      aggregation.some((selector) => matchesLabels(selectorOf(selector), other.metadata.labels)),
    );
    return selected.filter((other) => other !== role).flatMap((other) => parseRules(other['rules']));
  }
}

function attributesOf(info: RequestInfo): Attributes {
  if (!info.isResource) return { verb: info.method === 'HEAD' ? 'get' : info.verb, path: info.path };
  const { verb, group, resource, subresource, namespace, name } = info;
  return { verb, group, resource, subresource, name, ...(namespace === undefined ? {} : { namespace }) };
}

/** 403 for a request, in the server's words. */
export function refusal(user: UserInfo, info: RequestInfo): StatusError {
  const who = `User "${user.name}" cannot ${info.verb}`;
  if (!info.isResource) {
    return new StatusError(403, 'Forbidden', `forbidden: ${who} path "${info.path}"`, {});
  }
  const resource = info.subresource === '' ? info.resource : `${info.resource}/${info.subresource}`;
  const isNamespaced = info.namespace !== undefined && info.namespace !== '' && info.resource !== 'namespaces';
  const where =
    isNamespaced || (info.resource === 'namespaces' && info.namespace !== undefined)
      ? `in the namespace "${info.namespace ?? ''}"`
      : 'at the cluster scope';
  const why = `${who} resource "${resource}" in API group "${info.group}" ${where}`;
  return forbidden({ group: info.group, plural: info.resource }, info.name, why);
}

function parseRules(value: JsonValue | undefined): PolicyRule[] {
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((rule) => ({
    verbs: texts(rule, 'verbs'),
    apiGroups: texts(rule, 'apiGroups'),
    resources: texts(rule, 'resources'),
    resourceNames: texts(rule, 'resourceNames'),
    nonResourceURLs: texts(rule, 'nonResourceURLs'),
  }));
}

function texts(rule: JsonObject, key: string): string[] {
  const value = rule[key];
  return Array.isArray(value) ? value.map(String) : [];
}

function includes(list: readonly string[], value: string): boolean {
  return list.includes('*') || list.includes(value);
}

function allows(
  rule: PolicyRule,
  { verb, group = '', resource = '', subresource = '', name = '' }: Attributes,
): boolean {
  if (!includes(rule.verbs, verb) || !includes(rule.apiGroups, group)) return false;
  if (rule.resourceNames.length > 0 && !rule.resourceNames.includes(name)) return false;
  const full = subresource === '' ? resource : `${resource}/${subresource}`;
  if (rule.resources.includes('*') || rule.resources.includes(full)) return true;
  return subresource !== '' && rule.resources.includes(`*/${subresource}`);
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1));
}

function binds(binding: ApiObject, user: UserInfo): boolean {
  const { subjects } = binding;
  if (!Array.isArray(subjects)) return false;
  return subjects.filter(isObject).some(({ kind, name, namespace }) => {
    if (kind === 'User') return name === user.name || name === '*';
    if (kind === 'Group') return user.groups.includes(String(name));
    const owner = namespace ?? binding.metadata.namespace ?? '';
    return kind === 'ServiceAccount' && user.name === `system:serviceaccount:${String(owner)}:${String(name)}`;
  });
}
