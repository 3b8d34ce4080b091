import { expect, test } from 'vitest';
import { podsOf, untilPodsEnded } from '../../../../src/commands/cluster/apply/ending-pods.js';
import { Pod } from '../../../../src/k8s/core/v1/index.js';
import { configMap, embeddedCluster } from '../embedded-cluster.js';

const selector = { namespace: 'default', labels: { app: 'operator' } };

test('only workloads have pods', () => {
  const metadata = { name: 'a', namespace: 'default' };
  const spec = { selector: { matchLabels: selector.labels } };

  expect(podsOf({ apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec } as never)).toEqual(selector);
  expect(podsOf({ apiVersion: 'v1', kind: 'Service', metadata, spec } as never)).toBeUndefined();
  expect(podsOf(configMap('a', 'default'))).toBeUndefined();
});

test('pods that never end do not keep the rest for ever', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const spec = { containers: [{ name: 'a', image: 'a:b' }] };
  await client.create(new Pod({ metadata: { name: 'a', ...selector }, spec }));
  const details: string[] = [];

  await untilPodsEnded(client, [selector], { timeoutMs: 20, pollMs: 1, update: (one) => void details.push(one) });

  expect(details).toContain('1 pods are ending');
});
