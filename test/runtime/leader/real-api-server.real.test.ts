/** Leader election, events and access checks against the real kube-apiserver. */
import type { IncomingMessage } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../src/runtime/client/client.js';
import { createClient } from '../../../src/runtime/client/kube-client.js';
import { Elector } from '../../../src/runtime/leader/elector.js';
import { Lease } from '../../../src/runtime/leader/lease.js';
import { metricsGuard } from '../../../src/runtime/metrics/guard.js';
import { defineKind } from '../../../src/runtime/object/kind.js';
import type { KubeObject } from '../../../src/runtime/object/meta.js';
import { EventRecorder } from '../../../src/runtime/recorder/event-recorder.js';
import { Event } from '../../../src/runtime/recorder/event.js';
import type { ControlPlane } from '../../../src/testing/control-plane.js';
import { eventually } from '../../../src/testing/eventually.js';
import { startControlPlane } from '../../../src/testing/start-control-plane.js';
import { ensureBinaries } from '../../testing/real-binaries.js';

type Loose = KubeObject & Record<string, unknown>;
const rbac = { group: 'rbac.authorization.k8s.io', version: 'v1' };
const Role = defineKind<Loose>({ ...rbac, kind: 'Role', plural: 'roles', scope: 'Namespaced' });
const RoleBinding = defineKind<Loose>({ ...rbac, kind: 'RoleBinding', plural: 'rolebindings', scope: 'Namespaced' });
const ClusterRole = defineKind<Loose>({ ...rbac, kind: 'ClusterRole', plural: 'clusterroles', scope: 'Cluster' });
const ClusterRoleBinding = defineKind<Loose>({
  ...rbac,
  kind: 'ClusterRoleBinding',
  plural: 'clusterrolebindings',
  scope: 'Cluster',
});
const ServiceAccount = defineKind<Loose>({
  group: '',
  version: 'v1',
  kind: 'ServiceAccount',
  plural: 'serviceaccounts',
  scope: 'Namespaced',
});
const namespace = 'default';
/** So long that a busy machine renews it in time. */
const times = { leaseDuration: '2m', renewDeadline: '90s', retryPeriod: '400ms' } as const;
/** Less than a lease lasts, so nothing that is seen comes from a lease that ran out. */
const patience = { timeoutMs: 60_000 };
let plane: ControlPlane;
/** Has exactly the rights that the documentation lists. */
let client: Client & AsyncDisposable;

beforeAll(async () => {
  await ensureBinaries();
  plane = await startControlPlane({ kind: 'envtest' });
  const subjects = [{ kind: 'User', name: 'operator', apiGroup: rbac.group }];
  const metadata = { name: 'operator', namespace };
  const rules = [
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['create'] },
    { apiGroups: ['coordination.k8s.io'], resources: ['leases'], resourceNames: ['op'], verbs: ['get', 'update'] },
    { apiGroups: ['events.k8s.io'], resources: ['events'], verbs: ['create', 'patch'] },
  ];
  const clusterRules = [
    { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
  ];
  const roleRef = { apiGroup: rbac.group, kind: 'Role', name: 'operator' };
  await plane.client.create(new Role({ metadata, rules }));
  await plane.client.create(new RoleBinding({ metadata, subjects, roleRef }));
  await plane.client.create(new ClusterRole({ metadata: { name: 'operator' }, rules: clusterRules }));
  await plane.client.create(
    new ClusterRoleBinding({ metadata: { name: 'operator' }, subjects, roleRef: { ...roleRef, kind: 'ClusterRole' } }),
  );
  client = createClient({ config: await plane.addUser({ name: 'operator' }) });
}, 240_000);

afterAll(async () => {
  await client?.[Symbol.asyncDispose]();
  await plane?.stop();
});

