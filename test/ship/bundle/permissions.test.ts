import { expect, test } from 'vitest';
import type { Manifest } from '../../../src/ship/json.js';
import { operatorParts } from '../../../src/ship/operator.js';
import { permissionsOf } from '../../../src/ship/bundle/permissions.js';
import { binding, deployment, object, role } from './operator-objects.js';

const rulesOn = (...resources: string[]) =>
  resources.map((resource) => ({ apiGroups: [''], resources: [resource], verbs: ['get'] }));

test('rules of bound roles go to the account, by where the binding gives them', () => {
  const found = permissionsOf(
    operatorParts([
      deployment(),
      object('v1', 'ServiceAccount', 'shop-manager'),
      role('manager', 'pods'),
      role('leader', 'leases', 'shop-system'),
      role('shared', 'secrets'),
      binding('manager', ['shop-manager']),
      binding('leader', ['shop-manager'], { namespace: 'shop-system' }),
      binding('shared', ['shop-manager'], { namespace: 'shop-system', kind: 'ClusterRole' }),
    ]),
  );
  expect(found.clusterPermissions).toEqual([{ serviceAccountName: 'shop-manager', rules: rulesOn('pods') }]);
  expect(found.permissions).toEqual([{ serviceAccountName: 'shop-manager', rules: rulesOn('leases', 'secrets') }]);
  expect(found.rest).toEqual([]);
  expect(found.warnings).toEqual([]);
});

test('roles that no Deployment has stay objects, with what else is bound to them', () => {
  const viewer = role('viewer', 'carts');
  const robot = object('v1', 'ServiceAccount', 'robot');
  const shared = binding('manager', ['shop-manager', 'robot']);
  const found = permissionsOf(operatorParts([deployment(), robot, viewer, role('manager', 'pods'), shared]));
  expect(found.clusterPermissions).toHaveLength(1);
  expect(found.rest.map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
    'ServiceAccount robot',
    'ClusterRole viewer',
    'ClusterRole manager',
    'ClusterRoleBinding manager-binding',
  ]);
  expect(found.rest.at(-1)).toMatchObject({ subjects: [{ name: 'robot' }] });
});

test('an account without rules is in the CSV as well, because OLM would not make it', () => {
  const found = permissionsOf(operatorParts([deployment(), object('v1', 'ServiceAccount', 'shop-manager')]));
  expect(found).toMatchObject({
    permissions: [{ serviceAccountName: 'shop-manager', rules: [] }],
    clusterPermissions: [],
    rest: [],
  });
});

test('what OLM does not repeat in an account that it makes is said', () => {
  const account: Manifest = {
    ...object('v1', 'ServiceAccount', 'shop-manager', { imagePullSecrets: [] }),
    metadata: { name: 'shop-manager', annotations: { 'eks.amazonaws.com/role-arn': 'arn' } },
  };
  const bound = [role('one', 'pods'), binding('one', ['shop-manager'])];
  const { rest, warnings } = permissionsOf(operatorParts([deployment(), account, ...bound]));
  expect(rest).toEqual([]);
  expect(warnings).toEqual([
    'OLM makes ServiceAccount shop-manager from the rules of the CSV, without its imagePullSecrets and metadata.annotations',
  ]);
});

test('a rule that two roles give is there once', () => {
  const found = permissionsOf(
    operatorParts([
      deployment(),
      role('one', 'pods'),
      role('two', 'pods'),
      binding('one', ['shop-manager']),
      binding('two', ['shop-manager']),
    ]),
  );
  expect(found.clusterPermissions).toEqual([{ serviceAccountName: 'shop-manager', rules: rulesOn('pods') }]);
});

test('rights in a namespace of their own, and roles that are not there, are said aloud', () => {
  const found = permissionsOf(
    operatorParts([
      deployment(),
      role('elsewhere', 'pods', 'other'),
      binding('elsewhere', ['shop-manager'], { namespace: 'other' }),
      binding('view', ['shop-manager']),
    ]),
  );
  expect(found.warnings).toEqual([
    expect.stringContaining('gives rights in namespace other'),
    expect.stringContaining('binds ClusterRole view, which config/ does not contain'),
  ]);
});
