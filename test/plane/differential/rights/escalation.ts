/** Who may grant which rights: `escalate`, `bind`, and rights that the sender holds. */
import { apply, get, merge, post, put, type Answer, type Call, type Run, type Scenario } from '../scenario.js';

const RBAC = '/apis/rbac.authorization.k8s.io/v1';
const GROUP = 'rbac.authorization.k8s.io';

const rule = (resources: string[], verbs: string[], more = {}): object => ({
  apiGroups: [''],
  resources,
  verbs,
  ...more,
});
const RBAC_RULE = { apiGroups: [GROUP], resources: ['*'], verbs: ['get', 'create', 'update', 'patch'] };

/** A user with these rules in the namespace, or in the whole cluster. Resolves when the server knows them. */
async function user(run: Run, name: string, rules: object[], isClusterWide = false): Promise<(call: Call) => Call> {
  const full = `${name}-${run.id}`;
  const base = isClusterWide ? RBAC : `${RBAC}/namespaces/${run.namespace}`;
  const [role, binding] = isClusterWide ? ['ClusterRole', 'clusterrolebindings'] : ['Role', 'rolebindings'];
  const body = { metadata: { name: full }, rules: [RBAC_RULE, ...rules] };
  await run.quietly(post(`${base}/${role.toLowerCase()}s`, body));
  const subjects = [{ kind: 'User', apiGroup: GROUP, name: full }];
  const roleRef = { apiGroup: GROUP, kind: role, name: full };
  await run.quietly(post(`${base}/${binding}`, { metadata: { name: full }, roleRef, subjects }));
  const as = (call: Call): Call => ({ ...call, headers: { 'Impersonate-User': full } });
  await run.until(as(get(`${base}/${role.toLowerCase()}s/none`)), ({ code }) => code === 404);
  return as;
}

const roles = ({ namespace }: Run, name = ''): string => `${RBAC}/namespaces/${namespace}/roles${name && `/${name}`}`;
const bindings = ({ namespace }: Run): string => `${RBAC}/namespaces/${namespace}/rolebindings`;
const role = (name: string, ...rules: object[]): object => ({ metadata: { name }, rules });
const bind = (name: string, kind: string, to: string): object => ({
  metadata: { name },
  roleRef: { apiGroup: GROUP, kind, name: to },
  subjects: [{ kind: 'User', apiGroup: GROUP, name: 'someone' }],
});

