import { expect, test } from 'vitest';
import { list } from '../../../src/commands/project/list.js';
import { projectForTests } from '../project-for-tests.js';

const project = projectForTests(
  [],
  'create api --group webapp --version v1 --kind Guestbook',
  'create webhook --group webapp --version v1 --kind Guestbook --defaulting --programmatic-validation',
  'create api --group core --version v1 --kind Node --core',
);

test('tells resources, their scope, controllers, webhooks and components', async () => {
  const { resources, components, projectName } = await list(await project());

  expect(projectName).toBe('shop');
  expect(resources).toEqual([
    {
      group: 'webapp.my.domain',
      version: 'v1',
      kind: 'Guestbook',
      plural: 'guestbooks',
      scope: 'Namespaced',
      origin: 'project',
      controllers: ['guestbook'],
      webhooks: ['defaulting', 'validation'],
    },
    {
      group: '',
      version: 'v1',
      kind: 'Node',
      plural: 'nodes',
      scope: 'Cluster',
      origin: 'core',
      controllers: ['node'],
      webhooks: [],
    },
  ]);
  expect(components).toMatchObject({ metrics: true, webhook: true, prometheus: false });
});
