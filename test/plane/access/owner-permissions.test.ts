import { expect, test } from 'vitest';
import { ConfigMap } from '../../../src/k8s/index.js';
import { createClient } from '../../../src/runtime/index.js';
import { startEmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';

const RBAC = 'rbac.authorization.k8s.io';

test('who blocks the deletion of an owner must be allowed to set its finalizers, where that is asked for', async () => {
  const server = await startEmbeddedApiServer();
  const connect = (token: string) => createClient({ config: { server: server.server, ca: server.ca, token } });
  const admin = connect(server.adminToken);
  const allow = (name: string, resources: string[], verbs: string[], users: string[]) =>
    Promise.all([
      admin.create({
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRole',
        metadata: { name },
        rules: [{ apiGroups: [''], resources, verbs }],
      } as never),
      admin.create({
        apiVersion: `${RBAC}/v1`,
        kind: 'ClusterRoleBinding',
        metadata: { name },
        roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name },
        subjects: users.map((user) => ({ apiGroup: RBAC, kind: 'User', name: user })),
      } as never),
    ]);
  await allow('writers', ['configmaps'], ['create'], ['held', 'free', 'able']);
  await allow('finalizers', ['configmaps/finalizers'], ['update'], ['able']);
  const owner = await admin.create(new ConfigMap({ metadata: { name: 'owner', namespace: 'default' } }));
  const create = (name: string, hasOwnerChecks: boolean) =>
    connect(server.addUser({ name, hasOwnerChecks }).token).create(
      new ConfigMap({
        metadata: {
          name,
          namespace: 'default',
          ownerReferences: [
            {
              apiVersion: 'v1',
              kind: 'ConfigMap',
              name: 'owner',
              uid: owner.metadata.uid ?? '',
              blockOwnerDeletion: true,
            },
          ],
        },
      }),
    );

  await expect(create('held', true)).rejects.toThrow("refers to a resource you can't set finalizers on");
  await expect(create('free', false)).resolves.toBeDefined();
  await expect(create('able', true)).resolves.toBeDefined();
  await server.stop();
});
