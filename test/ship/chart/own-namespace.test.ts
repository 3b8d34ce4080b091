import { expect, test } from 'vitest';
import { withOwnNamespace } from '../../../src/ship/chart/own-namespace.js';
import { namespaceToken } from '../../../src/ship/chart/parameters.js';
import type { Json } from '../../../src/ship/json.js';
import { webhooks } from '../bundle/operator-objects.js';

const key = 'kubernetes.io/metadata.name';

test('the own namespace in selectors of namespaces is that of the release, other names stay', () => {
  const given: Json = {
    matchLabels: { [key]: 'shop-system', team: 'shop-system' },
    matchExpressions: [
      { key, operator: 'NotIn', values: ['kube-system', 'shop-system'] },
      { key: 'team', operator: 'In', values: ['shop-system'] },
      { key, operator: 'Exists' },
    ],
  };
  const changed = withOwnNamespace(webhooks('Mutating', { namespaceSelector: given }), 'shop-system');
  expect(changed).toEqual(
    webhooks('Mutating', {
      namespaceSelector: {
        matchLabels: { [key]: namespaceToken, team: 'shop-system' },
        matchExpressions: [
          { key, operator: 'NotIn', values: ['kube-system', namespaceToken] },
          { key: 'team', operator: 'In', values: ['shop-system'] },
          { key, operator: 'Exists' },
        ],
      },
    }),
  );
});

test('nothing else changes', () => {
  const object = webhooks('Validating', { objectSelector: { matchLabels: { [key]: 'shop-system' } } });
  expect(withOwnNamespace(object, 'shop-system')).toEqual(object);
});
