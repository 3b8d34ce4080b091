import { expect, test } from 'vitest';
import { ADMINISTRATOR, request, signing } from '../differential/scenarios-certificates.js';
import { merge, post } from '../differential/scenario.js';
import { messageOf, withServer } from './embedded-client.js';

const REQUESTS = '/apis/certificates.k8s.io/v1/certificatesigningrequests';
const RBAC = '/apis/rbac.authorization.k8s.io/v1';

test('nobody gets a certificate of administrators by asking', () =>
  withServer(async (client) => {
    const spec = { signerName: 'kubernetes.io/kube-apiserver-client', request: request(ADMINISTRATOR) };
    const { code, body } = await client.call(post(REQUESTS, signing('x', spec)));

    expect(code).toBe(403);
    expect(messageOf(body)).toContain('system:masters group is not allowed');
  }));

test('who may write approvals still needs the right for the signer', () =>
  withServer(async (client) => {
    const bob = { headers: { 'Impersonate-User': 'bob' } };
    const resources = ['certificatesigningrequests/approval', 'certificatesigningrequests'];
    const rule = { apiGroups: ['certificates.k8s.io'], resources, verbs: ['*'] };
    await client.call(post(`${RBAC}/clusterroles`, { metadata: { name: 'r' }, rules: [rule] }));
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'r' };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'bob' }];
    await client.call(post(`${RBAC}/clusterrolebindings`, { metadata: { name: 'r' }, roleRef, subjects }));
    await client.call(post(REQUESTS, signing('x')));
    const approval = merge(`${REQUESTS}/x/approval`, {
      status: { conditions: [{ type: 'Approved', status: 'True' }] },
    });

    expect((await client.call({ ...approval, ...bob })).code).toBe(403);
    expect((await client.call(approval)).code).toBe(200);
  }));

const pods = (namespace: string): string => `/api/v1/namespaces/${namespace}/pods`;
const pod = (name: string, resources: object = {}): object => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources }] },
});

test('a restricted namespace refuses a pod that is not, and says why', () =>
  withServer(async (client) => {
    const labels = { 'pod-security.kubernetes.io/enforce': 'restricted' };
    await client.call(post('/api/v1/namespaces', { metadata: { name: 'strict', labels } }));
    const { code, body } = await client.call(post(pods('strict'), pod('x')));

    expect(code).toBe(403);
    expect(messageOf(body)).toContain('violates PodSecurity "restricted:latest": allowPrivilegeEscalation != false');
  }));

test('a LimitRange gives containers their defaults, and the class that follows from them', () =>
  withServer(async (client) => {
    const limits = [{ type: 'Container', default: { cpu: '1', memory: '1Gi' }, max: { cpu: '2' } }];
    await client.call(post('/api/v1/namespaces/default/limitranges', { metadata: { name: 'r' }, spec: { limits } }));
    const { body } = await client.call(post(pods('default'), pod('x')));
    const large = await client.call(post(pods('default'), pod('y', { limits: { cpu: '3' } })));

    expect(body).toMatchObject({
      spec: { containers: [{ resources: { limits: { cpu: '1', memory: '1Gi' } } }] },
      status: { qosClass: 'Guaranteed' },
    });
    expect(messageOf(large.body)).toContain('maximum cpu usage per Container is 2, but limit is 3');
  }));
