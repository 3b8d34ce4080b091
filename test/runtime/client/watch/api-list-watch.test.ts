import { expect, test } from 'vitest';
import { apiListWatch } from '../../../../src/runtime/client/watch/api-list-watch.js';
import { FakeTransport } from '../../cache/fake-transport.js';
import { Thing } from '../../cache/thing.js';

const { signal } = new AbortController();

test('§3.8.6 asks for one namespace with its selectors, and fills in kind and apiVersion of items', async () => {
  const transport = new FakeTransport();
  transport.of('things').put('ns/a', { kind: undefined, apiVersion: undefined }, { app: 'web' });
  const source = apiListWatch(transport, Thing as never, {
    namespace: 'ns',
    labels: { app: 'web' },
    fields: 'metadata.name=a',
  });

  const list = await source.list({ resourceVersion: '0', limit: 500 }, signal);

  expect(transport.requests).toEqual([
    'GET /apis/example.com/v1/namespaces/ns/things?resourceVersion=0&limit=500&labelSelector=app=web&fieldSelector=metadata.name=a',
  ]);
  expect(list.items[0]).toMatchObject({ apiVersion: 'example.com/v1', kind: 'Thing' });
});

test('a watch always asks for bookmarks', async () => {
  const transport = new FakeTransport();
  const source = apiListWatch(transport, Thing as never, { namespace: '' });
  const abort = new AbortController();

  await source.watch(
    { sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan', timeoutSeconds: 300 },
    abort.signal,
  );
  abort.abort();

  expect(transport.requests[0]).toContain('allowWatchBookmarks=true');
  expect(source.description).toBe('Thing at /apis/example.com/v1/things');
});
