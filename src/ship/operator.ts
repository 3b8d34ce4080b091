/** What config/default renders, with the parts of an operator told apart. Installer, chart and bundle are made from it. */
import { isList, isMap, type Json, type JsonMap, type Manifest, valueAt } from './json.js';

/** The parts of an operator. Every rendered object is in exactly one of them. */
export interface OperatorParts {
  readonly namespaces: readonly Manifest[];
  readonly deployments: readonly Manifest[];
  readonly serviceAccounts: readonly Manifest[];
  readonly roles: readonly Manifest[];
  readonly bindings: readonly Manifest[];
  readonly crds: readonly Manifest[];
  readonly services: readonly Manifest[];
  readonly mutatingWebhooks: readonly Manifest[];
  readonly validatingWebhooks: readonly Manifest[];
  readonly disruptionBudgets: readonly Manifest[];
  readonly networkPolicies: readonly Manifest[];
  /** Certificates of cert-manager, and who issues them. */
  readonly certificates: readonly Manifest[];
  readonly monitors: readonly Manifest[];
  /** Everything else. */
  readonly others: readonly Manifest[];
}

/** The name of a part. */
export type Part = keyof OperatorParts;

const partsByKind: Readonly<Record<string, Part>> = {
  'v1 Namespace': 'namespaces',
  'apps/v1 Deployment': 'deployments',
  'v1 ServiceAccount': 'serviceAccounts',
  'rbac.authorization.k8s.io/v1 Role': 'roles',
  'rbac.authorization.k8s.io/v1 ClusterRole': 'roles',
  'rbac.authorization.k8s.io/v1 RoleBinding': 'bindings',
  'rbac.authorization.k8s.io/v1 ClusterRoleBinding': 'bindings',
  'apiextensions.k8s.io/v1 CustomResourceDefinition': 'crds',
  'v1 Service': 'services',
  'admissionregistration.k8s.io/v1 MutatingWebhookConfiguration': 'mutatingWebhooks',
  'admissionregistration.k8s.io/v1 ValidatingWebhookConfiguration': 'validatingWebhooks',
  'policy/v1 PodDisruptionBudget': 'disruptionBudgets',
  'networking.k8s.io/v1 NetworkPolicy': 'networkPolicies',
  'cert-manager.io/v1 Certificate': 'certificates',
  'cert-manager.io/v1 Issuer': 'certificates',
  'monitoring.coreos.com/v1 ServiceMonitor': 'monitors',
};

/** The part to which an object belongs. */
export function partOf({ apiVersion, kind }: Manifest): Part {
  return partsByKind[`${apiVersion} ${kind}`] ?? 'others';
}

/** Tells the parts apart; the order within a part is that of the rendering. */
export function operatorParts(objects: readonly Manifest[]): OperatorParts {
  const parts: Record<Part, Manifest[]> = {
    namespaces: [],
    deployments: [],
    serviceAccounts: [],
    roles: [],
    bindings: [],
    crds: [],
    services: [],
    mutatingWebhooks: [],
    validatingWebhooks: [],
    disruptionBudgets: [],
    networkPolicies: [],
    certificates: [],
    monitors: [],
    others: [],
  };
  for (const object of objects) parts[partOf(object)].push(object);
  return parts;
}

/** The manager's Deployment. */
export function managerOf({ deployments }: OperatorParts): Manifest | undefined {
  return deployments.find((one) => isMap(one['spec']) && one.metadata.name.endsWith('controller-manager'));
}

/** The container `manager` of a Deployment. */
export function managerContainer(deployment: Json | undefined): JsonMap | undefined {
  return mapsAt(deployment, 'spec', 'template', 'spec', 'containers').find(({ name }) => name === 'manager');
}

/** What an argument of the manager says about leader election; nothing when it is another one. */
export function electsLeader(argument: Json): boolean | undefined {
  const [found, given = 'true'] = /^--?leader-elect(?:=(true|false))?$/.exec(String(argument)) ?? [];
  return found === undefined ? undefined : given === 'true';
}

/** Whether the manager watches the namespaces that it is told to. */
export function isNamespaced(deployments: readonly Manifest[]): boolean {
  return deployments
    .flatMap(containersOf)
    .some((container) => mapsAt(container, 'env').some(({ name }) => name === 'WATCH_NAMESPACE'));
}

/** The Role that says what the manager may do in each namespace that it watches, and its bindings. */
export function rightsByNamespace({ deployments, roles, bindings }: OperatorParts): readonly Manifest[] {
  if (!isNamespaced(deployments)) return [];
  const role = roles.find(({ kind, metadata }) => kind === 'Role' && metadata.name.endsWith('manager-role'));
  const isBound = ({ kind, ...binding }: Manifest): boolean =>
    kind === 'RoleBinding' &&
    stringAt(binding, 'roleRef', 'kind') === 'Role' &&
    stringAt(binding, 'roleRef', 'name') === role?.metadata.name;
  return role === undefined ? [] : [role, ...bindings.filter(isBound)];
}

/** Roles of the custom resources that are there for people: the manager's account has none of them. */
export function helperRoles({ roles, bindings }: OperatorParts): readonly Manifest[] {
  const bound = new Set(bindings.map((binding) => stringAt(binding, 'roleRef', 'name')));
  return roles.filter(
    ({ kind, metadata: { name } }) =>
      kind === 'ClusterRole' && !bound.has(name) && /-(?:admin|editor|viewer)-role$/.test(name),
  );
}

/** Names of the Services at which webhooks and conversions are called. */
export function webhookServices({ mutatingWebhooks, validatingWebhooks, crds }: OperatorParts): ReadonlySet<string> {
  const webhooks = [...mutatingWebhooks, ...validatingWebhooks].flatMap((one) => mapsAt(one, 'webhooks'));
  const conversions = crds.map((crd) => valueAt(crd, 'spec', 'conversion', 'webhook'));
  const names = [...webhooks, ...conversions].map((one) => stringAt(one, 'clientConfig', 'service', 'name'));
  return new Set(names.filter((name) => name !== undefined));
}

/** Images of the containers of all objects that have pods. */
export function imagesOf(objects: readonly Manifest[]): string[] {
  return objects.flatMap(containersOf).flatMap(({ image }) => (typeof image === 'string' ? [image] : []));
}

/** The name of the account that the pods of a Deployment use. */
export function serviceAccountOf(deployment: Manifest): string {
  return stringAt(deployment, 'spec', 'template', 'spec', 'serviceAccountName') ?? 'default';
}

/** The containers of a Deployment, those that run first included. */
export function containersOf(deployment: Json | undefined): readonly JsonMap[] {
  const pod = valueAt(deployment, 'spec', 'template', 'spec');
  return [...mapsAt(pod, 'initContainers'), ...mapsAt(pod, 'containers')];
}

/** The maps of a list; a list that is not there is empty. */
export function mapsAt(value: Json | undefined, ...path: readonly string[]): readonly JsonMap[] {
  const list = valueAt(value, ...path);
  return isList(list) ? list.filter(isMap) : [];
}

/** The string at a path of keys, if there is one. */
export function stringAt(value: Json | undefined, ...path: readonly string[]): string | undefined {
  const found = valueAt(value, ...path);
  return typeof found === 'string' ? found : undefined;
}

/** The namespace of an object; without one it belongs to the cluster. */
export function namespaceOf(object: Manifest): string | undefined {
  return stringAt(object, 'metadata', 'namespace');
}

/** What tells an object from all others. */
export function identityOf(object: Manifest): string {
  return `${object.apiVersion} ${object.kind} ${namespaceOf(object) ?? ''}/${object.metadata.name}`;
}
