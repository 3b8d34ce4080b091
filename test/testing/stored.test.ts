import { expect, test } from 'vitest';
import { ConfigMap } from '../../src/k8s/core/v1/index.js';
import { stored } from '../../src/testing/stored.js';

test('what a server fills in is there, and what was given stays', () => {
  const given = new ConfigMap({ metadata: { namespace: 'ns', name: 'a', uid: 'u' }, data: { a: 'b' } });

  const object = stored(given);

  expect(object).toMatchObject({
    kind: 'ConfigMap',
    data: { a: 'b' },
    metadata: { namespace: 'ns', name: 'a', uid: 'u' },
  });
  expect(object.metadata.resourceVersion).not.toBe('');
  expect(given.metadata).not.toHaveProperty('resourceVersion');
});
