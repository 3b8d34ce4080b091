import { expect, test, vi } from 'vitest';
import { openRunView } from '../../../../src/commands/cluster/run/run-view.js';
import { eventually } from '../../../../src/testing/eventually.js';
import { embeddedCluster, widgetCrd } from '../embedded-cluster.js';

test('watches end with the view, or a command whose operator has crashed would never end', async () => {
  await using embedded = await embeddedCluster();
  const { client } = embedded.cluster;
  await client.apply(widgetCrd(), { fieldManager: 'kbts' });
  const watched = vi.spyOn(client, 'watch');
  const resource = { group: 'example', domain: 'com', version: 'v1', kind: 'Widget', plural: 'widgets', api: {} };
  const { signal } = new AbortController();

  const view = await openRunView(
    embedded.cluster,
    { resources: [resource as never] },
    { signal },
    { onEvent: () => {} },
  );
  await eventually(() => expect(watched).toHaveBeenCalled());
  const until = watched.mock.calls[0]?.[1]?.signal;
  const before = until?.aborted;
  view[Symbol.dispose]();

  expect([before, until?.aborted]).toEqual([false, true]);
});
