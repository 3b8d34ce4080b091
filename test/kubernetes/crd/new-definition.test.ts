import { expect, test } from 'vitest';
import { storageVersions, withDefinitionDefaults } from '../../../src/kubernetes/crd/new-definition.js';

test('names, the conversion and the port of its service have defaults', () => {
  const service = { name: 'a', namespace: 'b' };
  const conversion = { strategy: 'Webhook', webhook: { clientConfig: { service } } };

  expect(withDefinitionDefaults({ spec: { names: { kind: 'Row', plural: 'rows', listKind: '' } } })).toEqual({
    spec: {
      names: { kind: 'Row', plural: 'rows', singular: 'row', listKind: 'RowList' },
      conversion: { strategy: 'None' },
    },
  });
  expect(withDefinitionDefaults({ spec: { conversion } }).spec['conversion']).toEqual({
    strategy: 'Webhook',
    webhook: { clientConfig: { service: { ...service, port: 443 } } },
  });
});

test('only the first storage version counts', () => {
  const versions = [{ name: 'v1' }, { name: 'v2', storage: true }, { name: 'v3', storage: true }];

  expect(storageVersions({ spec: { versions } })).toEqual(['v2']);
  expect(storageVersions({})).toEqual([]);
});
