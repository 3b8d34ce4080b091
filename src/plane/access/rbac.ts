/** RBAC: which rules a user has, from Roles, ClusterRoles and their bindings. */
import { objectKey, section, type ApiObject } from '../storage/api-object.js';
import { forbidden, StatusError } from '../api-status.js';
import type { Attributes, Authorizer } from './authorizer.js';
import { isObject, type JsonObject } from '../../kubernetes/json/json-value.js';
import { matchesLabels, selectorOf } from '../selectors/label-selector.js';
import type { ObjectStore } from '../storage/object-store.js';
import type { RequestInfo } from '../http/request-info.js';
import { nameInSelector } from '../selectors/field-selector.js';
import { parseRules, type PolicyRule } from './rule-cover.js';
import { isMaster, type UserInfo } from './user-info.js';

const GROUP = 'rbac.authorization.k8s.io';

const EVERYTHING: readonly PolicyRule[] = [
  { verbs: ['*'], apiGroups: ['*'], resources: ['*'], resourceNames: [], nonResourceURLs: [] },
  { verbs: ['*'], apiGroups: [], resources: [], resourceNames: [], nonResourceURLs: ['*'] },
];

/** A rule, and the binding that gives it. */
interface Grant {
  readonly rule: PolicyRule;
  by(): string;
}

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
    const asked = withSelectedName(info);
    if (!this.uses(user, attributesOf(asked))) throw refusal(user, asked);
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
    return this.grantFor(user, attributes) !== undefined;
  }

  reasonFor(user: UserInfo, attributes: Attributes): string {
    const grant = isMaster(user) ? undefined : this.grantFor(user, attributes);
    return grant === undefined ? '' : `RBAC: allowed by ${grant.by()}`;
  }

  private grantFor(user: UserInfo, attributes: Attributes): Grant | undefined {
    const { path, verb } = attributes;
    for (const grant of this.grantsOf(user, path === undefined ? attributes.namespace : undefined)) {
      if (path === undefined ? allows(grant.rule, attributes) : allowsPath(grant.rule, verb, path)) return grant;
    }
    return undefined;
  }

  /** Every rule that a user has in a namespace, or cluster-wide. */
  rulesFor(user: UserInfo, namespace: string | undefined): PolicyRule[] {
    const rules = [...this.grantsOf(user, namespace)].map(({ rule }) => rule);
    return isMaster(user) ? [...EVERYTHING, ...rules] : rules;
  }

  private *grantsOf(user: UserInfo, namespace: string | undefined): Iterable<Grant> {
    const bindings = [
      ...this.objects('clusterrolebindings'),
      ...(namespace === undefined || namespace === '' ? [] : this.objects('rolebindings')),
    ];
    for (const binding of bindings) {
      const place = binding.metadata.namespace;
      if (place !== undefined && place !== namespace) continue;
      const subject = subjectFor(binding, user);
      if (subject === undefined) continue;
      const by = (): string => describe(binding, subject);
      for (const rule of this.rulesOf(binding, place)) yield { rule, by };
    }
  }

  private objects(plural: string): readonly ApiObject[] {
    return this.store.collection(`${GROUP}/${plural}`).snapshot().objects;
  }

  private rulesOf(binding: ApiObject, namespace: string | undefined): PolicyRule[] {
    const { kind, name } = section(binding, 'roleRef');
    return this.rulesOfRole(kind === 'ClusterRole' ? 'clusterroles' : 'roles', namespace, String(name)) ?? [];
  }

  rulesOfRole(plural: 'clusterroles' | 'roles', namespace: string | undefined, name: string): PolicyRule[] | undefined {
    const key = objectKey(plural === 'clusterroles' ? '' : namespace, name);
    const role = this.store.collection(`${GROUP}/${plural}`).get(key);
    return role === undefined ? undefined : this.roleRules(role);
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

/** A list or watch of one object by its name counts as a request for that object. */
function withSelectedName(info: RequestInfo): RequestInfo {
  if (info.name !== '' || (info.verb !== 'list' && info.verb !== 'watch')) return info;
  const name = nameInSelector(info.query.get('fieldSelector') ?? '');
  return name === undefined ? info : { ...info, name };
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

function allowsPath({ verbs, nonResourceURLs }: PolicyRule, verb: string, path: string): boolean {
  return includes(verbs, verb) && nonResourceURLs.some((pattern) => matchesPath(pattern, path));
}

function matchesPath(pattern: string, path: string): boolean {
  if (pattern === '*' || pattern === path) return true;
  return pattern.endsWith('*') && path.startsWith(pattern.slice(0, -1));
}

function subjectFor(binding: ApiObject, user: UserInfo): JsonObject | undefined {
  const { subjects } = binding;
  if (!Array.isArray(subjects)) return undefined;
  return subjects.filter(isObject).find(({ kind, name, namespace }) => {
    if (kind === 'User') return name === user.name;
    if (kind === 'Group') return user.groups.includes(String(name));
    const owner = namespace ?? binding.metadata.namespace ?? '';
    return kind === 'ServiceAccount' && user.name === `system:serviceaccount:${String(owner)}:${String(name)}`;
  });
}

/** A binding in the server's words. */
function describe(binding: ApiObject, subject: JsonObject): string {
  const { name = '', namespace } = binding.metadata;
  const { kind, name: role } = section(binding, 'roleRef');
  const isAccount = subject['kind'] === 'ServiceAccount';
  const who = isAccount
    ? `${String(subject['name'])}/${String(subject['namespace'] ?? namespace ?? '')}`
    : subject['name'];
  const what = namespace === undefined ? `ClusterRoleBinding "${name}"` : `RoleBinding "${name}/${namespace}"`;
  return `${what} of ${String(kind)} "${String(role)}" to ${String(subject['kind'])} "${String(who)}"`;
}
