/** What a manager serves, called by a real API server and by a scraper with a real token. */
import { once } from 'node:events';
import { request } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { silentLogger } from '../../../src/runtime/log/silent-logger.js';
import { createManager, type Manager } from '../../../src/runtime/manager/manager.js';
import { webhook } from '../../../src/runtime/webhook/webhook-value.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { type ControlPlane, eventually, startControlPlane } from '../../../src/testing/index.js';
import { ensureBinaries } from '../../testing/real-binaries.js';
import { Book } from '../controller/library.js';

const ServiceAccount = defineKind<KubeObject>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
});
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1', scope: 'Cluster' } as const;
const ClusterRole = defineKind<KubeObject & { rules: object[] }>({
  ...rbac,
  kind: 'ClusterRole',
  plural: 'clusterroles',
});
const ClusterRoleBinding = defineKind<KubeObject & { roleRef: object; subjects: object[] }>({
  ...rbac,
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
});

let plane: ControlPlane;
let manager: Manager;
let metrics: string;
const stop = new AbortController();
let ended: Promise<void>;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({
    kind: 'envtest',
    crds: ['test/runtime/controller/testdata/books.yaml'],
    webhooks: { paths: ['test/runtime/manager/testdata/webhooks.yaml'] },
  });
  metrics = await freeAddress();
  manager = await createManager({
    config: plane.config,
    log: silentLogger,
    webhooks: plane.webhooks,
    metrics: { bind: metrics, secure: true },
  });
  manager.add(
    webhook(Book).validate({
      create: ({ spec }) => (spec?.pages === 13 ? { deny: '13 pages bring bad luck' } : undefined),
    }),
  );
  ended = manager.start(stop.signal);
  await manager.elected;
});
afterAll(async () => {
  stop.abort();
  await ended;
  await plane.stop();
});

async function freeAddress(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return `127.0.0.1:${port}`;
}

function scrape(token?: string): Promise<{ status: number | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const call = request(
      `https://${metrics}/metrics`,
      { rejectUnauthorized: false, headers, agent: false },
      (response) => {
        let body = '';
        response.on('data', (chunk: Buffer) => (body += String(chunk)));
        response.on('end', () => resolve({ status: response.statusCode, body }));
      },
    );
    call.on('error', reject).end();
  });
}

async function tokenOf(name: string): Promise<string> {
  await plane.client.create(new ServiceAccount({ metadata: { namespace: 'default', name } }));
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', spec: {} };
  const answer = await plane.client
    .subresource('token')
    .create<{ status: { token: string } }>({ kind: ServiceAccount, namespace: 'default', name }, body);
  return answer.status.token;
}

test('§9.5.1 the API server asks the webhook of the manager, and its verdict counts', async () => {
  const book = (name: string, pages: number) => new Book({ metadata: { namespace: 'default', name }, spec: { pages } });

  // The server learns of the configuration by a watch.
  await eventually(
    () => expect(plane.client.create(book('bad', 13), { dryRun: true })).rejects.toThrow(/13 pages bring bad luck/),
    { timeoutMs: 40_000 },
  );
  await expect(plane.client.create(book('bad', 13))).rejects.toThrow(/13 pages bring bad luck/);
  expect((await plane.client.create(book('good', 12))).metadata.uid).toBeDefined();
});

test('§1.7.12 metrics are only for those with a token and a role', async () => {
  const stranger = await tokenOf('stranger');
  const scraper = await tokenOf('scraper');
  await plane.client.create(
    new ClusterRole({ metadata: { name: 'scraper' }, rules: [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }] }),
  );
  await plane.client.create(
    new ClusterRoleBinding({
      metadata: { name: 'scraper' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'scraper' },
      subjects: [{ kind: 'ServiceAccount', namespace: 'default', name: 'scraper' }],
    }),
  );

  expect((await scrape()).status).toBe(401);
  expect((await scrape('made-up')).status).toBe(401);
  expect((await scrape(stranger)).status).toBe(403);
  const allowed = await eventually(
    async () => {
      const answer = await scrape(scraper);
      expect(answer.status).toBe(200);
      return answer;
    },
    { timeoutMs: 40_000 },
  );
  expect(allowed.body).toContain(
    'controller_runtime_webhook_requests_total{webhook="/validate-library-example-com-v1-book",code="200"}',
  );
}, 60_000);
