/** A small operator, as kustomize renders it. */
import type { Json, Manifest } from '../../../src/ship/json.js';

/** An object with a name and more fields. */
export function object(
  apiVersion: string,
  kind: string,
  name: string,
  more: Record<string, Json> = {},
  namespace?: string,
): Manifest {
  return { apiVersion, kind, metadata: { name, ...(namespace !== undefined && { namespace }) }, ...more };
}

const rbac = 'rbac.authorization.k8s.io/v1';

/** A role with one rule on a resource. */
export function role(name: string, resource: string, namespace?: string): Manifest {
  const rules = [{ apiGroups: [''], resources: [resource], verbs: ['get'] }];
  return object(rbac, namespace === undefined ? 'ClusterRole' : 'Role', name, { rules }, namespace);
}

/** A binding of a role to accounts. */
export function binding(
  roleName: string,
  accounts: readonly string[],
  options: { kind?: string; namespace?: string } = {},
): Manifest {
  const { namespace, kind = namespace === undefined ? 'ClusterRole' : 'Role' } = options;
  const subjects = accounts.map((name) => ({ kind: 'ServiceAccount', name, namespace: 'shop-system' }));
  const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind, name: roleName };
  return object(
    rbac,
    namespace === undefined ? 'ClusterRoleBinding' : 'RoleBinding',
    `${roleName}-binding`,
    { roleRef, subjects },
    namespace,
  );
}

/** The manager, with or without a webhook server. */
export function deployment({
  env = [],
  volumes = [],
  mounts = [],
  args = ['--leader-elect'],
}: Partial<Record<'env' | 'volumes' | 'mounts' | 'args', Json[]>> = {}): Manifest {
  const container = {
    name: 'manager',
    image: 'ghcr.io/acme/shop:v1',
    args,
    env,
    ports: [{ name: 'webhook-server', containerPort: 9443 }],
    volumeMounts: mounts,
  };
  const template = {
    metadata: { labels: { app: 'shop', tier: 'a' } },
    spec: { serviceAccountName: 'shop-manager', containers: [container], volumes },
  };
  return object('apps/v1', 'Deployment', 'shop-controller-manager', { spec: { template } }, 'shop-system');
}

/** The Service of the webhooks. */
export function webhookService(): Manifest {
  const spec = { selector: { app: 'shop' }, ports: [{ port: 443, targetPort: 9443 }] };
  return object('v1', 'Service', 'shop-webhook-service', { spec }, 'shop-system');
}

/** A webhook configuration with one webhook. */
export function webhooks(kind: 'Mutating' | 'Validating', more: Record<string, Json> = {}): Manifest {
  const clientConfig = { service: { name: 'shop-webhook-service', namespace: 'shop-system', path: '/check' } };
  const webhook = {
    name: 'vcart.kb.io',
    clientConfig,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    rules: [],
    ...more,
  };
  return object('admissionregistration.k8s.io/v1', `${kind}WebhookConfiguration`, 'shop', { webhooks: [webhook] });
}

/** A CRD of kind Cart. */
export function crd(versions: Json[], conversion?: Json): Manifest {
  const names = { kind: 'Cart', plural: 'carts' };
  const spec = { group: 'shop.acme.io', names, versions, ...(conversion !== undefined && { conversion }) };
  return object('apiextensions.k8s.io/v1', 'CustomResourceDefinition', 'carts.shop.acme.io', { spec });
}
