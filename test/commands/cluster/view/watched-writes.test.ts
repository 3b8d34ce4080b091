import { expect, test } from 'vitest';
import type { DevEvent } from '../../../../src/commands/cluster/dev/dev-event.js';
import { WatchedWrites } from '../../../../src/commands/cluster/view/watched-writes.js';
import { ConfigMap } from '../../../../src/k8s/core/v1/index.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { configMap, embeddedCluster } from '../embedded-cluster.js';

test('writes are told with who wrote what; clean-ups and events, too', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  const stop = new AbortController();
  const events: DevEvent[] = [];
  await client.apply(configMap('old', 'default', { a: '1' }), { fieldManager: 'a-controller' });
  const writes = new WatchedWrites(client, {
    kinds: [ConfigMap],
    signal: stop.signal,
    onEvent: (event) => void events.push(event),
  });
  const told = (wanted: Partial<DevEvent>): Promise<unknown> =>
    eventually(() => expect(events).toContainEqual(expect.objectContaining(wanted)));
  let probes = 0;
  await eventually(async () => {
    await client.apply(configMap('probe', 'default', { at: String(probes++) }), { fieldManager: 'probe' });
    expect(events).not.toEqual([]);
  });

  await client.apply(configMap('old', 'default', { a: '2' }), { fieldManager: 'a-controller' });
  await told({
    type: 'wrote',
    verb: 'changed',
    object: 'ConfigMap default/old',
    by: 'a-controller',
    changes: ['data.a: 1 → 2'],
  });
  await client.apply(configMap('sample', 'default'), { fieldManager: 'kbts-dev' });
  const held = {
    ...configMap('held', 'default'),
    metadata: { name: 'held', namespace: 'default', finalizers: ['x/y'] },
  };
  await client.apply(held, { fieldManager: 'a-controller' });
  await client.delete(held);
  await told({ type: 'wrote', object: 'ConfigMap default/held', changes: ['is being deleted'] });
  expect(writes.isDeleting('ConfigMap default/held')).toBe(true);
  await client.create({
    apiVersion: 'v1',
    kind: 'Event',
    metadata: { name: 'e', namespace: 'default' },
    involvedObject: { kind: 'ConfigMap', name: 'old', namespace: 'default' },
    type: 'Warning',
    reason: 'Slow',
    message: 'takes long',
  } as never);
  await told({ type: 'event', object: 'ConfigMap default/old', warning: true, reason: 'Slow', message: 'takes long' });

  stop.abort();
  expect(events).not.toContainEqual(expect.objectContaining({ object: 'ConfigMap default/sample' }));
  expect(events).not.toContainEqual(expect.objectContaining({ verb: 'created', object: 'ConfigMap default/old' }));
});
