/** Nobody grants rights that they do not hold: roles need the verb `escalate` for that, bindings the verb `bind`. */
import { section, type ApiObject } from '../storage/api-object.js';
import { forbidden, notFound, StatusError } from '../api-status.js';
import { isObject, jsonEqual, type JsonObject } from '../../kubernetes/json/json-value.js';
import type { ResourceRequest } from '../resources/resource-request.js';
import type { Authorizer } from './authorizer.js';
import { missingRules, parseRules, quoted, ruleLines, type PolicyRule } from './rule-cover.js';
import { isMaster } from './user-info.js';

const GROUP = 'rbac.authorization.k8s.io';
const ROLES = new Set(['roles', 'clusterroles']);
const BINDINGS = new Set(['rolebindings', 'clusterrolebindings']);

const FULL_AUTHORITY: readonly JsonObject[] = [
  { apiGroups: ['*'], resources: ['*'], verbs: ['*'] },
  { nonResourceURLs: ['*'], verbs: ['*'] },
];

/** Throws 403 when a role or binding grants more than the sender holds; `before` is undefined for a new object. */
export function checkEscalation(
  authorizer: Authorizer,
  request: ResourceRequest,
  object: ApiObject,
  before?: ApiObject,
): void {
  const { type, user } = request;
  if (type.group !== GROUP || isMaster(user)) return;
  if (before !== undefined && changesOnlyOwners(object, before)) return;
  if (ROLES.has(type.plural)) checkRole(authorizer, request, object, before);
  else if (BINDINGS.has(type.plural)) checkBinding(authorizer, request, object);
}

function checkRole(authorizer: Authorizer, request: ResourceRequest, object: ApiObject, before?: ApiObject): void {
  const { info, user, type } = request;
  const { namespace = '', name, resource } = info;
  if (authorizer.uses(user, { verb: 'escalate', group: GROUP, resource, name, namespace })) return;
  confirmHeld(authorizer, request, object, parseRules(object['rules']));
  const isAggregated = [object, before].some((role) => role !== undefined && hasAggregation(role));
  if (type.plural !== 'clusterroles' || !isAggregated) return;
  const held = authorizer.rulesFor(user, namespace);
  if (missingRules(held, parseRules([...FULL_AUTHORITY])).length === 0) return;
  const why = 'must have cluster-admin privileges to use the aggregationRule';
  throw forbidden(type, object.metadata.name ?? '', why);
}

function hasAggregation(role: ApiObject): boolean {
  const selectors = section(role, 'aggregationRule')['clusterRoleSelectors'];
  return Array.isArray(selectors) && selectors.length > 0;
}

function checkBinding(authorizer: Authorizer, request: ResourceRequest, binding: ApiObject): void {
  const { type, user } = request;
  const namespace = type.isNamespaced ? (request.info.namespace ?? '') : '';
  const roleRef = section(binding, 'roleRef');
  const [kind, name, group] = [
    String(roleRef['kind']),
    String(roleRef['name'] ?? ''),
    String(roleRef['apiGroup'] ?? ''),
  ];
  const resource = kind === 'ClusterRole' ? 'clusterroles' : kind === 'Role' ? 'roles' : undefined;
  if (resource === undefined) {
    throw new StatusError(500, '', `unsupported role reference kind: ${JSON.stringify(kind)}`);
  }
  if (authorizer.uses(user, { verb: 'bind', group, resource, name, namespace })) return;
  const rules = authorizer.rulesOfRole(resource, namespace, name);
  if (rules === undefined) throw notFound(type, name);
  confirmHeld(authorizer, request, binding, rules);
}

function confirmHeld(
  authorizer: Authorizer,
  { type, user, info }: ResourceRequest,
  object: ApiObject,
  rules: readonly PolicyRule[],
): void {
  const missing = missingRules(authorizer.rulesFor(user, info.namespace), rules);
  if (missing.length === 0) return;
  const who = `user ${JSON.stringify(user.name)} (groups=${quoted(user.groups)})`;
  const why = `${who} is attempting to grant RBAC permissions not currently held:\n${ruleLines(missing)}`;
  throw forbidden(type, object.metadata.name ?? '', why);
}

/** Owners and finalizers are written by the garbage collector, which holds no rights of roles. */
function changesOnlyOwners(object: ApiObject, before: ApiObject): boolean {
  const { ownerReferences: _owners, finalizers: _finalizers, managedFields: _managed, ...kept } = object.metadata;
  const { ownerReferences, finalizers, managedFields } = before.metadata;
  const copy = { ...object, metadata: { ...kept, ...defined({ ownerReferences, finalizers, managedFields }) } };
  return isObject(copy) && jsonEqual(copy, before);
}

function defined<T extends object>(fields: T): Partial<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Partial<T>;
}
