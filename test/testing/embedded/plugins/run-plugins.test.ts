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
