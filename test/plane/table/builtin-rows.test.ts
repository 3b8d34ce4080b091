/** The cells of built-in kinds, by example; that they are those of kube-apiserver is shown by the differential tests. */
import { describe, expect, test } from 'vitest';
import { allBuiltinKinds } from '../../../src/k8s/catalogue.js';
import type { ApiObject } from '../../../src/plane/storage/api-object.js';
import { builtinRows, columnsOfBuiltin } from '../../../src/plane/table/builtin-rows.js';

const NOW = Date.parse('2026-01-01T00:01:00Z');
const metadata = { name: 'a', creationTimestamp: '2026-01-01T00:00:00Z' };

function cells(id: string, fields: object, isList = false): unknown[] | undefined {
  const object = { apiVersion: 'v1', kind: 'K', metadata, ...fields } as ApiObject;
  return builtinRows(id, [object], NOW, isList)[0]?.cells;
}

const ran = (exitCode: number, more = {}): object => ({ state: { terminated: { exitCode, ...more } } });
const pod = (status: object, spec: object = { containers: [{ name: 'c' }] }, more = {}): unknown =>
  cells('/pods', { spec, status, ...more })?.slice(1, 4);

describe('pods', () => {
  test.each([
    ['waits', { phase: 'Pending' }, ['0/1', 'Pending', '0']],
    ['evicted', { phase: 'Failed', reason: 'Evicted' }, ['0/1', 'Evicted', '0']],
    [
      'runs',
      { phase: 'Running', containerStatuses: [{ ready: true, state: { running: {} } }] },
      ['1/1', 'Running', '0'],
    ],
    [
      'crashes',
      {
        phase: 'Running',
        containerStatuses: [
          {
            restartCount: 3,
            state: { waiting: { reason: 'CrashLoopBackOff' } },
            lastState: { terminated: { finishedAt: '2026-01-01T00:00:50Z' } },
          },
        ],
      },
      ['0/1', 'CrashLoopBackOff', '3 (10s ago)'],
    ],
    ['killed', { phase: 'Failed', containerStatuses: [ran(137, { signal: 9 })] }, ['0/1', 'Signal:9', '0']],
    ['failed', { phase: 'Failed', containerStatuses: [ran(2)] }, ['0/1', 'ExitCode:2', '0']],
    [
      'gated',
      { phase: 'Pending', conditions: [{ type: 'PodScheduled', reason: 'SchedulingGated', status: 'False' }] },
      ['0/1', 'SchedulingGated', '0'],
    ],
  ])('%s', (_title, status, expected) => {
    expect(pod(status)).toEqual(expected);
  });

  test('init containers come first, sidecars count', () => {
    const spec = {
      containers: [{ name: 'c' }],
      initContainers: [{ name: 'i' }, { name: 's', restartPolicy: 'Always' }],
    };
    const started = { name: 's', ready: true, started: true, state: { running: {} } };
    expect(pod({ phase: 'Pending', initContainerStatuses: [{ name: 'i', ...ran(1) }] }, spec)).toEqual([
      '0/2',
      'Init:ExitCode:1',
      '0',
    ]);
    expect(pod({ phase: 'Pending', initContainerStatuses: [{ name: 'i', ...ran(0) }, started] }, spec)).toEqual([
      '1/2',
      'Pending',
      '0',
    ]);
  });

  test('a pod that is being deleted is terminating, and one that has ended says so in its row', () => {
    const going = { metadata: { ...metadata, deletionTimestamp: '2026-01-01T00:00:30Z' } };
    expect(pod({ phase: 'Running' }, undefined, going)).toEqual(['0/1', 'Terminating', '0']);
    const done = { apiVersion: 'v1', kind: 'Pod', metadata, status: { phase: 'Succeeded' } } as ApiObject;
    expect(builtinRows('/pods', [done], NOW, true)[0]?.conditions).toMatchObject([{ reason: 'Succeeded' }]);
  });
});