describe('leader election', () => {
  test('§1.1.5 §2.1.1 one of three leads; each stop hands over long before the lease runs out, and never two lead', async () => {
    const leadersAtOnce: number[] = [];
    const replicas = ['a', 'b', 'c'].map((identity) => startReplica(identity, () => leading()));
    const leading = (): void => void leadersAtOnce.push(replicas.filter(({ elector }) => elector.isLeader()).length);

    for (let round = 0; round < 3; round++) {
      const leader = await eventually(() => {
        leading();
        const found = replicas.find(({ elector }) => elector.isLeader());
        expect(found).toBeDefined();
        return found;
      }, patience);
      await leader?.stop();
      if (round === 2) break;
      await eventually(() => expect(replicas.some(({ elector }) => elector.isLeader())).toBe(true), patience);
    }

    expect(Math.max(...leadersAtOnce)).toBe(1);
    const lease = await plane.client.get(Lease, { name: 'op', namespace });
    expect(lease.spec).toMatchObject({ holderIdentity: '', leaseTransitions: 2 });
    expect(lease.spec?.renewTime).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/);
  });

  test('§2.3.4 a lease that is deleted under a leader is made again, and it goes on leading', async () => {
    const replica = startReplica('d');
    await eventually(() => expect(replica.elector.isLeader()).toBe(true), patience);

    await plane.client.delete({ kind: Lease, name: 'op', namespace });
    await eventually(() => plane.client.get(Lease, { name: 'op', namespace }), patience);

    expect(replica.elector.isLeader()).toBe(true);
    await replica.stop();
  });

  test('§2.1.3 a lease that another takes ends leadership at once', async () => {
    const replica = startReplica('e');
    await eventually(() => expect(replica.elector.isLeader()).toBe(true), patience);
    const lease = await plane.client.get(Lease, { name: 'op', namespace });

    await eventually(async () => {
      const { metadata } = await plane.client.get(Lease, { name: 'op', namespace });
      return plane.client.update<Lease>({ ...lease, metadata, spec: { ...lease.spec, holderIdentity: 'thief' } });
    });

    await expect(replica.ended).rejects.toThrow('"thief" took the lease');
  });
});

describe('events', () => {
  test('§10.1.1 equal ones become a series that kubectl shows with its count', async () => {
    const recorder = new EventRecorder({ client, controller: 'guestbook', host: 'host-1' });
    const object = await plane.client.create(new ServiceAccount({ metadata: { name: 'subject', namespace } }));

    for (let i = 0; i < 5; i++) recorder.event(object, { type: 'Warning', reason: 'Failed', note: 'no quota' });
    recorder.event(object, { reason: 'Scaled', note: 'x'.repeat(2_000) });
    await recorder.close();

    const { items } = await plane.client.list(Event, { namespace });
    const found = items.filter(({ regarding }) => regarding.uid === object.metadata.uid);
    expect(found.map(({ reason, series }) => `${reason} ${series?.count ?? 1}`).sort()).toEqual([
      'Failed 5',
      'Scaled 1',
    ]);
  });
});

describe('access to metrics', () => {
  test('§1.7.11 401 for anyone, 403 for an account without the right, and entry with it', async () => {
    const guard = metricsGuard({ client });
    const ask = (token?: string) => guard(requestOf(token));
    const reader = await tokenOf('reader');
    const stranger = await tokenOf('stranger');
    const rules = [{ nonResourceURLs: ['/metrics'], verbs: ['get'] }];
    const metadata = { name: 'metrics-reader' };
    await plane.client.create(new ClusterRole({ metadata, rules }));
    await plane.client.create(
      new ClusterRoleBinding({
        metadata,
        roleRef: { apiGroup: rbac.group, kind: 'ClusterRole', name: metadata.name },
        subjects: [{ kind: 'ServiceAccount', name: 'reader', namespace }],
      }),
    );
    const allowed = metricsGuard({ client });
    await eventually(async () => expect(await metricsGuard({ client })(requestOf(reader))).toBeUndefined(), patience);

    expect(await ask()).toMatchObject({ status: 401 });
    expect(await ask('not-a-token')).toMatchObject({ status: 401 });
    expect(await ask(stranger)).toMatchObject({ status: 403 });
    expect(await allowed(requestOf(reader))).toBeUndefined();
    expect(await allowed(requestOf(reader, '/debug/pprof/heap'))).toMatchObject({ status: 403 });
  });
});

interface Replica {
  readonly elector: Elector;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
}

function startReplica(identity: string, onStart: () => void = () => undefined): Replica {
  const elector = new Elector({ client, id: 'op', namespace, identity, ...times });
  const controller = new AbortController();
  const ended = elector.run(controller.signal, { started: onStart });
  ended.catch(() => undefined);
  const stop = (): Promise<void> => {
    controller.abort();
    return ended;
  };
  return { elector, ended, stop };
}

async function tokenOf(name: string): Promise<string> {
  const account = await plane.client.create(new ServiceAccount({ metadata: { name, namespace } }));
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata: {}, spec: {} };
  const { status } = await plane.client.subresource('token').create<{ status: { token: string } }>(account, body);
  return status.token;
}

function requestOf(token?: string, url = '/metrics'): IncomingMessage {
  return { method: 'GET', url, headers: token ? { authorization: `Bearer ${token}` } : {} } as IncomingMessage;
}
