/** Server-side apply and field ownership. */
import { install, widget, widgets } from './scenarios-custom.js';
import { apply, get, merge, post, put, remove, strategic, type Run, type Scenario } from './scenario.js';

const map = ({ namespace }: Run, name: string): string => `/api/v1/namespaces/${namespace}/configmaps/${name}`;
const data = (values: Record<string, string>, metadata = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'm', ...metadata },
  data: values,
});

export const applyScenarios: Record<string, Scenario> = {
  'owns, conflicts, forces and gives up fields': async (run) => {
    const path = map(run, 'm');
    await run.call(apply(path, 'a', data({ k: '1', l: '2' })));
    await run.call(apply(path, 'a', data({ k: '1', l: '2' })));
    await run.call(apply(path, 'b', data({ k: '3', l: '4' })));
    await run.call(apply(path, 'b', data({ k: '1', n: '4' })));
    await run.call(apply(path, 'b', data({ k: '3', l: '5' }), true));
    await run.call(apply(path, 'a', data({})));
    await run.call(merge(path, { data: { l: '9', z: '1' } }));
    await run.call(apply(path, 'b', data({ k: '3', l: '5' })));
    await run.call(apply(path, 'b', data({ k: '3' })));
    await run.call(apply(path, 'c', data({ z: '2', l: '3' })));
    await run.call(put(path, data({ only: 'this' })));
    await run.call(get(path));
  },
  'refuses bad apply requests': async (run) => {
    const path = map(run, 'm');
    await run.call({ method: 'PATCH', path, body: data({}), type: 'application/apply-patch+yaml' });
    await run.call(apply(path, 'a', { metadata: { name: 'm' } }));
    await run.call(apply(path, 'a', { apiVersion: 'v1', kind: 'ConfigMap' }));
    await run.call(apply(path, 'a', { ...data({}), dat: {} }));
    await run.call(apply(path, 'a', data({}, { managedFields: [{}] })));
    await run.call(apply(path, 'a', data({}, { name: 'other' })));
    await run.call(apply(path, 'a', data({}, { resourceVersion: '1' })));
    await run.call(apply(path, 'a', data({}, { uid: 'x' })));
    await run.quietly(apply(path, 'a', data({ k: 'v' })));
    await run.call(apply(path, 'a', data({ k: 'w' }, { resourceVersion: '1' })));
    await run.call(apply(path, 'a', data({ k: 'w' }, { uid: 'x' })));
    await run.call(apply(`${path}?dryRun=All`, 'b', data({ z: 'w' })));
  },
  'applies metadata, finalizers and owners': async (run) => {
    const path = map(run, 'm');
    const owner = { apiVersion: 'v1', kind: 'Pod', name: 'p', uid: 'u1' };
    await run.call(
      apply(path, 'a', data({}, { labels: { x: '1' }, annotations: { y: '2' }, finalizers: ['kbts.dev/a'] })),
    );
    await run.call(
      apply(path, 'b', data({}, { labels: { z: '1' }, finalizers: ['kbts.dev/b'], ownerReferences: [owner] })),
    );
    await run.call(apply(path, 'a', data({})));
    await run.call(merge(path, { metadata: { finalizers: [] } }));
    await run.call(merge(path, { metadata: { managedFields: [{}] } }));
  },
  'applies custom resources by list type': async (run) => {
    await install(run);
    const path = widgets(run, 'w');
    await run.call(
      apply(
        path,
        'a',
        widget(run, 'w', {
          tier: 'free',
          map: [{ name: 'x', value: '1' }],
          set: ['a'],
          list: ['p'],
          atomicmap: { k: '1' },
        }),
      ),
    );
    await run.call(
      apply(
        path,
        'b',
        widget(run, 'w', { tier: 'free', map: [{ name: 'y', value: '2' }, { name: 'x' }], set: ['b', 'a'] }),
      ),
    );
    await run.call(apply(path, 'b', widget(run, 'w', { tier: 'free', map: [{ name: 'x', value: '3' }] })));
    await run.call(apply(path, 'b', widget(run, 'w', { tier: 'free', list: ['q'], atomicmap: { l: '1' } })));
    await run.call(apply(path, 'b', widget(run, 'w', { tier: 'free', list: ['q'], atomicmap: { l: '1' } }), true));
    await run.call(apply(path, 'a', widget(run, 'w', { tier: 'free', nest: { b: 'x' } })));
    await run.call(apply(path, 'a', widget(run, 'w', { tier: 'free', foo: 1 })));
    await run.call(
      apply(
        `${path}/status`,
        's',
        widget(
          run,
          'w',
          { tier: 'paid' },
          { status: { phase: 'Ready', conditions: [{ type: 'Ready', status: 'True' }] } },
        ),
      ),
    );
    await run.call(
      apply(
        `${path}/status`,
        't',
        widget(run, 'w', undefined, { status: { conditions: [{ type: 'Other', status: 'True' }] } }),
      ),
    );
    await run.call(apply(`${path}/status`, 's', widget(run, 'w', undefined, { status: { phase: 'Ready' } })));
    await run.call(apply(path, 'a', widget(run, 'w', { tier: 'nope' })));
    await run.call(apply(path, 'x', widget(run, 'w', { tier: 'paid' })));
    await run.call(apply(`${widgets(run, 'zz')}/status`, 's', widget(run, 'zz', undefined, { status: {} })));
    await run.call(remove(path));
  },
  'merges built-in lists by key': async (run) => {
    const path = `/apis/apps/v1/namespaces/${run.namespace}/deployments/d`;
    const deployment = (containers: object[], more = {}): object => ({
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'd' },
      spec: {
        selector: { matchLabels: { app: 'd' } },
        template: { metadata: { labels: { app: 'd' } }, spec: { containers } },
        ...more,
      },
    });
    const web = { name: 'web', image: 'web:1', ports: [{ containerPort: 80 }], env: [{ name: 'A', value: '1' }] };
    await run.call(apply(path, 'a', deployment([web])));
    await run.call(apply(path, 'b', deployment([{ name: 'side', image: 's' }], { replicas: 3 })));
    await run.call(apply(path, 'a', deployment([{ ...web, image: 'web:2' }])));
    await run.call(
      strategic(path, {
        spec: { template: { spec: { containers: [{ name: 'web', env: [{ name: 'B', value: '2' }] }] } } },
      }),
    );
    await run.call(
      strategic(path, { spec: { template: { spec: { containers: [{ name: 'side', $patch: 'delete' }] } } } }),
    );
    await run.call(
      strategic(path, { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate', rollingUpdate: null } } }),
    );
    await run.call(merge(path, { spec: { replicas: 5 } }));
    await run.call(merge(path, { spec: { selector: { matchLabels: { app: 'x' } } } }));
    await run.call(merge(path, { status: { replicas: 1 } }));
    await run.call(merge(`${path}/status`, { status: { replicas: 1, observedGeneration: 1 } }));
    await run.call(
      post(`/apis/apps/v1/namespaces/${run.namespace}/deployments`, { metadata: { name: 'bad' }, spec: { foo: 1 } }),
    );
  },
};