describe('other kinds', () => {
  test.each<[string, object, unknown[]]>([
    ['/nodes', { spec: { unschedulable: true } }, ['a', 'Unknown,SchedulingDisabled', '<none>', '60s', '']],
    [
      '/services',
      {
        spec: {
          type: 'LoadBalancer',
          clusterIPs: ['10.0.0.9'],
          ports: [{ port: 80, nodePort: 30001, protocol: 'TCP' }],
        },
      },
      ['a', 'LoadBalancer', '10.0.0.9', '<pending>', '80:30001/TCP', '60s', '<none>'],
    ],
    [
      'batch/jobs',
      { spec: { parallelism: 3 }, status: { succeeded: 1, startTime: '2026-01-01T00:00:10Z' } },
      ['a', 'Running', '1/1 of 3', '50s', '60s', '', '', '<none>'],
    ],
    [
      'batch/cronjobs',
      { spec: { schedule: '* * * * *', suspend: false } },
      ['a', '* * * * *', '<none>', 'False', 0, '<none>', '60s', '', '', '<none>'],
    ],
    [
      'autoscaling/horizontalpodautoscalers',
      {
        spec: {
          scaleTargetRef: { kind: 'Deployment', name: 'web' },
          maxReplicas: 3,
          metrics: [
            { type: 'Resource', resource: { name: 'cpu', target: { averageUtilization: 80 } } },
            { type: 'Pods', pods: { target: { averageValue: '5' } } },
            { type: 'External', external: { target: { value: '7' } } },
          ],
        },
      },
      ['a', 'Deployment/web', 'cpu: <unknown>/80%, <unknown>/5 + 1 more...', '<unset>', 3, 0, '60s'],
    ],
    [
      'networking.k8s.io/networkpolicies',
      {
        spec: {
          podSelector: {
            matchLabels: { z: '1' },
            matchExpressions: [
              { key: 'a', operator: 'In', values: ['y', 'x'] },
              { key: 'b', operator: 'DoesNotExist' },
            ],
          },
        },
      },
      ['a', 'a in (x,y),!b,z=1', '60s'],
    ],
    [
      'rbac.authorization.k8s.io/rolebindings',
      {
        roleRef: { kind: 'Role', name: 'r' },
        subjects: [
          { kind: 'User', name: 'u' },
          { kind: 'ServiceAccount', namespace: 'n', name: 's' },
        ],
      },
      ['a', 'Role/r', '60s', 'u', '', 'n/s'],
    ],
    [
      'discovery.k8s.io/endpointslices',
      { addressType: 'IPv4', endpoints: [{ addresses: ['1', '2', '3'] }, { addresses: ['4'] }] },
      ['a', 'IPv4', '<unset>', '1,2,3 + 1 more...', '60s'],
    ],
    [
      '/persistentvolumeclaims',
      { status: { phase: 'Pending' } },
      ['a', 'Pending', '', '', '', '', '<unset>', '60s', '<unset>'],
    ],
    [
      '/resourcequotas',
      { status: { hard: { 'limits.cpu': '2', pods: '3' }, used: { pods: '1' } } },
      ['a', 'pods: 1/3', 'limits.cpu: 0/2', '60s'],
    ],
    ['/limitranges', {}, ['a', '2026-01-01T00:00:00Z']],
  ])('%s', (id, fields, expected) => {
    expect(cells(id, fields)?.slice(0, expected.length)).toEqual(expected);
  });

  test('the default storage class is marked in lists, the newest of them only', () => {
    const made = (name: string, creationTimestamp: string): ApiObject => ({
      apiVersion: 'storage.k8s.io/v1',
      kind: 'StorageClass',
      metadata: {
        name,
        creationTimestamp,
        annotations: { 'storageclass.kubernetes.io/is-default-class': 'true' },
      },
    });
    const both = [made('old', '2026-01-01T00:00:00Z'), made('new', '2026-01-01T00:00:01Z')];
    const names = (isList: boolean): unknown[] =>
      builtinRows('storage.k8s.io/storageclasses', both, NOW, isList).map(({ cells: [name] }) => name);
    expect(names(true)).toEqual(['old', 'new (default)']);
    expect(names(false)).toEqual(['old', 'new']);
  });
});

test('every kind that can be listed has as many cells as columns', () => {
  const listed = allBuiltinKinds().filter((kind) => kind.isServedByDefault && kind.verbs.includes('list'));
  expect(listed.length).toBeGreaterThan(50);
  for (const { group, plural } of listed) {
    const id = `${group}/${plural}`;
    const [row] = builtinRows(id, [{ apiVersion: 'v1', kind: 'K', metadata }], NOW, true);
    expect({ id, count: row?.cells.length }).toEqual({ id, count: columnsOfBuiltin(id).length });
  }
});
