import { beforeEach, expect, test } from 'vitest';
import { ApiError, is } from '../../../../src/runtime/client/requests/api-error.js';
import { listAll } from '../../../../src/runtime/client/watch/initial-list.js';
import { FakeResource, gone } from '../../cache/fake-resource.js';

let server: FakeResource;
const { signal } = new AbortController();

beforeEach(() => {
  server = new FakeResource();
  ['a', 'b', 'c'].forEach((name) => server.put(name));
});

const names = async (since: string) =>
  (await listAll(server, { since, signal })).objects.map(({ metadata }) => metadata.name);

test('§3.1.10 pages follow each other with limit and token only, and the version is that of the first', async () => {
  server.pageSize = 2;

  const { objects, resourceVersion } = await listAll(server, { since: '0', signal });

  expect([objects.length, resourceVersion]).toEqual([3, '103']);
  expect(server.requests).toEqual([
    'list resourceVersion=0 limit=500',
    expect.stringMatching(/^list limit=500 continue=\S+$/),
  ]);
});

test('§3.1.9 a list at a given version is not paged', async () => {
  expect(await names('102')).toEqual(['a', 'b', 'c']);
  expect(server.requests).toEqual(['list resourceVersion=102']);
});

test('§3.1.10 when the token of a page has expired everything is listed at once', async () => {
  server.pageSize = 2;
  server.failures.push(undefined, gone());

  const listing = listAll(server, { since: '0', signal });
  server.pageSize = 10;

  expect((await listing).objects.length).toBe(3);
  expect(server.requests.at(-1)).toBe('list resourceVersion=0');
});

test('§3.1.11 an expired or future version is retried once with the newest state', async () => {
  expect(await names('999')).toEqual(['a', 'b', 'c']);
  expect(server.requests).toEqual(['list resourceVersion=999', 'list resourceVersion= limit=500']);
});

test('a server that answers with the same page again and again is refused', async () => {
  let requests = 0;
  const stuck = {
    description: 'Thing',
    list: async () => {
      if (++requests > 100) throw new Error('listed without an end');
      return { kind: 'ThingList', apiVersion: 'v1', metadata: { continue: 'again' }, items: [] };
    },
    watch: () => Promise.reject(new Error('not asked')),
  };

  await expect(listAll(stuck, { since: '0', signal })).rejects.toThrow(/the same page again/);
  expect(requests).toBe(2);
});

test('§3.1 other errors are passed on', async () => {
  server.failures.push(new ApiError({ code: 403, reason: 'Forbidden', message: 'no' }));

  await expect(listAll(server, { since: '0', signal })).rejects.toSatisfy(is.forbidden);
});

test('§3.1.12 a table in place of a list is refused', async () => {
  const table = {
    ...server,
    description: 'Thing',
    list: async () => ({ kind: 'Table', metadata: {}, items: [] }),
    watch: server.watch,
  };

  await expect(listAll(table, { since: '0', signal })).rejects.toThrow(/answered a list with Table/);
});

test('§3.1.9 a server that cuts even version 0 into pages is asked in pages later too', async () => {
  server.pageSize = 2;

  const { isPaged } = await listAll(server, { since: '0', signal });
  await listAll(server, { since: '103', isPaged, signal });

  expect(isPaged).toBe(true);
  expect(server.requests[2]).toBe('list resourceVersion=103 limit=500');
});
