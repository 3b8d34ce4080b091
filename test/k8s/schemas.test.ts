import { expect, test } from 'vitest';
import { allBuiltinKinds, type BuiltinSchema } from '../../src/k8s/catalogue.js';
import { builtinSchema } from '../../src/k8s/schemas.js';

const at = (schema: BuiltinSchema | undefined, ...path: string[]): BuiltinSchema | undefined =>
  path.reduce<BuiltinSchema | undefined>(
    (node, step) =>
      step === '[]' ? node?.items : step === '{}' ? node?.additionalProperties : node?.properties?.[step],
    schema,
  );
const podSpec = () => at(builtinSchema({ group: '', version: 'v1', kind: 'Pod' }), 'spec');

test('has list types, keys and merge strategies', () => {
  const ports = at(podSpec(), 'containers', '[]', 'ports');

  expect(at(podSpec(), 'containers')).toMatchObject({
    type: 'array',
    'x-kubernetes-list-type': 'map',
    'x-kubernetes-list-map-keys': ['name'],
    'x-kubernetes-patch-merge-key': 'name',
    'x-kubernetes-patch-strategy': 'merge',
  });
  expect(ports?.['x-kubernetes-list-map-keys']).toEqual(['containerPort', 'protocol']);
  expect(at(ports, '[]', 'protocol')).toMatchObject({ default: 'TCP', enum: ['SCTP', 'TCP', 'UDP'] });
  expect(at(podSpec(), 'volumes')?.['x-kubernetes-patch-strategy']).toBe('merge,retainKeys');
});

test('resolves references, keeping what the referring field adds', () => {
  const service = builtinSchema({ group: '', version: 'v1', kind: 'Service' });

  expect(at(service, 'spec', 'ports', '[]', 'targetPort')).toEqual({ 'x-kubernetes-int-or-string': true });
  expect(at(service, 'metadata', 'labels')).toMatchObject({ type: 'object', additionalProperties: { type: 'string' } });
  expect(at(podSpec(), 'containers', '[]', 'resources', 'limits', '{}')).toEqual({
    format: 'quantity',
    'x-kubernetes-int-or-string': true,
  });
});

test('knows atomic maps', () => {
  expect(at(podSpec(), 'nodeSelector')?.['x-kubernetes-map-type']).toBe('atomic');
});

test('follows recursive types as far as a value goes', () => {
  const crd = builtinSchema({ group: 'apiextensions.k8s.io', version: 'v1', kind: 'CustomResourceDefinition' });
  const root = at(crd, 'spec', 'versions', '[]', 'schema', 'openAPIV3Schema');

  expect(at(root, 'properties', '{}', 'properties', '{}', 'type')).toEqual({ type: 'string' });
});

test('has a schema for every resource and every body of a subresource', () => {
  const missing = allBuiltinKinds()
    .flatMap((row) => [row, ...row.subresources])
    .filter(({ kind }) => !/^(Pod|Node|Service)\w*Options$/.test(kind))
    .filter((gvk) => builtinSchema(gvk) === undefined);

  expect(missing).toEqual([]);
});

test('knows no kind of others', () => {
  expect(builtinSchema({ group: '', version: 'v1', kind: 'Guestbook' })).toBeUndefined();
  expect(builtinSchema({ group: '', version: 'v1', kind: 'constructor' })).toBeUndefined();
});

test('cannot be changed by its users', () => {
  expect(Object.isFrozen(podSpec())).toBe(true);
  expect(Object.isFrozen(podSpec()?.properties)).toBe(true);
});
