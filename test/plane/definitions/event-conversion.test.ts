import { expect, test } from 'vitest';
import { startEmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { ApiClient } from '../differential/api-client.js';
import { get, post } from '../differential/scenario.js';

test('an event of events.k8s.io is found, read and watched as an event of the core group', async () => {
  const server = await startEmbeddedApiServer({ tls: false });
  const client = new ApiClient(server.server, server.adminToken);
  try {
    const regarding = { apiVersion: 'v1', kind: 'ConfigMap', name: 'x', namespace: 'default', uid: 'u' };
    const given = {
      metadata: { name: 'e' },
      regarding,
      reason: 'Synced',
      note: 'all is well',
      type: 'Normal',
      action: 'Sync',
      reportingController: 'example.com/operator',
      reportingInstance: 'operator-1',
      eventTime: '2026-11-18T05:00:00.000000Z',
    };
    await client.call(post('/apis/events.k8s.io/v1/namespaces/default/events', given));
    const shown = {
      apiVersion: 'v1',
      involvedObject: regarding,
      message: 'all is well',
      reportingComponent: 'example.com/operator',
      firstTimestamp: null,
    };
    const events = '/api/v1/namespaces/default/events';

    expect(await client.call(get(`${events}/e`))).toMatchObject({ code: 200, body: shown });
    const listed = await client.call(get(`${events}?fieldSelector=involvedObject.uid%3Du`));
    expect(listed.body).toMatchObject({ items: [{ message: 'all is well' }] });
    const watched = await client.watch(get(`${events}?watch=1&fieldSelector=involvedObject.name%3Dx`), 1);
    expect(watched.body).toMatchObject([{ type: 'ADDED', object: shown }]);
    const { body } = await client.call(get('/apis/events.k8s.io/v1/namespaces/default/events/e'));
    expect(body).toMatchObject({ apiVersion: 'events.k8s.io/v1', regarding, note: 'all is well' });
    expect(body).not.toHaveProperty('message');
  } finally {
    client.close();
    await server.stop();
  }
});
