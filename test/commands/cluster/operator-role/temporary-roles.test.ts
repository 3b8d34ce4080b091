import { expect, test } from 'vitest';
import { temporaryRoles } from '../../../../src/commands/cluster/operator-role/temporary-roles.js';

const manager = [{ kind: 'ServiceAccount', name: 'manager', namespace: 'home' }];
const role = (kind: string, name: string, namespace?: string) => ({
  apiVersion: 'rbac.authorization.k8s.io/v1',
  kind,
  metadata: {
    name,
    labels: { 'rbac.authorization.k8s.io/aggregate-to-view': 'true' },
    ...(namespace && { namespace }),
  },
});
const objects = [
  { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'manager' } },
  role('ClusterRole', 'manager-role'),
  role('ClusterRole', 'editor-role'),
  role('Role', 'leader', 'home'),
  {
    ...role('ClusterRoleBinding', 'manager'),
    roleRef: { kind: 'ClusterRole', name: 'manager-role' },
    subjects: manager,
  },
  { ...role('ClusterRoleBinding', 'viewer'), roleRef: { kind: 'ClusterRole', name: 'view' }, subjects: manager },
  { ...role('RoleBinding', 'leader', 'home'), roleRef: { kind: 'Role', name: 'leader' }, subjects: manager },
  {
    ...role('ClusterRoleBinding', 'people'),
    roleRef: { kind: 'ClusterRole', name: 'editor-role' },
    subjects: [{ kind: 'Group', name: 'people' }],
  },
];

test('only what the account is bound to is kept, under names of its own, without labels that aggregate', () => {
  const made = temporaryRoles(objects, { account: 'x', user: 'system:serviceaccount:home:x' });

  expect(made.map(({ kind, metadata, roleRef }) => [kind, metadata.name, metadata.namespace, roleRef?.name])).toEqual([
    ['ClusterRole', 'x-manager-role', undefined, undefined],
    ['Role', 'x-leader', 'home', undefined],
    ['ClusterRoleBinding', 'x-manager', undefined, 'x-manager-role'],
    ['ClusterRoleBinding', 'x-viewer', undefined, 'view'],
    ['RoleBinding', 'x-leader', 'home', 'x-leader'],
  ]);
  expect(made.every(({ metadata }) => Object.keys(metadata.labels ?? {}).length === 1)).toBe(true);
  expect(made[2]?.subjects).toEqual([
    { apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'system:serviceaccount:home:x' },
  ]);
});
