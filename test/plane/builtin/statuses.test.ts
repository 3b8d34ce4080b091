/** Statuses that a cluster rejects or completes; the differential suite compares more of them with kube-apiserver. */
import { expect, test } from 'vitest';
import type { ApiClient } from '../differential/api-client.js';
import { get, merge, post } from '../differential/scenario.js';
import { messageOf, withServer } from '../plugins/embedded-client.js';

const CONTAINERS = [{ name: 'c', image: 'i' }];
const PODS = '/api/v1/namespaces/default/pods';
const JOBS = '/apis/batch/v1/namespaces/default/jobs';
const conditions = (...types: string[]): object => ({ conditions: types.map((type) => ({ type, status: 'True' })) });

async function write(client: ApiClient, path: string, status: object): Promise<{ message: string; status: unknown }> {
  const { body } = await client.call(merge(`${path}/status`, { status }));
  return { message: messageOf(body), status: (body as { status?: unknown }).status };
}

test('a Job ends with the conditions and times of a Job controller', async () => {
  await withServer(async (client) => {
    const template = { spec: { restartPolicy: 'Never', containers: CONTAINERS } };
    await client.call(post(JOBS, { metadata: { name: 'j' }, spec: { template } }));
    const job = `${JOBS}/j`;
    const [start, end] = ['2024-01-01T00:00:00Z', '2024-01-01T00:01:00Z'];

    const early = await write(client, job, conditions('Complete'));
    expect(early.message).toContain('completionTime is required for Complete jobs');
    expect(early.message).toContain('without the SuccessCriteriaMet=true condition');
    expect(early.message).toContain('startTime is required for finished job');
    const failed = await write(client, job, conditions('Failed'));
    expect(failed.message).toContain('without the FailureTarget=true condition');
    const reversed = await write(client, job, { startTime: end, completionTime: start });
    expect(reversed.message).toContain('must be equal to or after `startTime`');
    expect((await write(client, job, { ready: 2, active: 1 })).message).toContain('more ready pods than active');

    const done = { ...conditions('SuccessCriteriaMet', 'Complete'), startTime: start, completionTime: end };
    expect((await write(client, job, { ...done, active: 1 })).message).toContain('active>0 is invalid');
    expect((await write(client, job, { ...done, succeeded: 1 })).message).toBe('');
    expect((await write(client, job, conditions())).message).toContain('cannot disable the terminal Complete=True');
    expect((await write(client, job, { succeeded: 0 })).message).toContain('cannot decrease the succeeded counter');
    expect((await write(client, job, { startTime: end })).message).toContain('field is immutable for unsuspended job');
    expect((await write(client, job, { failedIndexes: '0' })).message).toContain('backoffLimitPerIndex is null');
  });
});

test('a pod keeps its quality of service, and its addresses agree', async () => {
  await withServer(async (client) => {
    await client.call(
      post(PODS, { metadata: { name: 'p' }, spec: { containers: CONTAINERS, restartPolicy: 'Never' } }),
    );
    const pod = `${PODS}/p`;

    expect((await write(client, pod, { podIP: 'nope' })).message).toContain('status.podIPs[0]: Invalid value: "nope"');
    expect((await write(client, pod, { qosClass: 'Guaranteed' })).message).toContain('field is immutable');
    const two = { podIPs: [{ ip: '10.0.0.1' }, { ip: '10.0.0.2' }] };
    expect((await write(client, pod, two)).message).toContain('no more than one IP for each IP family');
    const running = await write(client, pod, { phase: 'Running', podIP: '10.0.0.1', qosClass: null });
    expect(running.status).toMatchObject({ qosClass: 'BestEffort', podIPs: [{ ip: '10.0.0.1' }] });

    const container = { name: 'c', ready: false, restartCount: 0, image: 'i', imageID: '' };
    const ended = { containerStatuses: [{ ...container, state: { terminated: { exitCode: 0 } } }] };
    const { status } = await write(client, pod, ended);
    expect(status).toMatchObject({ containerStatuses: [{ state: { terminated: { startedAt: null } } }] });
    const again = { containerStatuses: [{ ...container, state: { running: {} } }] };
    expect((await write(client, pod, again)).message).toContain('may not be transitioned to non-terminated state');
  });
});

test('services, claims, nodes and namespaces have statuses that fit them', async () => {
  await withServer(async (client) => {
    const services = '/api/v1/namespaces/default/services';
    const claims = '/api/v1/namespaces/default/persistentvolumeclaims';
    for (const type of ['ClusterIP', 'LoadBalancer']) {
      await client.call(
        post(services, { metadata: { name: type.toLowerCase() }, spec: { type, ports: [{ port: 80 }] } }),
      );
    }
    const claim = { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } };
    await client.call(post(claims, { metadata: { name: 'c' }, spec: claim }));
    await client.call(post('/api/v1/nodes', { metadata: { name: 'n' } }));
    const balanced = { loadBalancer: { ingress: [{ ip: '10.0.0.1' }] } };

    const { message } = await write(client, `${services}/clusterip`, balanced);
    expect(message).toContain("may only be used when `spec.type` is 'LoadBalancer'");
    const { status } = await write(client, `${services}/loadbalancer`, balanced);
    expect(status).toMatchObject({ loadBalancer: { ingress: [{ ipMode: 'VIP' }] } });
    const negative = await write(client, `${claims}/c`, { capacity: { storage: '-1' } });
    expect(negative.message).toContain('status.capacity[storage]: Invalid value: -1');
    const node = await write(client, '/api/v1/nodes/n', { capacity: { cpu: '4' }, ...conditions('Ready') });
    expect(node.status).toMatchObject({ allocatable: { cpu: '4' }, conditions: [{ lastHeartbeatTime: null }] });
    const phase = await write(client, '/api/v1/namespaces/default', { phase: 'Terminating' });
    expect(phase.message).toContain("may only be 'Active'");
    expect((await client.call(get('/api/v1/namespaces/default'))).body).toMatchObject({ status: { phase: 'Active' } });
  });
});
