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
async function known({ quietly }: Run, check: () => Parameters<Run['quietly']>[0], code: number): Promise<void> {
  for (let tries = 0; tries < 200 && (await quietly(check())).code !== code; tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
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
    await known(run, () => post(`${core(run, 'pods')}?dryRun=All`, pod('x', { limits: { cpu: '3' } })), 403);
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
    await call(label({ [key('enforce')]: 'baseline', [key('warn')]: 'restricted' }));
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
    await call(
      post(core(run, 'pods'), { ...pod('host'), spec: { hostNetwork: true, containers: [{ name: 'c', image: 'i' }] } }),
    );
    await call(label({ [key('enforce')]: 'restricted' }));
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
};
