import { expect, test } from 'vitest';
import { targetNamespaces } from '../../../../src/commands/ship/olm/operator-group.js';

type Bundle = Parameters<typeof targetNamespaces>[0];

function bundle(...supported: string[]): Bundle {
  const types = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];
  const installModes = types.map((type) => ({ type, supported: supported.includes(type) }));
  const csv = {
    apiVersion: 'operators.coreos.com/v1alpha1',
    kind: 'ClusterServiceVersion',
    metadata: { name: 'a.v1' },
  };
  return { csv: { ...csv, spec: { installModes } } };
}

const all = ['OwnNamespace', 'SingleNamespace', 'MultiNamespace', 'AllNamespaces'];

test.each([
  [all, undefined, undefined],
  [['OwnNamespace', 'MultiNamespace'], undefined, ['here']],
  [['MultiNamespace'], undefined, ['here']],
  [['SingleNamespace'], undefined, ['here']],
  [all, 'AllNamespaces', undefined],
  [all, 'OwnNamespace', ['here']],
  [all, 'SingleNamespace=a', ['a']],
  [all, 'MultiNamespace=a,b', ['a', 'b']],
])('a bundle that supports %j, with %s, watches %j', (supported, given, wanted) => {
  expect(targetNamespaces(bundle(...supported), 'here', given)).toEqual(wanted);
});

test.each([
  [['AllNamespaces'], 'OwnNamespace', 'does not support the install mode "OwnNamespace"'],
  [all, 'Everything', 'does not support the install mode "Everything"'],
  [all, 'SingleNamespace', 'names 0 namespaces'],
  [all, 'SingleNamespace=a,b', 'names 2 namespaces'],
  [all, 'MultiNamespace=', 'names 0 namespaces'],
  [[], undefined, 'does not support the install mode ""'],
])('a bundle that supports %j refuses %s', (supported, given, message) => {
  expect(() => targetNamespaces(bundle(...supported), 'here', given)).toThrow(message);
});
