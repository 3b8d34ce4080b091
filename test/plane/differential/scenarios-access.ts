/** Users, RBAC, reviews, tokens, impersonation, subresources. */
import { install, widget, widgets } from './scenarios-custom.js';
import { get, merge, post, put, remove, type Run, type Scenario } from './scenario.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';

async function serviceAccountToken({ quietly, namespace }: Run): Promise<string> {
  await quietly(post(`/api/v1/namespaces/${namespace}/serviceaccounts`, { metadata: { name: 'sa' } }));
  const { body } = await quietly(post(`/api/v1/namespaces/${namespace}/serviceaccounts/sa/token`, { spec: {} }));
  return (body as { status: { token: string } }).status.token;
}

export const accessScenarios: Record<string, Scenario> = {
  'lets service accounts do what their roles say': async (run) => {
    const { call, quietly, namespace } = run;
    const token = await serviceAccountToken(run);
    const pods = `/api/v1/namespaces/${namespace}/pods`;
    await call({ ...get(pods), token });
    await call({ ...get(`${pods}/x`), token });
    await call({ ...post('/api/v1/namespaces', {}), token });
    await call({ ...get('/api/v1/nodes'), token });
    await call({ ...get(`/api/v1/namespaces/${namespace}`), token });
    await call({ ...put(`/apis/apps/v1/namespaces/${namespace}/deployments/d/scale`, {}), token });
    await call({ ...get('/metrics'), token });
    await quietly({ ...get('/version'), token: '' });
    await quietly(
      post(`${RBAC}/namespaces/${namespace}/roles`, {
        metadata: { name: 'r' },
        rules: [
          { apiGroups: [''], resources: ['pods'], verbs: ['get', 'list'] },
          { apiGroups: [''], resources: ['configmaps'], resourceNames: ['only'], verbs: ['*'] },
        ],
      }),
    );
    await quietly(
      post(`${RBAC}/namespaces/${namespace}/rolebindings`, {
        metadata: { name: 'r' },
        roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name: 'r' },
        subjects: [{ kind: 'ServiceAccount', name: 'sa', namespace }],
      }),
    );
    await run.until({ ...get(pods), token }, ({ code }) => code === 200);
    await call({ ...get(pods), token });
    await call({ ...get(`${pods}/x`), token });
    await call({ ...remove(`${pods}/x`), token });
    await call({ ...get(`/api/v1/namespaces/${namespace}/configmaps/only`), token });
    await call({ ...get(`/api/v1/namespaces/${namespace}/configmaps/other`), token });
    await call({ ...get('/api/v1/pods'), token });
    const review = (attributes: object): object => ({ spec: { resourceAttributes: attributes } });
    const self = '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews';
    for (const verb of ['get', 'delete']) {
      const { body } = await quietly({ ...post(self, review({ namespace, verb, resource: 'pods' })), token });
      const { allowed } = (body as { status: { allowed: boolean } }).status;
      if (allowed !== (verb === 'get')) throw new Error(`${verb}: ${String(allowed)}`);
    }
  },
  'knows who is asking': async (run) => {
    const { call, quietly, namespace } = run;
    const token = await serviceAccountToken(run);
    const { body } = await quietly(post('/apis/authentication.k8s.io/v1/tokenreviews', { spec: { token } }));
    const { status } = body as { status: { authenticated: boolean; user: { username: string } } };
    if (!status.authenticated || status.user.username !== `system:serviceaccount:${namespace}:sa`)
      throw new Error(JSON.stringify(status));
    await call({ ...get('/api/v1/namespaces/default/pods'), headers: { 'Impersonate-User': 'bob' } });
    await call({
      ...get('/api/v1/namespaces/default/pods'),
      headers: { 'Impersonate-User': 'bob', 'Impersonate-Group': 'system:masters' },
    });
    await call({ ...get('/api/v1/namespaces/default/pods'), token, headers: { 'Impersonate-User': 'bob' } });
    await call(post(`/api/v1/namespaces/${namespace}/serviceaccounts/none/token`, { spec: {} }));
    await call({ ...get('/healthz'), token: '' });
    await call({ ...get('/api/v1/pods'), token: '' });
  },
  'has the roles that operators bind to': async (run) => {
    const { call, quietly, namespace } = run;
    const token = await serviceAccountToken(run);
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' };
    const subjects = [{ kind: 'ServiceAccount', name: 'sa', namespace }];
    await quietly(post(`${RBAC}/namespaces/${namespace}/rolebindings`, { metadata: { name: 'v' }, roleRef, subjects }));
    await run.until({ ...get(`/api/v1/namespaces/${namespace}/pods`), token }, ({ code }) => code === 200);
    await call({ ...get(`/api/v1/namespaces/${namespace}/pods`), token });
    await call({ ...get(`/apis/apps/v1/namespaces/${namespace}/deployments`), token });
    await call({ ...get(`/api/v1/namespaces/${namespace}/secrets`), token });
    await call({ ...remove(`/api/v1/namespaces/${namespace}/pods/x`), token });
    await call({ ...get('/api/v1/namespaces/default/pods'), token });
    await call({ ...get(`${RBAC}/clusterroles/cluster-admin`), ignoresManagers: true });
    await call({ ...get(`${RBAC}/clusterrolebindings/cluster-admin`), ignoresManagers: true });
  },
  'scales custom and built-in resources': async (run) => {
    const { call, quietly, namespace } = run;
    await install(run);
    await quietly(post(widgets(run), widget(run, 'w', { tier: 'paid', replicas: 2 })));
    await call(get(`${widgets(run, 'w')}/scale`));
    await call(merge(`${widgets(run, 'w')}/scale`, { spec: { replicas: 5 } }));
    await call(
      put(`${widgets(run, 'w')}/scale`, {
        kind: 'Scale',
        apiVersion: 'autoscaling/v1',
        metadata: { name: 'w', namespace },
        spec: { replicas: 3 },
      }),
    );
    await call(get(widgets(run, 'w')));
    const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } };
    await quietly(
      post(`/apis/apps/v1/namespaces/${namespace}/deployments`, {
        metadata: { name: 'd' },
        spec: { selector: { matchLabels: { a: 'b' } }, template },
      }),
    );
    await call(get(`/apis/apps/v1/namespaces/${namespace}/deployments/d/scale`));
    await call(merge(`/apis/apps/v1/namespaces/${namespace}/deployments/d/scale`, { spec: { replicas: 4 } }));
    await call(get(`/apis/apps/v1/namespaces/${namespace}/deployments/d`));
  },
};
