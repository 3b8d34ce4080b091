/** The scaffolded `config/` grants the manager exactly what it needs: it uses every right and is refused nothing. */
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:https';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Client } from '../../src/runtime/client/client.js';
import { Lease } from '../../src/runtime/leader/lease.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { CustomResource, Condition } from '../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { reservePorts } from '../../src/testing/envtest/reserved-ports.js';
import { eventually } from '../../src/testing/eventually.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';
import { FaultProxy } from '../faults/fault-proxy.js';
import { partOf } from '../lanes/thorough.js';
import { temporaryFolder } from '../project-folder.js';
import { ClusterRoleBinding, Secret } from '../runtime/webhook/hooked-cluster.js';
import { ensureBinaries } from '../testing/real-binaries.js';
import { auditedRequests, grantedRights, unusedRights } from './rights.js';
import {
  accountToken,
  deploy,
  render,
  rightsInForce,
  type RunningOperator,
  scaffold,
  ServiceAccount,
  startOperator,
} from './scaffolded-operator.js';

type Guestbook = CustomResource<{ foo?: string }, { conditions?: Condition[] }>;
const guestbook = { group: 'webapp.my.domain', kind: 'Guestbook', plural: 'guestbooks', scope: 'Namespaced' } as const;
const Guestbook = defineKind<Guestbook>({ ...guestbook, version: 'v1' });
const GuestbookV2 = defineKind<Guestbook>({ ...guestbook, version: 'v2' });
const namespace = 'guestbook-system';
const account = 'guestbook-controller-manager';
const user = `system:serviceaccount:${namespace}:${account}`;
const auditPolicy = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [{ level: 'Metadata', users: [user] }, { level: 'None' }],
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let plane: ControlPlane;
let client: Client;
let proxy: FaultProxy;
let auditLog: string;
let operator: RunningOperator | undefined;

beforeEach(async () => {
  await ensureBinaries(['etcd', 'kube-apiserver', 'kubectl']);
  folder = await temporaryFolder('guestbook');
  const above = path.dirname(folder.root);
  auditLog = path.join(above, 'audit.log');
  await writeFile(path.join(above, 'policy.json'), JSON.stringify(auditPolicy));
  plane = await startControlPlane({
    kind: 'envtest',
    apiServerFlags: [`--audit-policy-file=${path.join(above, 'policy.json')}`, `--audit-log-path=${auditLog}`],
  });
  client = plane.client;
  proxy = new FaultProxy(plane.config);
  await proxy.listen();
}, 240_000);

afterEach(async () => {
  await operator?.stop();
  await proxy[Symbol.asyncDispose]();
  await plane.stop();
  await folder.clean();
});

const scopes: readonly (readonly [string, readonly string[]])[] = [
  ['a cluster', []],
  ['its namespace', ['--namespaced']],
];

test.each(partOf(scopes, 2))(
  'a manager of %s uses every right of its account, and is refused nothing',
  async (_, flags) => {
    const { root } = folder;
    await scaffold(root, ...flags);
    const objects = await render(root);
    using reserved = await reservePorts(2);
    const [webhookPort = 0, metricsPort = 0] = reserved.ports;
    await deploy(client, objects, webhookPort);
    await rightsInForce(client, objects, namespace, account);
    const token = await accountToken(client, namespace, account);
    const start = async (): Promise<void> => {
      operator = await startOperator(root, objects, {
        config: { server: proxy.url, ca: proxy.ca, token },
        flags: [
          '--health-probe-bind-address=0',
          `--metrics-bind-address=127.0.0.1:${metricsPort}`,
          `--webhook-port=${webhookPort}`,
        ],
      });
    };

    await start();
    await eventually(leads, { timeoutMs: 60_000 });
    await exerciseReconciler();
    await exerciseMetrics(metricsPort);
    expect(await operator?.stop(), operator?.output()).toBe(0);
    // A certificate that cannot be used is replaced by the next manager.
    const broken = { data: { 'tls.crt': 'AAAA', 'tls.key': 'AAAA' } };
    await client.patch({ kind: Secret, namespace, name: 'webhook-server-cert' }, { type: 'merge', body: broken });
    // On an API server before 1.32 it would list; a newer one streams what a list would hold.
    proxy.weather = { isOld: true };
    await start();
    await eventually(() => createDry('after-rotation'), { timeoutMs: 60_000 });
    await eventually(async () => expect(await hasAsked('list')).toBe(true), { timeoutMs: 60_000 });
    expect(await operator?.stop(), operator?.output()).toBe(0);

    const requests = auditedRequests(await readFile(auditLog, 'utf8'), user);
    expect(requests.filter(({ code }) => code === 401 || code === 403)).toEqual([]);
    expect(unusedRights(grantedRights(objects, account), requests)).toEqual([]);
  },
  480_000,
);

