/** The server from the outside; that it answers like kube-apiserver is shown in differential/. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../src/plane/embedded-api-server.js';
import { ApiClient } from './differential/api-client.js';

const MAPS = '/api/v1/namespaces/default/configmaps';

interface ListBody {
  readonly metadata: { readonly resourceVersion: string; readonly continue?: string };
  readonly items: readonly { readonly metadata: { readonly name: string } }[];
}

describe('the embedded API server', () => {
  let server: EmbeddedApiServer;
  let client: ApiClient;

  beforeAll(async () => {
    server = await startEmbeddedApiServer();
    client = new ApiClient(server.server, server.adminToken);
  });

  afterAll(async () => {
    client.close();
    await server.stop();
  });

  const create = (name: string) => client.call({ method: 'POST', path: MAPS, body: { metadata: { name } } });
  const list = async (query: string): Promise<{ code: number; body: ListBody }> => {
    const { code, body } = await client.call({ method: 'GET', path: `${MAPS}?${query}` });
    return { code, body: body as ListBody };
  };

  test('speaks TLS with a certificate that its CA signed, on loopback only', () => {
    expect(server.server).toMatch(/^https:\/\/127\.0\.0\.1:\d+$/);
    expect(server.ca).toContain('BEGIN CERTIFICATE');
  });

  test('lets nobody in with a wrong token, and gives new users no rights', async () => {
    const { token } = server.addUser({ name: 'alice', groups: ['devs'] });

    const stranger = await client.call({ method: 'GET', path: MAPS, token: 'wrong' });
    const alice = await client.call({ method: 'GET', path: MAPS, token });

    expect(stranger.code).toBe(401);
    expect(alice.code).toBe(403);
  });

  test('continues a list at the version of its first page', async () => {
    for (const name of ['p1', 'p2', 'p3']) await create(name);
    const first = await list('limit=1&labelSelector=');
    await create('p0-late');

    const second = await list(`limit=100&continue=${first.body.metadata.continue ?? ''}`);

    expect(second.body.metadata.resourceVersion).toBe(first.body.metadata.resourceVersion);
    expect(second.body.items.map(({ metadata }) => metadata.name)).not.toContain('p0-late');
  });

  test('answers 410 for what compaction has forgotten', async () => {
    await create('c1');
    const { body } = await list('limit=1');
    await create('c2');
    server.compact();

    const watched = await client.watch({ method: 'GET', path: `${MAPS}?watch=1&resourceVersion=1` }, 1);
    const continued = await list(`limit=1&continue=${body.metadata.continue ?? ''}`);

    expect(watched.body).toMatchObject([{ type: 'ERROR', object: { code: 410, reason: 'Expired' } }]);
    expect(continued.code).toBe(410);
  });

  test('refuses bodies over three megabytes', async () => {
    const body = { metadata: { name: 'big' }, data: { k: 'x'.repeat(3 * 1024 * 1024) } };

    const { code } = await client.call({ method: 'POST', path: MAPS, body });

    expect(code).toBe(413);
  });

  test('lets one of many concurrent writers with the same version win', async () => {
    const { body } = await create('race');
    const object = body as { metadata: object };

    const answers = await Promise.all(
      ['a', 'b', 'c', 'd'].map((value) =>
        client.call({ method: 'PUT', path: `${MAPS}/race`, body: { ...object, data: { value } } }),
      ),
    );

    expect(answers.map(({ code }) => code).sort()).toEqual([200, 409, 409, 409]);
  });

  test('applies concurrent merge patches one after the other, losing none', async () => {
    await create('merged');
    const keys = Array.from({ length: 20 }, (_, index) => `k${index}`);

    await Promise.all(
      keys.map((key) =>
        client.call({
          method: 'PATCH',
          path: `${MAPS}/merged`,
          type: 'application/merge-patch+json',
          body: { data: { [key]: '1' } },
        }),
      ),
    );

    const { body } = await client.call({ method: 'GET', path: `${MAPS}/merged` });
    expect(Object.keys((body as { data: object }).data).sort()).toEqual([...keys].sort());
  });

  test('keeps keys called __proto__ and constructor as data', async () => {
    const body = '{"metadata":{"name":"proto"},"data":{"__proto__":"a","constructor":"b"}}';

    await client.call({ method: 'POST', path: MAPS, body });
    const answer = await client.call({ method: 'GET', path: `${MAPS}/proto` });

    expect(JSON.stringify(answer.body)).toContain('"data":{"__proto__":"a","constructor":"b"}');
  });

  test('reads apply configurations as YAML, too', async () => {
    const path = `${MAPS}/yaml?fieldManager=test`;
    const body = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: yaml\ndata:\n  a: b\n';

    const { code } = await client.call({ method: 'PATCH', path, body, type: 'application/apply-patch+yaml' });

    expect(code).toBe(201);
  });

  test('stops while watches are open', async () => {
    const other = await startEmbeddedApiServer({ tls: false });
    const watcher = new ApiClient(other.server, other.adminToken);
    const watching = watcher.watch({ method: 'GET', path: `${MAPS}?watch=1` }, 1).catch(() => 'ended');
    await watcher.call({ method: 'GET', path: '/readyz' });

    await other.stop();

    await expect(watching).resolves.toBeDefined();
    watcher.close();
  });
});
