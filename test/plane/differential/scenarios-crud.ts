/** Create, read, update, delete and their errors, on built-in resources. */
import { get, jsonPatch, merge, post, put, remove, type Scenario } from './scenario.js';

const maps = (namespace: string, name = ''): string =>
  `/api/v1/namespaces/${namespace}/configmaps${name === '' ? '' : `/${name}`}`;
const configMap = (name: string, data?: unknown, metadata = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, ...metadata },
  ...(data === undefined ? {} : { data }),
});

export const crudScenarios: Record<string, Scenario> = {
  'creates, reads, updates and deletes': async ({ call, namespace }) => {
    await call(post(maps(namespace), configMap('a', { k: 'v' })));
    await call(get(maps(namespace, 'a')));
    await call(put(maps(namespace, 'a'), configMap('a', { k: 'w', l: 'x' }, { labels: { app: 'x' } })));
    await call(post(maps(namespace), configMap('a')));
    await call(get(maps(namespace)));
    await call(remove(maps(namespace, 'a')));
    await call(get(maps(namespace, 'a')));
    await call(remove(maps(namespace, 'a')));
  },
  'refuses bad bodies with the same words': async ({ call, namespace }) => {
    await call(post(maps(namespace), configMap('A_')));
    await call(post(maps(namespace), { metadata: {} }));
    await call(post(maps(namespace), configMap('a', { k: 1 })));
    await call(post(maps(namespace), { apiVersion: 'v1', kind: 'Secret', metadata: { name: 'a' } }));
    await call(post(maps(namespace), { apiVersion: 'v2', kind: 'ConfigMap', metadata: { name: 'a' } }));
    await call(post(maps(namespace), '{"apiVersion":"v1"'));
    await call(post(maps(namespace), configMap('a', undefined, { namespace: 'other' })));
    await call(post(maps('no-such-namespace'), configMap('a')));
    await call(post(maps(namespace), configMap('a', undefined, { resourceVersion: '1' })));
    await call(post(`${maps(namespace)}?dryRun=Foo`, configMap('a')));
    await call(post(`${maps(namespace)}?fieldValidation=Foo`, configMap('a')));
    await call(
      post(maps(namespace), {
        metadata: {
          name: 'a',
          labels: { 'a b': 'c', ok: '-x' },
          annotations: { 'a b': '' },
          finalizers: ['x'],
          ownerReferences: [{ name: 'x' }],
        },
      }),
    );
  },
  'reports unknown fields': async ({ call, namespace }) => {
    await call(post(maps(namespace), { metadata: { name: 'a', foo: 1 }, dat: {} }));
    await call(post(`${maps(namespace)}?fieldValidation=Strict`, { metadata: { name: 'b' }, dat: {} }));
    await call(post(`${maps(namespace)}?fieldValidation=Ignore`, { metadata: { name: 'c' }, dat: {} }));
  },
  'guards updates by version, uid and name': async ({ call, quietly, namespace }) => {
    await quietly(post(maps(namespace), configMap('a', { k: 'v' })));
    await call(put(maps(namespace, 'a'), configMap('a', { k: 'w' }, { resourceVersion: '1' })));
    await call(put(maps(namespace, 'a'), configMap('a', { k: 'w' }, { uid: 'x' })));
    await call(put(maps(namespace, 'a'), configMap('b', { k: 'w' })));
    await call(put(maps(namespace, 'zzz'), configMap('zzz')));
    await call(put(maps(namespace, 'a'), { data: {} }));
    const before = await quietly(get(maps(namespace, 'a')));
    await call(put(maps(namespace, 'a'), before.body));
    const after = await quietly(get(maps(namespace, 'a')));
    if (JSON.stringify(before.body) !== JSON.stringify(after.body))
      throw new Error('a no-op update changed the object');
  },
  'needs versions for leases and makes them by PUT': async ({ call, namespace }) => {
    const lease = `/apis/coordination.k8s.io/v1/namespaces/${namespace}/leases/l`;
    const body = { metadata: { name: 'l' }, spec: { holderIdentity: 'x' } };
    await call(put(lease, body));
    await call(put(lease, body));
  },
  'keeps objects with finalizers until they are gone': async ({ call, namespace }) => {
    await call(post(maps(namespace), configMap('f', undefined, { finalizers: ['kbts.dev/x'] })));
    await call(remove(maps(namespace, 'f')));
    await call(remove(maps(namespace, 'f')));
    await call(put(maps(namespace, 'f'), configMap('f', undefined, { finalizers: ['kbts.dev/x', 'kbts.dev/y'] })));
    await call(merge(maps(namespace, 'f'), { metadata: { annotations: { a: 'b' } } }));
    await call(put(maps(namespace, 'f'), configMap('f')));
    await call(get(maps(namespace, 'f')));
  },
  'checks delete options': async ({ call, quietly, namespace }) => {
    await quietly(post(maps(namespace), configMap('a')));
    await call(remove(maps(namespace, 'a'), { preconditions: { uid: 'x' } }));
    await call(remove(maps(namespace, 'a'), { preconditions: { resourceVersion: '1' } }));
    await call(remove(maps(namespace, 'a'), { propagationPolicy: 'x' }));
    await call(remove(`${maps(namespace, 'a')}?dryRun=All`));
    await call(remove(maps(namespace, 'a'), { propagationPolicy: 'Foreground' }));
    await call(merge(maps(namespace, 'a'), { metadata: { finalizers: null } }));
    await quietly(post(maps(namespace), configMap('b')));
    await call(remove(maps(namespace, 'b'), { propagationPolicy: 'Orphan' }));
  },
  'marks for deletion once, however often it is asked': async ({ call, quietly, namespace }) => {
    const deployments = `/apis/apps/v1/namespaces/${namespace}/deployments`;
    const labels = { app: 'a' };
    const template = { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'a' }] } };
    await quietly(
      post(deployments, {
        apiVersion: 'apps/v1',
        kind: 'Deployment',
        metadata: { name: 'a', finalizers: ['example.com/stays'] },
        spec: { selector: { matchLabels: labels }, template },
      }),
    );
    await call(remove(`${deployments}/a`));
    await call(remove(`${deployments}/a`));
    await call(remove(`${deployments}/a`, { gracePeriodSeconds: 0 }));
    await call(get(`${deployments}/a`));
    await call(merge(`${deployments}/a`, { metadata: { finalizers: null } }));
  },
  'takes a resourceVersion on dry runs, and gives each Service its own address': async ({
    call,
    quietly,
    until,
    namespace,
  }) => {
    const maps = `/api/v1/namespaces/${namespace}/configmaps`;
    const versioned = { metadata: { name: 'v', resourceVersion: '5' } };
    await call(post(`${maps}?dryRun=All`, versioned));
    await call(post(maps, versioned));
    const services = `/api/v1/namespaces/${namespace}/services`;
    const service = (name: string, clusterIP: string): object => ({
      metadata: { name },
      spec: { clusterIP, ports: [{ port: 80 }] },
    });
    // Real servers give addresses once they have learnt of their own range.
    await until(post(`${services}?dryRun=All`, service('first', '10.0.0.77')), ({ code }) => code === 201);
    const { body } = await quietly(post(services, service('first', '10.0.0.77')));
    const { clusterIP = '' } = (body as { spec?: { clusterIP?: string } }).spec ?? {};
    await call(post(services, service('second', clusterIP)));
    await call(post(services, service('outside', '192.168.9.9')));
    const node = (name: string): object => ({
      metadata: { name },
      spec: { type: 'NodePort', ports: [{ port: 80, nodePort: 31_777 }] },
    });
    await quietly(post(services, node('node')));
    await call(post(services, node('node-too')));
    await quietly({ method: 'DELETE', path: `${services}/node` });
    await quietly({ method: 'DELETE', path: `${services}/first` });
    await quietly(post(services, service('third', clusterIP)));
    await call({ method: 'GET', path: `${services}/third` });
    await quietly({ method: 'DELETE', path: `${services}/third` });
  },
  'does nothing on dry run': async ({ call, namespace }) => {
    await call(post(`${maps(namespace)}?dryRun=All`, configMap('a')));
    await call(get(maps(namespace, 'a')));
  },
  'patches with JSON and merge patches': async ({ call, quietly, namespace }) => {
    await quietly(post(maps(namespace), configMap('a', { k: 'v' })));
    const path = maps(namespace, 'a');
    await call(merge(path, { data: { l: 'w' }, metadata: { labels: { a: 'b' } } }));
    await call(merge(path, { data: { l: null } }));
    await call(merge(path, { data: { l: 1 } }));
    await call(merge(path, { metadata: { name: 'z' } }));
    await call(merge(path, { metadata: { resourceVersion: '1' } }));
    await call(merge(path, { foo: 1 }));
    await call(merge(path, '{"foo"'));
    await call(merge(maps(namespace, 'nope'), { data: {} }));
    await call(jsonPatch(path, [{ op: 'add', path: '/data/n', value: 'x' }]));
    await call(jsonPatch(path, [{ op: 'test', path: '/data/n', value: 'y' }]));
    await call(jsonPatch(path, [{ op: 'remove', path: '/data/zz' }]));
    await call(jsonPatch(path, [{ op: 'replace', path: '/data/zz', value: 'x' }]));
    await call(jsonPatch(path, { op: 'remove' }));
    await call({ method: 'PATCH', path, body: {}, type: 'application/json' });
    await call(merge(path, {}));
  },
  'generates names': async ({ call, quietly, namespace }) => {
    const { body } = await quietly(post(maps(namespace), { metadata: { generateName: 'gen-' } }));
    const { name } = (body as { metadata: { name: string } }).metadata;
    if (!/^gen-[a-z0-9]{5}$/.test(name)) throw new Error(name);
    await call(
      post(maps(namespace), { metadata: { generateName: 'Gen_' } }).body === undefined
        ? get('/')
        : get(maps(namespace, 'gen-x')),
    );
  },
  'answers wrong paths and methods': async ({ call, namespace }) => {
    await call(get('/foo'));
    await call(get('/apis/no.such.group/v1'));
    await call(get('/apis/no.such.group/v1/things'));
    await call(get('/api/v1/things'));
    await call(put(maps(namespace), {}));
    await call(post(maps(namespace, 'a'), {}));
    await call(post('/api/v1/configmaps', configMap('a')));
    await call(get('/healthz'));
    await call(get('/readyz'));
    await call({ ...get('/api/v1/namespaces'), token: 'wrong' });
    await call(put(`${maps(namespace, 'a')}/status`, {}));
    await call({ ...post(maps(namespace), 'x'), type: 'text/plain' });
  },
  'deletes collections by selector': async ({ call, quietly, namespace }) => {
    for (const name of ['a', 'b', 'c']) {
      await quietly(post(maps(namespace), configMap(name, undefined, { labels: { x: name === 'c' ? '1' : '2' } })));
    }
    await call(remove(`${maps(namespace)}?labelSelector=x%3D2`));
    await call(get(maps(namespace)));
    await call(remove('/api/v1/configmaps'));
  },
  'protects namespaces': async ({ call, quietly, id }) => {
    await call(remove('/api/v1/namespaces/default'));
    await call(post('/api/v1/namespaces', { metadata: { name: `t-${id}` } }));
    await call(remove(`/api/v1/namespaces/t-${id}`));
    await call(post(maps(`t-${id}`), configMap('a')));
    await call(get(`/api/v1/namespaces/t-${id}`));
    await call(post('/api/v1/namespaces', { metadata: { name: 'A.b' } }));
    await quietly(get('/'));
  },
};
