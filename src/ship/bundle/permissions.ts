/** What OLM must allow the accounts of an operator: the rules of the roles that config/ binds to them. */
import { isList, type Json, type JsonMap, type Manifest, valueAt } from '../json.js';
import { mapsAt, namespaceOf, type OperatorParts, serviceAccountOf, stringAt } from '../operator.js';

/** Rules of one account. */
export interface AccountRules {
  readonly serviceAccountName: string;
  readonly rules: readonly Json[];
}

/** Rights of the install strategy, and what of config/rbac they do not replace. */
export interface Permissions {
  /** In the namespaces that the OperatorGroup selects. */
  readonly permissions: readonly AccountRules[];
  /** In the whole cluster. */
  readonly clusterPermissions: readonly AccountRules[];
  /** Roles, bindings and accounts that OLM must create as they are. */
  readonly rest: readonly Manifest[];
  readonly warnings: readonly string[];
}

/** OLM binds rules to the accounts of Deployments itself; roles that nobody of them has stay objects. */
export function permissionsOf(parts: OperatorParts): Permissions {
  const accounts = new Set(parts.deployments.map(serviceAccountOf));
  const home = new Set(parts.deployments.map(namespaceOf));
  const collected = { permissions: new Map<string, Json[]>(), clusterPermissions: new Map<string, Json[]>() };
  const absorbed = new Set<Manifest>();
  const keptRoles = new Set<Manifest>();
  const keptBindings: Manifest[] = [];
  const warnings: string[] = [];
  for (const binding of parts.bindings) {
    const role = roleOf(binding, parts.roles);
    const isOwn = (subject: JsonMap): boolean => isAccount(subject) && accounts.has(String(subject['name']));
    const subjects = mapsAt(binding, 'subjects');
    const own = subjects.filter(isOwn);
    const others = subjects.filter((subject) => !isOwn(subject));
    if (role === undefined || own.length === 0) {
      keptBindings.push(binding);
      if (role !== undefined) keptRoles.add(role);
      else if (own.length > 0) warnings.push(unknownRole(binding));
      continue;
    }
    if (isElsewhere(binding, home)) warnings.push(elsewhere(binding));
    const target = binding.kind === 'ClusterRoleBinding' ? collected.clusterPermissions : collected.permissions;
    for (const { name } of own) target.set(String(name), [...(target.get(String(name)) ?? []), ...rulesOf(role)]);
    absorbed.add(role);
    if (others.length === 0) continue;
    keptBindings.push({ ...binding, subjects: others });
    keptRoles.add(role);
  }
  const made = parts.serviceAccounts.filter(({ metadata }) => accounts.has(metadata.name));
  warnings.push(...made.flatMap(lostOfAccount));
  // OLM makes the accounts of Deployments that have rules, even none, and lets nobody else make them.
  for (const { metadata } of made)
    if (!collected.clusterPermissions.has(metadata.name))
      collected.permissions.set(metadata.name, collected.permissions.get(metadata.name) ?? []);
  const rest = [
    ...parts.serviceAccounts.filter(({ metadata }) => !accounts.has(metadata.name)),
    ...parts.roles.filter((role) => !absorbed.has(role) || keptRoles.has(role)),
    ...keptBindings,
  ];
  return {
    permissions: listed(collected.permissions),
    clusterPermissions: listed(collected.clusterPermissions),
    rest,
    warnings,
  };
}

function isAccount({ kind }: JsonMap): boolean {
  return kind === 'ServiceAccount';
}

function roleOf(binding: Manifest, roles: readonly Manifest[]): Manifest | undefined {
  const [kind, name] = [stringAt(binding, 'roleRef', 'kind'), stringAt(binding, 'roleRef', 'name')];
  const isNear = (role: Manifest): boolean => kind === 'ClusterRole' || namespaceOf(role) === namespaceOf(binding);
  return roles.find((role) => role.kind === kind && role.metadata.name === name && isNear(role));
}

function rulesOf(role: Manifest): readonly Json[] {
  const rules = valueAt(role, 'rules');
  return isList(rules) ? rules : [];
}

function isElsewhere(binding: Manifest, home: ReadonlySet<string | undefined>): boolean {
  return binding.kind === 'RoleBinding' && !home.has(namespaceOf(binding));
}

function elsewhere(binding: Manifest): string {
  return `${binding.kind} ${binding.metadata.name} gives rights in namespace ${namespaceOf(binding) ?? ''}; OLM gives them in the namespaces of the OperatorGroup instead`;
}

/** What an account says that OLM does not repeat in the one that it makes. */
function lostOfAccount(account: Manifest): string[] {
  const { apiVersion: _version, kind, metadata, ...rest } = account;
  const lost = [...Object.keys(rest), ...(metadata['annotations'] === undefined ? [] : ['metadata.annotations'])];
  if (lost.length === 0) return [];
  return [`OLM makes ${kind} ${metadata.name} from the rules of the CSV, without its ${lost.join(' and ')}`];
}

function unknownRole(binding: Manifest): string {
  const role = `${stringAt(binding, 'roleRef', 'kind') ?? ''} ${stringAt(binding, 'roleRef', 'name') ?? ''}`;
  return `${binding.kind} ${binding.metadata.name} binds ${role}, which config/ does not contain; OLM leaves the namespace of its subject as it is`;
}

function listed(rules: ReadonlyMap<string, readonly Json[]>): AccountRules[] {
  return [...rules]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([serviceAccountName, own]) => ({ serviceAccountName, rules: withoutTwins(own) }));
}

function withoutTwins(rules: readonly Json[]): Json[] {
  return [...new Map(rules.map((rule) => [JSON.stringify(rule), rule])).values()];
}
