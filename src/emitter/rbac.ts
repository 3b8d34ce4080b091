/** RBAC markers → roles. Rules are merged, and no permission is lost or added. */
import type { RbacRule } from '../model/rbac.js';
import type { Manifest } from './crd.js';

/** A rule of a role, every list sorted and without duplicates. */
export interface PolicyRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

/** Roles for all rules, cluster roles first. */
export function emitRoles(rules: readonly RbacRule[], roleName: string): Manifest[] {
  const roles = new Map<string, { namespace: string; name: string; rules: RbacRule[] }>();
  for (const rule of rules) {
    const name = rule.roleName ?? roleName;
    const key = `${rule.namespace}\0${name}`;
    const role = roles.get(key) ?? { namespace: rule.namespace, name, rules: [] };
    role.rules.push(rule);
    roles.set(key, role);
  }
  return [...roles.entries()]
    .sort(([left], [right]) => compare(left, right))
    .map(([, role]) => ({
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: role.namespace === '' ? 'ClusterRole' : 'Role',
      metadata: { name: role.name, ...(role.namespace !== '' && { namespace: role.namespace }) },
      rules: normaliseRules(role.rules).map(emitRule),
    }));
}

/** The fewest rules that grant the same; merging is repeated until nothing changes. */
export function normaliseRules(rules: readonly Omit<PolicyRule, never>[]): PolicyRule[] {
  let current = rules.flatMap(splitResources).map(sortLists);
  for (;;) {
    const before = current.length;
    current = mergeBy(current, 'verbs');
    current = mergeBy(current, 'resources');
    current = mergeBy(current, 'groups');
    current = mergeBy(current, 'urls');
    current = mergeBy(current, 'verbs');
    if (current.length === before) break;
  }
  return current
    .map((rule) => (rule.verbs.includes('*') ? { ...rule, verbs: ['*'] } : rule))
    .sort((left, right) => compare(sortKey(left), sortKey(right)));
}

function splitResources(rule: PolicyRule): PolicyRule[] {
  return rule.resources.length === 0 ? [rule] : rule.resources.map((resource) => ({ ...rule, resources: [resource] }));
}

function sortLists({ groups, resources, resourceNames, urls, verbs }: PolicyRule): PolicyRule {
  const tidy = (list: readonly string[]): string[] => [...new Set(list)].sort(compare);
  return {
    groups: tidy(groups),
    resources: tidy(resources),
    resourceNames: tidy(resourceNames),
    urls: tidy(urls),
    verbs: tidy(verbs),
  };
}

/** Unites one list of rules that are equal in all others. An empty list means "not this sort of rule" and stays apart. */
function mergeBy(rules: readonly PolicyRule[], key: keyof PolicyRule): PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const others = (['groups', 'resources', 'resourceNames', 'urls', 'verbs'] as const).filter(
      (other) => other !== key,
    );
    const id = JSON.stringify([...others.map((other) => rule[other]), rule[key].length === 0]);
    const known = merged.get(id);
    merged.set(
      id,
      known === undefined ? rule : { ...known, [key]: [...new Set([...known[key], ...rule[key]])].sort(compare) },
    );
  }
  return [...merged.values()];
}

function sortKey({ groups, resources, resourceNames, urls, verbs }: PolicyRule): string {
  return [...[groups, resources, resourceNames, urls].map((list) => list.join('&')), verbs.join('&')].join(' + ');
}

function emitRule({ groups, resources, resourceNames, urls, verbs }: PolicyRule): Manifest {
  return {
    ...(groups.length > 0 && { apiGroups: groups }),
    ...(urls.length > 0 && { nonResourceURLs: urls }),
    ...(resourceNames.length > 0 && { resourceNames }),
    ...(resources.length > 0 && { resources }),
    verbs,
  };
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
