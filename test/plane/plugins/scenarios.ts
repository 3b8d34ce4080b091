/** What admission plugins say, request by request. */
import { get, merge, post, put, remove, type Run, type Scenario } from '../differential/scenario.js';

const core = ({ namespace }: Run, plural: string): string => `/api/v1/namespaces/${namespace}/${plural}`;

const pod = (name: string, resources: object = {}): object => ({
  metadata: { name },
  spec: { containers: [{ name: 'c', image: 'i', resources }] },
});

const claim = (name: string, storage: string): object => ({
  metadata: { name },
  spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } } },
});

/** A real server learns of new objects by a watch. */
async function known({ until }: Run, check: Parameters<Run['quietly']>[0], code: number): Promise<void> {
  await until(check, (answer) => answer.code === code);
}

export const pluginScenarios: Record<string, Scenario> = {
  'LimitRanges give defaults and bounds': async (run) => {
    const { call, quietly } = run;
    await quietly(
      post(core(run, 'limitranges'), {
        metadata: { name: 'range' },
        spec: {
          limits: [
            {
              type: 'Container',
              default: { cpu: '500m', memory: '512Mi' },
              defaultRequest: { cpu: '100m' },
              min: { cpu: '50m' },
              max: { cpu: '1' },
            },
            { type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: '5Gi' } },
          ],
        },
      }),
    );
    await known(run, post(`${core(run, 'pods')}?dryRun=All`, pod('x', { limits: { cpu: '3' } })), 403);
    await call(post(core(run, 'pods'), pod('plain')));
    await call(post(core(run, 'pods'), pod('small', { requests: { cpu: '10m' } })));
    await call(post(core(run, 'pods'), pod('large', { limits: { cpu: '3', memory: '1Gi' } })));
    await call(merge(`${core(run, 'pods')}/plain`, { metadata: { labels: { a: 'b' } } }));
    await call(post(core(run, 'persistentvolumeclaims'), claim('tiny', '1Mi')));
    await call(post(core(run, 'persistentvolumeclaims'), claim('huge', '10Gi')));
    await call(post(core(run, 'persistentvolumeclaims'), claim('good', '2Gi')));
    await quietly(remove(`${core(run, 'pods')}/plain`, { gracePeriodSeconds: 0 }));
  },
  'levels of namespaces refuse and warn': async (run) => {
    const { call, namespace } = run;
    const label = (labels: object): Parameters<Run['call']>[0] =>
      merge(`/api/v1/namespaces/${namespace}`, { metadata: { labels } });
    const key = (mode: string): string => `pod-security.kubernetes.io/${mode}`;
    await call(post(core(run, 'pods'), pod('before')));
    await call(post(core(run, 'pods'), pod('before-too')));
    await call(label({ [key('enforce')]: 'strict' }));
    await call(label({ [key('enforce-version')]: '1.30', [key('warn')]: '', [key('audit')]: 'x' }));
    const host = { ...pod('host'), spec: { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] } };
    await call(label({ [key('enforce')]: 'baseline', [key('warn')]: 'restricted' }));
    await known(run, post(`${core(run, 'pods')}?dryRun=All`, host), 403);
    await call(post(core(run, 'pods'), pod('warned')));
    const deployment = {
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { a: 'b' } },
        template: {
          metadata: { labels: { a: 'b' } },
          spec: { hostPID: true, containers: [{ name: 'c', image: 'i' }] },
        },
      },
    };
    await call(post(`/apis/apps/v1/namespaces/${namespace}/deployments`, deployment));
    const job = {
      schedule: '* * * * *',
      jobTemplate: {
        spec: { template: { spec: { restartPolicy: 'Never', containers: [{ name: 'c', image: 'i' }] } } },
      },
    };
    await call(post(`/apis/batch/v1/namespaces/${namespace}/cronjobs`, { metadata: { name: 'j' }, spec: job }));
    await call(post(core(run, 'pods'), host));
    await call(label({ [key('enforce')]: 'restricted' }));
    await known(run, post(`${core(run, 'pods')}?dryRun=All`, pod('x')), 403);
    await call(post(core(run, 'pods'), pod('restricted')));
    await call(merge(`${core(run, 'pods')}/before`, { metadata: { labels: { x: 'y' } } }));
    await call(merge(`${core(run, 'pods')}/before`, { spec: { containers: [{ name: 'c', image: 'other' }] } }));
    await call(label({ [key('enforce')]: null, [key('warn')]: null }));
    await call(
      put(`/api/v1/namespaces/${namespace}`, { metadata: { name: namespace, labels: { [key('enforce')]: 'no' } } }),
    );
    await call(post('/api/v1/namespaces', { metadata: { name: `${namespace}-x`, labels: { [key('warn')]: 'no' } } }));
    await call(get(`${core(run, 'pods')}/restricted`));
  },
  'quotas count what their status says': async (run) => {
    const { call, quietly } = run;
    const quota = async (name: string, spec: { hard: object }, used: object): Promise<void> => {
      await quietly(post(core(run, 'resourcequotas'), { metadata: { name }, spec }));
      const path = `${core(run, 'resourcequotas')}/${name}`;
      await quietly(merge(`${path}/status`, { status: { hard: spec.hard, used } }));
    };
    const shown = async (name: string): Promise<void> => {
      const { body } = await quietly(get(`${core(run, 'resourcequotas')}/${name}`));
      const { hard, used } = (body as { status: Record<'hard' | 'used', Record<string, string>> }).status;
      const sorted = (list: Record<string, string>): string[] => Object.entries(list).map(String).toSorted();
      const status = { hard: sorted(hard), used: sorted(used) };
      await call(
        post(core(run, 'configmaps') + '?dryRun=All', {
          metadata: { name: 'x' },
          data: { status: JSON.stringify(status) },
        }),
      );
    };
    await quietly(post(core(run, 'resourcequotas'), { metadata: { name: 'unread' }, spec: { hard: { pods: '0' } } }));
    await call(post(`${core(run, 'pods')}?dryRun=All`, pod('unlimited')));
    const hard = {
      pods: '2',
      'requests.cpu': '1',
      'limits.memory': '1Gi',
      'count/configmaps': '1',
      services: '1',
      'services.nodeports': '1',
    };
    const none = Object.fromEntries(Object.keys(hard).map((name) => [name, '0']));
    await quota('all', { hard }, none);
    await known(run, post(`${core(run, 'pods')}?dryRun=All`, pod('x')), 403);
    await call(post(core(run, 'pods'), pod('silent')));
    await call(post(core(run, 'pods'), pod('half', { requests: { cpu: '100m' } })));
    const good = { requests: { cpu: '400m' }, limits: { memory: '256Mi', cpu: '1' } };
    await call(post(core(run, 'pods'), pod('one', good)));
    await call(post(core(run, 'pods'), pod('large', { ...good, limits: { memory: '1Gi', cpu: '2' } })));
    await call(post(core(run, 'pods'), pod('two', good)));
    await call(post(core(run, 'pods'), pod('three', good)));
    await shown('all');
    await call(post(core(run, 'configmaps'), { metadata: { name: 'c1' } }));
    await call(post(core(run, 'configmaps'), { metadata: { name: 'c2' } }));
    await call(put(`${core(run, 'configmaps')}/c1`, { metadata: { name: 'c1' }, data: { a: 'b' } }));
    const service = (name: string, ports: number, type = 'NodePort'): object => ({
      metadata: { name },
      spec: { type, ports: Array.from({ length: ports }, (_, index) => ({ port: 80 + index, name: `p${index}` })) },
    });
    await call(post(core(run, 'services') + '?dryRun=All', service('s', 2)));
    const { code } = await quietly(post(core(run, 'services'), service('s', 1, 'ClusterIP')));
    if (code !== 201) throw new Error(`the service got ${code}`);
    await call(post(core(run, 'services') + '?dryRun=All', service('t', 1, 'ClusterIP')));
    await call(post(core(run, 'secrets'), { metadata: { name: 'free' } }));
    await shown('all');
    await quota('partly', { hard: { secrets: '1', 'count/secrets': '5' } }, { secrets: '0' });
    await known(run, post(`${core(run, 'secrets')}?dryRun=All`, { metadata: { name: 'x' } }), 403);
    await call(post(core(run, 'secrets'), { metadata: { name: 'unknown' } }));
  },
  'quotas count by scope and storage class': async (run) => {
    const { call, quietly } = run;
    const quota = async (name: string, spec: { hard: object }): Promise<void> => {
      await quietly(post(core(run, 'resourcequotas'), { metadata: { name }, spec }));
      const used = Object.fromEntries(Object.keys(spec.hard).map((resource) => [resource, '0']));
      await quietly(merge(`${core(run, 'resourcequotas')}/${name}/status`, { status: { hard: spec.hard, used } }));
    };
    const scope = (scopeName: string, operator: string, values?: string[]): object => ({
      scopeSelector: { matchExpressions: [{ scopeName, operator, values }] },
    });
    // Asked before there are any, the server relies on its watch, which brings them in order, and looks up nothing itself.
    await quietly(post(`${core(run, 'pods')}?dryRun=All`, pod('before')));
    await quota('best', { hard: { pods: '0' }, scopes: ['BestEffort'] } as { hard: object });
    await quota('ending', { hard: { pods: '0' }, scopes: ['Terminating', 'NotBestEffort'] } as { hard: object });
    await quota('class', { hard: { pods: '0' }, ...scope('PriorityClass', 'In', ['system-cluster-critical']) });
    await quota('claims', {
      hard: { 'requests.storage': '3Gi', 'fast.storageclass.storage.k8s.io/persistentvolumeclaims': '1' },
    });
    await known(run, post(`${core(run, 'persistentvolumeclaims')}?dryRun=All`, claim('x', '5Gi')), 403);
    const small = { requests: { cpu: '1m' } };
    const withSpec = (name: string, more: object, resources: object = small): object => ({
      metadata: { name },
      spec: { ...more, containers: [{ name: 'c', image: 'i', resources }] },
    });
    for (const [name, more, resources] of [
      ['plain', {}, {}],
      ['burst', {}, small],
      ['extended', {}, { requests: { 'example.com/x': '1' }, limits: { 'example.com/x': '1' } }],
      ['zero', {}, { requests: { cpu: '0' } }],
      ['deadline', { activeDeadlineSeconds: 5 }, small],
      ['critical', { priorityClassName: 'system-cluster-critical' }, small],
    ] as const) {
      await call({
        ...post(`${core(run, 'pods')}?dryRun=All`, withSpec(name, more, resources)),
        ignoresManagers: true,
      });
    }
    const burst = await quietly(post(core(run, 'pods'), withSpec('b', {})));
    if (burst.code !== 201) throw new Error(JSON.stringify(burst.body));
    await call(merge(`${core(run, 'pods')}/b`, { spec: { activeDeadlineSeconds: 9 } }));
    const fast = (name: string, storage: string): object => {
      const made = claim(name, storage) as { spec: object };
      return { ...made, spec: { ...made.spec, storageClassName: 'fast' } };
    };
    await call(post(core(run, 'persistentvolumeclaims'), fast('one', '1Gi')));
    await call(post(core(run, 'persistentvolumeclaims'), fast('two', '1Gi')));
    await call(post(core(run, 'persistentvolumeclaims'), claim('three', '2500Mi')));
    await call(post(core(run, 'persistentvolumeclaims'), claim('four', '2Gi')));
  },
};
