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
  /** Everything else. */
  readonly others: readonly Manifest[];
}

type Part = keyof OperatorParts;

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
};

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
    others: [],
  };
  for (const object of objects) parts[partsByKind[`${object.apiVersion} ${object.kind}`] ?? 'others'].push(object);
  return parts;
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
