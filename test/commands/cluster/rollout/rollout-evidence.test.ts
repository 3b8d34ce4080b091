import { expect, test } from 'vitest';
import type { Cluster } from '../../../../src/commands/cluster/cluster.js';
import { logHints, rolloutEvidence } from '../../../../src/commands/cluster/rollout/rollout-evidence.js';
import type { Deployment } from '../../../../src/k8s/apps/v1/index.js';
import type { Pod } from '../../../../src/k8s/core/v1/index.js';

const deployment = {
  metadata: { name: 'm', namespace: 'n' },
  status: {
    observedGeneration: 1,
    conditions: [{ type: 'Available', status: 'False', reason: 'MinimumReplicasUnavailable', message: 'none' }],
  },
} as unknown as Deployment;
const crashed = {
  name: 'manager',
  ready: false,
  restartCount: 2,
  state: { waiting: { reason: 'CrashLoopBackOff' } },
  lastState: { terminated: { exitCode: 1, reason: 'Error' } },
};
const pod = {
  metadata: { name: 'm-1', namespace: 'n' },
  status: { phase: 'Running', containerStatuses: [crashed] },
} as unknown as Pod;
const event = (name: string, message: string) => ({
  involvedObject: { kind: 'Pod', name },
  reason: 'BackOff',
  message,
});

function clusterWith(events: readonly object[] | Error, log: string) {
  const paths: string[] = [];
  const list = () => (events instanceof Error ? Promise.reject(events) : Promise.resolve({ items: events }));
  const request = ({ path }: { path: string }) => {
    paths.push(path);
    return Promise.resolve({ status: 200, text: () => Promise.resolve(log) });
  };
  return { paths, cluster: { client: { list }, transport: { request } } as unknown as Cluster };
}

test('shows conditions, containers, own events and the log of the container that ended', async () => {
  const { cluster, paths } = clusterWith(
    [event('m-1', 'back-off'), event('m-1', 'back-off'), event('other', 'x')],
    'line 1\nline 2\n',
  );

  const lines = await rolloutEvidence(cluster, deployment, [pod]);

  expect(lines).toEqual([
    'Deployment m: Available MinimumReplicasUnavailable: none',
    'Pod m-1: Running',
    '  container manager: CrashLoopBackOff',
    '  container manager: ended with code 1 (Error), 2 restarts',
    'event of Pod m-1: BackOff: back-off',
    'last log lines of m-1:',
    '  line 1',
    '  line 2',
  ]);
  expect(paths[0]).toContain('previous=true');
});

test('what may not be read is left out', async () => {
  const { cluster } = clusterWith(new Error('forbidden'), '');

  expect(await rolloutEvidence(cluster, deployment, [pod])).toHaveLength(4);
});

test('a pod that runs but is not ready points to its probe', async () => {
  const { cluster } = clusterWith([], '');
  const slow = {
    ...pod,
    status: {
      phase: 'Running',
      containerStatuses: [{ ...crashed, restartCount: 0, state: { running: {} }, lastState: {} }],
    },
  };

  const lines = await rolloutEvidence(cluster, deployment, [slow as unknown as Pod]);

  expect(lines.join()).toContain('readiness probe');
});

test.each([
  ['pods is forbidden: User "x" cannot list resource "pods"', 'rbac'],
  ['does not know kind Widget', 'CRD'],
  ['WATCH_NAMESPACE must name the namespaces', 'WATCH_NAMESPACE'],
])('the log "%s" gets a hint', (log, hint) => {
  expect(logHints(log).join()).toContain(hint);
});

test('a Deployment that nobody works on points to the controller manager', async () => {
  const { cluster } = clusterWith([], '');

  const lines = await rolloutEvidence(cluster, { ...deployment, status: {} }, []);

  expect(lines.join()).toContain('kube-controller-manager');
});
