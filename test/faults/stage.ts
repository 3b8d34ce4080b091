/** Builds the world of a fault run: a real control plane, managers behind proxies, and an audit log. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Client } from '../../src/runtime/client/client.js';
import { Lease } from '../../src/runtime/leader/lease.js';
import { defineKind } from '../../src/runtime/object/kind.js';
import type { KubeObject } from '../../src/runtime/object/meta.js';
import type { ControlPlane } from '../../src/testing/control-plane.js';
import { startControlPlane } from '../../src/testing/start-control-plane.js';
import { auditPolicy } from './audit.js';
import { TokenMint } from './credentials/tokens.js';
import type { World } from './faults.js';
import { FaultProxy } from './fault-proxy.js';
import type { LeaseView } from './fail-over.js';
import { insist, namespace, pause } from './load.js';
import { Replica } from './managers.js';
import { Overlaps } from './overlap/overlaps.js';
import { SharedState } from './overlap/shared-state.js';
import type { Random } from './settings/random.js';
import { crd, leaseName, rules, Widget } from './widget.js';

type Loose = KubeObject & Record<string, unknown>;
const rbac = 'rbac.authorization.k8s.io';
const loose = (group: string, kind: string, plural: string, scope: 'Namespaced' | 'Cluster' = 'Cluster') =>
  defineKind<Loose>({ group, version: 'v1', kind, plural, scope });
const Crd = loose('apiextensions.k8s.io', 'CustomResourceDefinition', 'customresourcedefinitions');
const ClusterRole = loose(rbac, 'ClusterRole', 'clusterroles');
const ClusterRoleBinding = loose(rbac, 'ClusterRoleBinding', 'clusterrolebindings');
const ServiceAccount = loose('', 'ServiceAccount', 'serviceaccounts', 'Namespaced');

const stopwatch = { kind: Lease, name: 'stopwatch', namespace: 'kube-system' };

/** The user that managers are to the API server. */
export const managerUser = `system:serviceaccount:${namespace}:manager`;

export interface Stage extends World, AsyncDisposable {
  readonly plane: ControlPlane;
  readonly replicas: readonly Replica[];
  readonly overlaps: Overlaps;
  readonly auditLog: string;
  readonly folder: string;
  /** Whether the audit log is to be kept for someone to read. */
  isEvidence: boolean;
  /** The lease that the managers compete for. */
  lease(): Promise<LeaseView>;
  /** Writes something that concerns nobody, to see how long that takes. */
  write(): Promise<unknown>;
}

export interface StageOptions {
  readonly replicas: number;
  readonly leaseMs: number;
  readonly random: Random;
  readonly program: string;
}

export async function setStage(options: StageOptions): Promise<Stage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kbts-faults-'));
  const auditLog = path.join(folder, 'audit.log');
  const policyFile = path.join(folder, 'audit-policy.json');
  await writeFile(policyFile, JSON.stringify(auditPolicy));
  await writeFile(auditLog, '');
  const mint = new TokenMint();
  const publicKey = path.join(folder, 'tokens.pub');
  await mint.writePublicKey(publicKey);
  const plane = await startControlPlane({
    kind: 'envtest',
    isDurable: true,
    apiServerFlags: [
      `--audit-policy-file=${policyFile}`,
      `--audit-log-path=${auditLog}`,
      '--audit-log-mode=blocking-strict',
      `--service-account-key-file=${publicKey}`,
      // History is gone after a second or two. Children are watched in etcd itself, where that can be seen: the
      // API server's own memory of custom resources, which cannot be switched off, would hide it.
      '--etcd-compaction-interval=1s',
      '--watch-cache-sizes=configmaps#0',
    ],
  });
  mint.learnFrom(await prepare(plane.client));
  const replicas: Replica[] = [];
  const overlaps = new Overlaps();
  const stopped = programStates(plane, overlaps);
  const addReplica = async (): Promise<Replica> => {
    const proxy = new FaultProxy(plane.config, overlaps);
    await proxy.listen();
    const { program, leaseMs } = options;
    const parts = { proxy, folder, program, mint, leaseMs, counter: overlaps };
    const replica = new Replica(`manager${replicas.length}`, parts);
    replicas.push(replica);
    await replica.start();
    return replica;
  };
  for (let i = 0; i < options.replicas; i++) await addReplica();
  let writes = 0;
  const stage: Stage = {
    plane,
    replicas,
    overlaps,
    isEvidence: false,
    pause,
    now: () => performance.now(),
    stopProgram: (program, signal) =>
      stopped[program].hold(() => plane.processes?.stop(program, signal) ?? Promise.resolve()),
    random: options.random,
    auditLog,
    folder,
    lease: () => insist(() => leaseOf(plane)),
    write: () => plane.client.patch(stopwatch, { type: 'merge', body: { spec: { leaseTransitions: ++writes } } }),
    async [Symbol.asyncDispose]() {
      await Promise.all(replicas.map((replica) => replica.close()));
      await plane.stop();
      if (stage.isEvidence) console.error(`the audit log is kept in ${folder}`);
      else await rm(folder, { recursive: true, force: true });
    },
  };
  return stage;
}

function programStates(plane: ControlPlane, overlaps: Overlaps): Record<'etcd' | 'kube-apiserver', SharedState> {
  const state = (program: 'etcd' | 'kube-apiserver'): SharedState =>
    new SharedState(program, () => plane.processes?.start(program), overlaps);
  return { etcd: state('etcd'), 'kube-apiserver': state('kube-apiserver') };
}

async function leaseOf(plane: ControlPlane): Promise<LeaseView> {
  const lease = await plane.client.live.find(Lease, { name: leaseName, namespace });
  return { holder: lease?.spec?.holderIdentity ?? '', version: lease?.metadata.resourceVersion ?? '' };
}

/** Installs the CRD, the account of the managers and its rights; returns its token. */
async function prepare(client: Client): Promise<string> {
  await client.create(new Crd(crd as unknown as Loose));
  await insist(() => client.list(Widget, { namespace }));
  await client.create(new Lease({ metadata: { name: stopwatch.name, namespace: stopwatch.namespace } }));
  const account = await client.create(new ServiceAccount({ metadata: { name: 'manager', namespace } }));
  await client.create(new ClusterRole({ metadata: { name: 'manager' }, rules }));
  await client.create(
    new ClusterRoleBinding({
      metadata: { name: 'manager' },
      roleRef: { apiGroup: rbac, kind: 'ClusterRole', name: 'manager' },
      subjects: [{ kind: 'ServiceAccount', name: 'manager', namespace }],
    }),
  );
  const body = {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    metadata: {},
    spec: { expirationSeconds: 86_400 },
  };
  const { status } = await client.subresource('token').create<{ status: { token: string } }>(account, body);
  return status.token;
}
