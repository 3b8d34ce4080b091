import { expect, test } from 'vitest';
import { CoreEvent } from '../../../../src/commands/cluster/rollout/core-event.js';
import { embeddedCluster } from '../embedded-cluster.js';

test('warnings of a namespace can be asked for', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const involvedObject = { apiVersion: 'v1', kind: 'Pod', name: 'p', namespace: 'default' };
  for (const type of ['Warning', 'Normal'])
    await client.create(
      new CoreEvent({
        metadata: { name: type.toLowerCase(), namespace: 'default' },
        involvedObject,
        type,
        reason: 'R',
      }),
    );

  const { items } = await client.list(CoreEvent, { namespace: 'default', fields: { type: 'Warning' } });

  expect(items.map(({ metadata }) => metadata.name)).toEqual(['warning']);
});
