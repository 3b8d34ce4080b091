import { expect, test } from 'vitest';
import { read } from './read-source.js';

test('core is the empty group, and arguments that are missing are empty', async () => {
  const plan = await read(
    '// +kubebuilder:rbac:groups=core;apps,resources=pods,verbs=get,roleName=r,namespace=n\n\nexport {};',
  );

  expect(plan.model.rbac).toMatchObject([
    {
      groups: ['', 'apps'],
      resources: ['pods'],
      resourceNames: [],
      urls: [],
      verbs: ['get'],
      roleName: 'r',
      namespace: 'n',
    },
  ]);
});