export const escalationScenarios: Record<string, Scenario> = {
  'refuses roles with rights that the author does not hold': async (run) => {
    const as = await user(run, 'a', [
      rule(['configmaps'], ['get', 'list']),
      rule(['secrets'], ['get'], { resourceNames: ['only'] }),
      rule(['*/status'], ['patch']),
    ]);
    const wanted = [
      [rule(['configmaps'], ['get'])],
      [rule(['configmaps'], ['get', 'delete', 'watch']), rule(['pods', 'nodes'], ['get'])],
      [rule(['secrets'], ['get'], { resourceNames: ['only'] })],
      [rule(['secrets'], ['get'], { resourceNames: ['only', 'other', 'third'] })],
      [rule(['secrets'], ['get'])],
      [rule(['pods/status'], ['patch'])],
      [rule(['*'], ['*'])],
      [{ apiGroups: ['apps', ''], resources: ['deployments', 'configmaps'], verbs: ['list', 'get'] }],
      [RBAC_RULE],
    ];
    for (const [index, rules] of wanted.entries()) await run.call(as(post(roles(run), role(`r${index}`, ...rules))));
    await run.call(as(put(roles(run, 'put'), role('put', rule(['pods'], ['get'])))));
    await run.call(
      as(
        apply(roles(run, 'applied'), 'me', {
          apiVersion: `${GROUP}/v1`,
          kind: 'Role',
          ...role('applied', rule(['pods'], ['get'])),
        }),
      ),
    );
    await run.call(as(post(`${roles(run)}?dryRun=All`, role('dry', rule(['pods'], ['get'])))));
    await run.call(as(post(roles(run), role('wrong/name', rule(['pods'], ['get'])))));
  },
  'refuses changes of roles that grant more': async (run) => {
    const as = await user(run, 'b', [rule(['configmaps'], ['get'])]);
    await run.quietly(post(roles(run), role('big', rule(['pods'], ['get', 'list']))));
    await run.call(as(merge(roles(run, 'big'), { metadata: { finalizers: ['kbts.dev/x'] } })));
    await run.call(as(merge(roles(run, 'big'), { metadata: { finalizers: [], labels: { a: 'b' } } })));
    await run.call(as(merge(roles(run, 'big'), { rules: [rule(['pods'], ['get'])] })));
    await run.call(as(merge(roles(run, 'big'), { rules: [rule(['configmaps'], ['get'])] })));
    await run.call(as(put(roles(run, 'big'), role('big', rule(['configmaps'], ['get']), rule(['pods'], ['get'])))));
    await run.call(as(merge(roles(run, 'big'), {})));
  },
  'refuses cluster-wide and aggregated rules': async (run) => {
    const as = await user(run, 'c', [{ nonResourceURLs: ['/metrics', '/logs/*'], verbs: ['get'] }], true);
    const path = `${RBAC}/clusterroles`;
    const urls = (...nonResourceURLs: string[]): object => ({ nonResourceURLs, verbs: ['get'] });
    const named = (name: string, ...rules: object[]): object => role(`${name}-${run.id}`, ...rules);
    await run.call(as(post(path, named('m', urls('/metrics', '/logs/a')))));
    await run.call(as(post(path, named('n', urls('/metrics', '/other', '/more')))));
    const selectors = { aggregationRule: { clusterRoleSelectors: [{ matchLabels: { x: run.id } }] } };
    await run.call(as(post(path, { ...named('agg'), ...selectors, rules: [] })));
    await run.quietly(post(path, { ...named('agg'), ...selectors, rules: [] }));
    await run.call(as(merge(`${path}/agg-${run.id}`, { aggregationRule: null })));
    await run.call(as(post(path, named('all', rule(['*'], ['*'])))));
  },
  'refuses bindings to roles that grant more': async (run) => {
    const as = await user(run, 'd', [rule(['configmaps'], ['get'])]);
    await run.quietly(post(roles(run), role('small', rule(['configmaps'], ['get']))));
    await run.quietly(post(roles(run), role('big', rule(['pods'], ['get']))));
    const small = bind('small', 'Role', 'small');
    const made = await run.until(as(post(bindings(run), small)), ({ code }: Answer) => code === 201 || code === 409);
    if (made.code === 409) throw new Error('the binding was created twice');
    await run.call(get(`${bindings(run)}/small`));
    await run.until(as(post(bindings(run), bind('big', 'Role', 'big'))), ({ code }) => code === 403);
    await run.call(as(post(bindings(run), bind('big', 'Role', 'big'))));
    await run.call(as(post(bindings(run), bind('admin', 'ClusterRole', 'cluster-admin'))));
    await run.call(as(post(bindings(run), bind('none', 'Role', 'none'))));
    await run.call(as(post(bindings(run), bind('nil', 'ClusterRole', 'none'))));
    await run.call(as(post(bindings(run), bind('odd', 'Other', 'none'))));
    await run.quietly(post(bindings(run), bind('theirs', 'Role', 'big')));
    const more = [{ kind: 'User', apiGroup: GROUP, name: 'another' }];
    await run.call(as(merge(`${bindings(run)}/theirs`, { subjects: more })));
    await run.call(as(merge(`${bindings(run)}/theirs`, { metadata: { ownerReferences: [] } })));
    await run.call(as(merge(`${bindings(run)}/small`, { subjects: more })));
    await run.call(as(put(`${bindings(run)}/put`, bind('put', 'Role', 'big'))));
    const cluster = await user(run, 'e', [], true);
    await run.call(
      cluster(post(`${RBAC}/clusterrolebindings`, bind(`e2-${run.id}`, 'ClusterRole', 'system:auth-delegator'))),
    );
  },
  'lets those with escalate and bind grant anything': async (run) => {
    const escalate = { apiGroups: [GROUP], resources: ['roles'], verbs: ['escalate'] };
    const as = await user(run, 'f', [
      escalate,
      { apiGroups: [GROUP], resources: ['clusterroles'], resourceNames: ['cluster-admin'], verbs: ['bind'] },
    ]);
    await run.call(as(post(roles(run), role('any', rule(['*'], ['*'])))));
    await run.call(as(merge(roles(run, 'any'), { rules: [rule(['nodes'], ['*'])] })));
    await run.call(as(post(bindings(run), bind('admin', 'ClusterRole', 'cluster-admin'))));
    await run.call(as(post(bindings(run), bind('delegator', 'ClusterRole', 'system:auth-delegator'))));
    await run.call(as(post(bindings(run), bind('missing', 'ClusterRole', 'missing'))));
    const named = await user(run, 'g', [{ ...escalate, resourceNames: ['any'] }]);
    await run.call(named(post(roles(run), role('any2', rule(['nodes'], ['get'])))));
    await run.call(named(merge(roles(run, 'any'), { rules: [rule(['secrets'], ['*'])] })));
  },
  'lets users list and watch one object by its name': async (run) => {
    const as = await user(run, 'h', [
      rule(['configmaps'], ['list', 'watch', 'delete', 'deletecollection'], { resourceNames: ['only'] }),
    ]);
    const maps = `/api/v1/namespaces/${run.namespace}/configmaps`;
    await run.quietly(post(maps, { metadata: { name: 'only' } }));
    for (const selector of ['metadata.name=only', 'metadata.name==only', 'metadata.name=other', 'metadata.name!=only'])
      await run.call(as(get(`${maps}?fieldSelector=${encodeURIComponent(selector)}`)));
    await run.call(as(get(`${maps}?fieldSelector=${encodeURIComponent('metadata.namespace=x,metadata.name=only')}`)));
    await run.call(as(get(`${maps}?fieldSelector=metadata.name`)));
    await run.call(as(get(maps)));
    await run.watch(as(get(`${maps}?watch=1&timeoutSeconds=1&fieldSelector=metadata.name%3Donly`)), 1);
    await run.call(as(get(`${maps}?watch=1&fieldSelector=metadata.name%3Dother`)));
    await run.call(as({ method: 'DELETE', path: `${maps}?fieldSelector=metadata.name%3Donly` }));
  },
};
