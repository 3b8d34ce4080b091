/** What `plane.asOperator` promises, on whichever control plane. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ConfigMap, Namespace, Pod, Secret, Service } from '../../../src/k8s/index.js';
import { createClient, type Client } from '../../../src/runtime/index.js';
import { startControlPlane, type ControlPlane, type ControlPlaneKind } from '../../../src/testing/index.js';

const ACCOUNT = `apiVersion: v1
kind: ServiceAccount
metadata: { name: controller-manager, namespace: system }
`;
const rights = (kind: string, name: string, namespace: string, resource: string, verbs: string): string => `---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}
metadata: { name: ${name}${namespace} }
rules: [{ apiGroups: [''], resources: [${resource}], verbs: [${verbs}] }]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: ${kind}Binding
metadata: { name: ${name}${namespace} }
roleRef: { apiGroup: rbac.authorization.k8s.io, kind: ${kind}, name: ${name} }
subjects: [{ kind: ServiceAccount, name: controller-manager, namespace: system }]
`;

export function operatorAccountSuite(kind: ControlPlaneKind): void {
  describe(`asOperator on ${kind}`, () => {
    let plane: ControlPlane;
    let folder: string;
    let operator: Client;

    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'kbts-operator-'));
      await mkdir(path.join(folder, 'rbac'));
      await mkdir(path.join(folder, 'default'));
      await writeFile(path.join(folder, 'rbac/account.yaml'), ACCOUNT);
      await writeFile(path.join(folder, 'rbac/kustomization.yaml'), 'resources: [account.yaml]\n');
      await writeFile(
        path.join(folder, 'rbac/role.yaml'),
        [
          rights('ClusterRole', 'read', '', 'namespaces', 'get'),
          rights('Role', 'own', '', 'configmaps', 'get, create'),
          rights('Role', 'deployed', ', namespace: my-operator-system', 'secrets', 'create'),
          rights('Role', 'patching', '', 'services', 'patch'),
          rights('Role', 'foreign', ', namespace: infra', 'configmaps', 'get'),
        ].join(''),
      );
      await writeFile(path.join(folder, 'rbac/lease.yaml'), rights('Role', 'leases', '', 'pods', 'get'));
      await writeFile(path.join(folder, 'default/kustomization.yaml'), 'namespace: my-operator-system\n');
      plane = await startControlPlane({ kind });
      operator = createClient({ config: await plane.asOperator(path.join(folder, 'rbac')) });
    }, 120_000);

    afterAll(async () => {
      await plane.stop();
      await rm(folder, { recursive: true });
    });

    test('what the roles allow is allowed, in the namespaces that they name', async () => {
      const map = new ConfigMap({ metadata: { name: 'a', namespace: 'default' } });
      await operator.create(map);
      await operator.create(new Secret({ metadata: { name: 'a', namespace: 'default' } }));
      await plane.client.create(new ConfigMap({ metadata: { name: 'a', namespace: 'infra' } }));

      expect((await operator.get(Namespace, { name: 'default' })).metadata.name).toBe('default');
      expect((await operator.get(ConfigMap, { name: 'a', namespace: 'default' })).metadata.name).toBe('a');
      expect((await operator.get(ConfigMap, { name: 'a', namespace: 'infra' })).metadata.name).toBe('a');
    });

    test('what is about the operator itself is allowed where it lives', async () => {
      const missing = { code: 404 };

      await expect(operator.get(Pod, { name: 'a', namespace: 'my-operator-system' })).rejects.toMatchObject(missing);
      await expect(operator.get(Pod, { name: 'a', namespace: 'default' })).rejects.toMatchObject({ code: 403 });
    });

    test('everything else is refused, with the marker that is missing', async () => {
      const refused = operator.delete({ kind: ConfigMap, name: 'a', namespace: 'default' });

      await expect(refused).rejects.toMatchObject({ code: 403 });
      await expect(refused).rejects.toThrow('// +kubebuilder:rbac:groups="",resources=configmaps,verbs=delete');
    });

    test('an apply that creates needs the right to create as well', async () => {
      const service = new Service({ metadata: { name: 'a', namespace: 'default' }, spec: { ports: [{ port: 80 }] } });
      const apply = () => operator.apply(service, { fieldManager: 'test' });

      await expect(apply()).rejects.toThrow('// +kubebuilder:rbac:groups="",resources=services,verbs=create');
      await plane.client.create(service);
      await expect(apply()).resolves.toBeDefined();
    });

    test('a refusal names the place in the code that called', async () => {
      const error: unknown = await callFromHere(operator).catch((reason: unknown) => reason);

      expect(error).toBeInstanceOf(Error);
      expect((error as Error).stack).toContain('callFromHere');
    });

    test('a folder without an account is an error that says so', async () => {
      await expect(plane.asOperator(path.join(folder, 'rbac/role.yaml'))).rejects.toThrow('has no ServiceAccount');
    });
  });
}

async function callFromHere(client: Client): Promise<void> {
  await client.create(new ConfigMap({ metadata: { name: 'b', namespace: 'infra' } }));
}
