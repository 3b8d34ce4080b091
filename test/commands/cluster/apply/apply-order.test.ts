import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { inApplyOrder, isCrd, isWebhookConfiguration } from '../../../../src/commands/cluster/apply/apply-order.js';

const object = (kind: string, name = kind, apiVersion = 'v1') => ({ apiVersion, kind, metadata: { name } });

test('what others need comes first, webhooks come last', () => {
  const kinds = [
    'ValidatingWebhookConfiguration',
    'Deployment',
    'Certificate',
    'Service',
    'ClusterRoleBinding',
    'ClusterRole',
    'ServiceAccount',
    'CustomResourceDefinition',
    'Namespace',
  ];

  expect(inApplyOrder(kinds.map((kind) => object(kind))).map(({ kind }) => kind)).toEqual(kinds.toReversed());
});

test('equals keep their order, and nothing is lost', () => {
  const kinds = fc.constantFrom('Namespace', 'Role', 'Widget', 'Deployment', 'MutatingWebhookConfiguration');
  fc.assert(
    fc.property(fc.array(kinds), (given) => {
      const objects = given.map((kind, index) => object(kind, String(index)));

      const ordered = inApplyOrder(objects);

      expect(ordered.toSorted((a, b) => Number(a.metadata.name) - Number(b.metadata.name))).toEqual(objects);
      for (const kind of new Set(given)) {
        const names = ordered.filter((one) => one.kind === kind).map(({ metadata }) => Number(metadata.name));
        expect(names).toEqual(names.toSorted((a, b) => a - b));
      }
    }),
  );
});

test('a kind of the same name in another group is no CRD', () => {
  expect(isCrd(object('CustomResourceDefinition', 'a', 'apiextensions.k8s.io/v1'))).toBe(true);
  expect(isCrd(object('CustomResourceDefinition', 'a', 'example.com/v1'))).toBe(false);
  expect(isWebhookConfiguration(object('MutatingWebhookConfiguration'))).toBe(true);
  expect(isWebhookConfiguration(object('Deployment'))).toBe(false);
});
