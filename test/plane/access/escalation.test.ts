import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedApiServer, type EmbeddedApiServer } from '../../../src/plane/embedded-api-server.js';
import { ApiClient } from '../differential/api-client.js';
import { merge, post } from '../differential/scenario.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const ROLES = `${RBAC}/namespaces/default/roles`;
const BINDINGS = `${RBAC}/namespaces/default/rolebindings`;
const apiGroup = 'rbac.authorization.k8s.io';

let server: EmbeddedApiServer;
let admin: ApiClient;
let operator: ApiClient;

beforeEach(async () => {
  server = await startEmbeddedApiServer({ tls: false });
  admin = new ApiClient(server.server, server.adminToken);
  operator = new ApiClient(server.server, server.addUser({ name: 'operator' }).token);
  const rules = [
    { apiGroups: [apiGroup], resources: ['roles', 'rolebindings'], verbs: ['create', 'patch'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['get'] },
  ];
  await admin.call(post(ROLES, { metadata: { name: 'operator' }, rules }));
  await admin.call(post(BINDINGS, binding('operator', 'Role', 'operator')));
});
afterEach(async () => {
  admin.close();
  operator.close();
  await server.stop();
});

const binding = (name: string, kind: string, role: string): object => ({
  metadata: { name },
  roleRef: { apiGroup, kind, name: role },
  subjects: [{ kind: 'User', apiGroup, name: 'operator' }],
});
const secrets = { apiGroups: [''], resources: ['secrets'], verbs: ['get', 'list'] };

test('an operator cannot create or change a role to grant rights that it does not hold', async () => {
  const message =
    'roles.rbac.authorization.k8s.io "more" is forbidden: user "operator" (groups=["system:authenticated"]) is attempting to grant RBAC permissions not currently held:\n' +
    '{APIGroups:[""], Resources:["secrets"], Verbs:["get" "list"]}';
  expect(await operator.call(post(ROLES, { metadata: { name: 'more' }, rules: [secrets] }))).toMatchObject({
    code: 403,
    body: { message },
  });

  const own = [{ apiGroups: [''], resources: ['configmaps'], verbs: ['get'] }];
  expect(await operator.call(post(ROLES, { metadata: { name: 'more' }, rules: own }))).toMatchObject({ code: 201 });
  expect(await operator.call(merge(`${ROLES}/more`, { rules: [...own, secrets] }))).toMatchObject({
    code: 403,
    body: { message },
  });
});

test('an operator cannot bind a role that grants more, or a role that does not exist', async () => {
  const admins = await operator.call(post(BINDINGS, binding('admin', 'ClusterRole', 'cluster-admin')));
  expect(admins).toMatchObject({ code: 403, body: { reason: 'Forbidden' } });

  const missing = await operator.call(post(BINDINGS, binding('missing', 'Role', 'missing')));
  expect(missing).toMatchObject({ code: 404, body: { reason: 'NotFound' } });
});