async function leads(): Promise<void> {
  const { items } = await client.list(Lease, { namespace });
  expect(items.map(({ spec }) => spec?.holderIdentity ?? '').filter((holder) => holder !== '')).toHaveLength(1);
}

function createDry(name: string): Promise<unknown> {
  return client.create(new GuestbookV2({ metadata: { name, namespace }, spec: {} }), { dryRun: true });
}

/** Objects of both versions become ready, also when the answer to a write is lost, and go away. */
async function exerciseReconciler(): Promise<void> {
  await eventually(() => createDry('probe'), { timeoutMs: 60_000 });
  await client.create(new Guestbook({ metadata: { name: 'one', namespace }, spec: {} }));
  await client.create(new GuestbookV2({ metadata: { name: 'two', namespace }, spec: {} }));
  for (const name of ['one', 'two']) await eventually(() => isReady(name), { timeoutMs: 40_000 });
  // Then nobody knows whether the status was written, and the next read must ask.
  proxy.weather = { truncateAfter: 0, truncateMethod: 'PATCH' };
  await client.create(new Guestbook({ metadata: { name: 'three', namespace }, spec: {} }));
  await eventually(() => isReady('three'), { timeoutMs: 40_000 });
  await eventually(async () => expect(await hasAsked('get', 'three')).toBe(true), { timeoutMs: 40_000 });
  proxy.weather = {};
  for (const name of ['one', 'two', 'three']) await client.delete({ kind: Guestbook, name, namespace });
}

async function hasAsked(verb: string, name?: string): Promise<boolean> {
  const requests = auditedRequests(await readFile(auditLog, 'utf8'), user);
  return requests.some(
    (request) => request.resource === 'guestbooks' && request.verb === verb && request.name === name,
  );
}

async function isReady(name: string): Promise<void> {
  const found = await client.get(Guestbook, { name, namespace });
  expect(found.status?.conditions).toMatchObject([{ type: 'Ready', status: 'True' }]);
}

/** Nobody reads without a token; someone with the role does. */
async function exerciseMetrics(port: number): Promise<void> {
  await client.create(new ServiceAccount({ metadata: { namespace, name: 'scraper' } }));
  const token = await accountToken(client, namespace, 'scraper');
  expect(await scrape(port, undefined)).toBe(401);
  await client.create(
    new ClusterRoleBinding({
      metadata: { name: 'scraper' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'guestbook-metrics-reader' },
      subjects: [{ kind: 'ServiceAccount', namespace, name: 'scraper' }],
    }),
  );
  await eventually(async () => expect(await scrape(port, token)).toBe(200), { timeoutMs: 45_000 });
}

function scrape(port: number, token: string | undefined): Promise<number | undefined> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return new Promise((resolve, reject) => {
    const options = { host: '127.0.0.1', port, path: '/metrics', headers, rejectUnauthorized: false, agent: false };
    request(options, (response) => response.resume().once('end', () => resolve(response.statusCode)))
      .on('error', reject)
      .end();
  });
}
