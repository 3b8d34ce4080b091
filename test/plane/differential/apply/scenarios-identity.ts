/** Server-side apply: names and namespaces of the configuration, and managedFields that clients clear or rewrite. */
import { apply, get, jsonPatch, merge, post, put, type Run, type Scenario } from '../scenario.js';
import { install, widget, widgets } from '../scenarios-custom.js';

const maps = ({ namespace }: Run, name = ''): string =>
  `/api/v1/namespaces/${namespace}/configmaps${name === '' ? '' : `/${name}`}`;
const map = (metadata: object | undefined, data = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  ...(metadata === undefined ? {} : { metadata }),
  data,
});

/** An entry of a manager that owns nothing but the name, as tools that migrate managedFields write it. */
const seed = (apiVersion: string): object => ({
  manager: 'own',
  operation: 'Apply',
  apiVersion,
  time: '2024-01-01T00:00:00Z',
  fieldsType: 'FieldsV1',
  fieldsV1: { 'f:metadata': { 'f:name': {} } },
});

export const applyIdentityScenarios: Record<string, Scenario> = {
  'applies configurations without a name': async (run) => {
    await install(run);
    const { group } = run;
    const bare = { apiVersion: `${group}/v1`, kind: 'Widget' };
    await run.call(apply(widgets(run, 'new'), 'a', { ...bare, spec: { tier: 'free' } }));
    await run.call(apply(widgets(run, 'new'), 'a', { ...bare, metadata: { name: '' }, spec: { tier: 'free' } }));
    await run.call(apply(`${widgets(run, 'new')}/status`, 'a', { ...bare, status: { phase: 'A' } }));
    await run.call(post(widgets(run), widget(run, 'w', { tier: 'free' })));
    await run.call(apply(`${widgets(run, 'w')}/status`, 'a', { ...bare, status: { phase: 'A' } }));
    await run.call(apply(widgets(run, 'w'), 'a', { ...bare, spec: { pat: 'abc' } }));
    await run.call(apply(widgets(run, 'w'), 'a', { ...bare, metadata: { labels: { a: 'b' } }, spec: { pat: 'abc' } }));
    await run.call(apply(widgets(run, 'w'), 'a', { ...bare, metadata: null, spec: { pat: 'abc' } }));
    await run.call(apply(maps(run, 'm'), 'a', map(undefined)));
    await run.call(post(maps(run), map({ name: 'm' })));
    await run.call(apply(maps(run, 'm'), 'a', map(undefined, { a: 'b' })));
    await run.call(apply(maps(run, 'm'), 'a', map({ labels: { x: 'y' } }, { a: 'b' })));
    await run.call(apply(maps(run, 'm'), 'a', map({ name: 'other' }, { a: 'b' })));
    const scale = { apiVersion: 'apps/v1', kind: 'Deployment', status: { replicas: 1 } };
    await run.call(apply(`/apis/apps/v1/namespaces/${run.namespace}/deployments/none/status`, 'a', scale));
  },
  'applies configurations with a namespace': async (run) => {
    await install(run);
    await run.call(apply(maps(run, 'm'), 'a', map({ name: 'm', namespace: 'other' }, { a: 'b' })));
    await run.call(apply(maps(run, 'm'), 'a', map({ name: 'm', namespace: run.namespace }, { a: 'b' })));
    await run.call(apply(maps(run, 'm'), 'a', map({ name: 'm', namespace: 'other' }, { a: 'b' })));
    const other = { metadata: { name: 'w', namespace: 'other' } };
    await run.call(apply(widgets(run, 'w'), 'a', widget(run, 'w', { tier: 'free' }, other)));
    await run.call(apply(widgets(run, 'w'), 'a', widget(run, 'w', { tier: 'free' })));
    await run.call(apply(widgets(run, 'w'), 'a', widget(run, 'w', { tier: 'free' }, other)));
    await run.call(apply(`${widgets(run, 'w')}/status`, 'a', widget(run, 'w', undefined, { ...other, status: {} })));
    const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole' };
    const path = `/apis/rbac.authorization.k8s.io/v1/clusterroles/${run.id}`;
    const scoped = {
      ...role,
      metadata: { name: run.id, namespace: 'default' },
      rules: [{ apiGroups: [''], resources: ['pods'], verbs: ['get'] }],
    };
    await run.call(apply(path, 'a', scoped));
    await run.call(apply(path, 'a', { ...scoped, metadata: { ...scoped.metadata, labels: { a: 'b' } } }));
    await run.call(get(path));
    await run.call({ method: 'DELETE', path });
  },
  'clears managedFields': async (run) => {
    const cleared: Record<string, (path: string, name: string) => Parameters<Run['call']>[0]> = {
      put: (path, name) => put(path, map({ name, managedFields: [] }, { a: 'b' })),
      putone: (path, name) => put(path, map({ name, managedFields: [{}] }, { a: 'b' })),
      merge: (path) => merge(path, { metadata: { managedFields: [{}] } }),
      mergenone: (path) => merge(path, { metadata: { managedFields: [] } }),
      mergenull: (path) => merge(path, { metadata: { managedFields: null } }),
      json: (path) => jsonPatch(path, [{ op: 'replace', path: '/metadata/managedFields', value: [{}] }]),
      jsonnone: (path) => jsonPatch(path, [{ op: 'replace', path: '/metadata/managedFields', value: [] }]),
      jsonremove: (path) => jsonPatch(path, [{ op: 'remove', path: '/metadata/managedFields' }]),
      change: (path, name) => put(path, map({ name, managedFields: [] }, { a: 'c' })),
    };
    await run.call(post(maps(run), map({ name: 'new', managedFields: [] }, { a: 'b' })));
    await run.call(post(maps(run), map({ name: 'newone', managedFields: [{}] }, { a: 'b' })));
    for (const [name, call] of Object.entries(cleared)) {
      await run.quietly(apply(maps(run, name), 'a', map({ name }, { a: 'b' })));
      await run.call(call(maps(run, name), name));
      await run.call(merge(maps(run, name), { data: { z: '1' } }));
      await run.call(apply(maps(run, name), 'b', map({ name }, { c: 'd' })));
    }
  },
  'applies over managedFields that other tools wrote': async (run) => {
    await install(run);
    const path = widgets(run, 'w');
    await run.call(apply(path, 'own', widget(run, 'w', { tier: 'free', pat: 'abc' })));
    const replace = (value: unknown): object[] => [{ op: 'replace', path: '/metadata/managedFields', value }];
    await run.call(jsonPatch(path, replace([seed(`${run.group}/v1`)])));
    await run.call(apply(path, 'own', widget(run, 'w', { tier: 'paid', pat: 'abc' })));
    await run.call(post(maps(run), map({ name: 'm' }, { a: 'b' })));
    await run.call(jsonPatch(maps(run, 'm'), replace([seed('v1')])));
    await run.call(apply(maps(run, 'm'), 'own', map({ name: 'm' }, { x: 'y' })));
    await run.call(jsonPatch(maps(run, 'm'), replace([{ manager: 'x', operation: 'Nope', fieldsType: 'FieldsV1' }])));
  },
};
