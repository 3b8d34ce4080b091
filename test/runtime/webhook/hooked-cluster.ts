/** A real API server that calls webhooks through a Service, as in a cluster. */
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import type { Client } from '../../../src/runtime/client/client.js';
import { untilPublished, untilServed } from '../../until-known.js';
import { GuestbookV1, GuestbookV1Alpha1, GuestbookV1Beta1 } from './guestbook.js';

export const service = { name: 'hooks', namespace: 'system' };
export const secretName = 'webhook-server-cert';
export const crdName = 'guestbooks.webapp.my.domain';

type Loose = KubeObject & Record<string, unknown>;
const loose = (group: string, kind: string, plural: string, scope: 'Namespaced' | 'Cluster' = 'Cluster') =>
  defineKind<Loose>({ group, version: 'v1', kind, plural, scope });

export const Namespace = loose('', 'Namespace', 'namespaces');
export const Service = loose('', 'Service', 'services', 'Namespaced');
export const Secret = loose('', 'Secret', 'secrets', 'Namespaced');
export const Crd = loose('apiextensions.k8s.io', 'CustomResourceDefinition', 'customresourcedefinitions');
export const Mutating = loose(
  'admissionregistration.k8s.io',
  'MutatingWebhookConfiguration',
  'mutatingwebhookconfigurations',
);
export const Validating = loose(
  'admissionregistration.k8s.io',
  'ValidatingWebhookConfiguration',
  'validatingwebhookconfigurations',
);
const rbac = 'rbac.authorization.k8s.io';
export const Role = loose(rbac, 'Role', 'roles', 'Namespaced');
export const RoleBinding = loose(rbac, 'RoleBinding', 'rolebindings', 'Namespaced');
export const ClusterRole = loose(rbac, 'ClusterRole', 'clusterroles');
export const ClusterRoleBinding = loose(rbac, 'ClusterRoleBinding', 'clusterrolebindings');

/** Installs the CRD and configurations whose calls go to `port` on this machine. A version takes any spec unless told. */
export async function installHooks(
  client: Client,
  port: number,
  schemas: Readonly<Record<string, object>> = {},
): Promise<void> {
  // The API server dials what an ExternalName says, and still expects the certificate of the Service.
  const externalName = { type: 'ExternalName', externalName: 'localhost' };
  await client.create(new Namespace({ metadata: { name: service.namespace } }));
  await client.create(new Service({ metadata: { ...service }, spec: externalName }));
  await client.create(new Crd({ metadata: { name: crdName }, spec: crdSpec(port, schemas) }));
  await client.create(new Mutating({ metadata: { name: 'm' }, webhooks: [hook('mguestbook.kb.io', '/mutate', port)] }));
  await client.create(
    new Validating({ metadata: { name: 'v' }, webhooks: [hook('vguestbook.kb.io', '/validate', port)] }),
  );
  await untilServed(client, GuestbookV1);
  await untilPublished(client, GuestbookV1, GuestbookV1Beta1, GuestbookV1Alpha1);
}

function hook(name: string, prefix: string, port: number): object {
  const path = `${prefix}-webapp-my-domain-v1-guestbook`;
  return {
    name,
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    failurePolicy: 'Fail',
    timeoutSeconds: 10,
    clientConfig: { service: { ...service, path, port } },
    rules: [
      {
        apiGroups: ['webapp.my.domain'],
        apiVersions: ['v1'],
        operations: prefix === '/mutate' ? ['CREATE', 'UPDATE'] : ['CREATE', 'UPDATE', 'DELETE'],
        resources: ['guestbooks'],
      },
    ],
    // Both versions of an object pass the same hook.
    matchPolicy: 'Equivalent',
  };
}

function crdSpec(port: number, schemas: Readonly<Record<string, object>>): object {
  const versions = ['v1', 'v1beta1', 'v1alpha1'].map((name) => ({
    name,
    served: true,
    storage: name === 'v1',
    schema: {
      openAPIV3Schema: schemas[name] ?? {
        type: 'object',
        properties: { spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    },
    subresources: { status: {} },
  }));
  return {
    group: 'webapp.my.domain',
    scope: 'Namespaced',
    names: { kind: 'Guestbook', listKind: 'GuestbookList', plural: 'guestbooks', singular: 'guestbook' },
    versions,
    conversion: {
      strategy: 'Webhook',
      webhook: { conversionReviewVersions: ['v1'], clientConfig: { service: { ...service, path: '/convert', port } } },
    },
  };
}

/** Gives `user` exactly the rights that `docs` list for self-managed certificates. */
export async function grantCertificateRights(client: Client, user: string): Promise<void> {
  const subjects = [{ kind: 'User', name: user, apiGroup: rbac }];
  const bind = async (rules: object[], isCluster: boolean): Promise<void> => {
    const metadata = { name: 'certificates', ...(isCluster ? {} : { namespace: service.namespace }) };
    const roleRef = { apiGroup: rbac, kind: isCluster ? 'ClusterRole' : 'Role', name: metadata.name };
    await client.create(isCluster ? new ClusterRole({ metadata, rules }) : new Role({ metadata, rules }));
    await client.create(
      isCluster
        ? new ClusterRoleBinding({ metadata, roleRef, subjects })
        : new RoleBinding({ metadata, roleRef, subjects }),
    );
  };
  await bind(
    [
      { apiGroups: [''], resources: ['secrets'], verbs: ['create'] },
      { apiGroups: [''], resources: ['secrets'], resourceNames: [secretName], verbs: ['get', 'update'] },
    ],
    false,
  );
  await bind(
    [
      {
        apiGroups: ['admissionregistration.k8s.io'],
        resources: ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'],
        verbs: ['list', 'patch'],
      },
      {
        apiGroups: ['apiextensions.k8s.io'],
        resources: ['customresourcedefinitions'],
        resourceNames: [crdName],
        verbs: ['get', 'patch'],
      },
    ],
    true,
  );
}
