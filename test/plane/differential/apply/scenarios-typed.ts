/** Server-side apply of values that do not fit the schema: null, repeated list items, wrong types. */
import { apply, get, merge, post, type Run, type Scenario } from '../scenario.js';
import { install, widget, widgets } from '../scenarios-custom.js';

/** Applies each spec to a widget of its own, then reads it back. */
async function applyEach(run: Run, specs: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, spec] of Object.entries(specs)) {
    await run.call(apply(widgets(run, name), 'a', widget(run, name, spec)));
    await run.call(get(widgets(run, name)));
  }
}

const deployment = (containers: unknown, more = {}, podMore = {}): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'd' },
  spec: {
    selector: { matchLabels: { app: 'd' } },
    template: { metadata: { labels: { app: 'd' } }, spec: { containers, ...podMore } },
    ...more,
  },
});

export const typedApplyScenarios: Record<string, Scenario> = {
  'applies null to custom resources': async (run) => {
    await install(run);
    await applyEach(run, {
      nullable: { tier: 'free', nul: null },
      text: { tier: 'free', pat: null },
      defaulted: { tier: 'free', replicas: null },
      port: { tier: 'free', ios: null },
      lists: { tier: 'free', list: null, set: null, map: null },
      objects: { tier: 'free', nest: null, props: null, any: null, atomicmap: null },
      nested: { tier: 'free', nest: { a: null, b: null } },
      entry: { tier: 'free', props: { k: null } },
      item: { tier: 'free', list: [null] },
      setitem: { tier: 'free', set: [null] },
      mapitem: { tier: 'free', map: [{ name: 'x', value: null }] },
      open: { tier: 'free', any: { a: null, b: { c: null } } },
    });
    const path = widgets(run, 'n');
    await run.call(post(widgets(run), widget(run, 'n', { tier: 'free', pat: 'abc', nul: 'x', list: ['a'] })));
    await run.call(apply(path, 'a', widget(run, 'n', { tier: 'free', nul: null }), true));
    await run.call(apply(path, 'a', widget(run, 'n', { tier: 'free', pat: null }), true));
    await run.call(apply(path, 'a', widget(run, 'n', { tier: 'free' }), true));
    await run.call(apply(path, 'b', widget(run, 'n', undefined, { metadata: { name: 'n', labels: null } })));
    await run.call(apply(`${path}/status`, 's', widget(run, 'n', undefined, { status: null })));
    await run.call(apply(path, 'a', widget(run, 'n', null), true));
  },
  'refuses repeated items of associative lists': async (run) => {
    await install(run);
    await applyEach(run, {
      set: { tier: 'free', set: ['a', 'b', 'a'] },
      map: { tier: 'free', map: [{ name: 'x' }, { name: 'x', value: '2' }] },
      keyless: { tier: 'free', map: [{ value: 'x' }] },
      list: { tier: 'free', list: ['a', 'a'] },
    });
    const path = `/apis/apps/v1/namespaces/${run.namespace}/deployments/d`;
    const env = [
      { name: 'A', value: '1' },
      { name: 'A', value: '2' },
    ];
    await run.call(apply(path, 'a', deployment([{ name: 'c', image: 'i', env }])));
    await run.call(
      apply(
        path,
        'a',
        deployment([
          { name: 'c', image: 'i' },
          { name: 'c', image: 'j' },
        ]),
      ),
    );
    const port = { containerPort: 80 };
    await run.call(apply(path, 'a', deployment([{ name: 'c', image: 'i', ports: [port, port] }])));
    await run.call(
      apply(path, 'a', deployment([{ name: 'c', image: 'i', ports: [port, { ...port, protocol: 'UDP' }] }])),
    );
    const finalizers = ['kbts.dev/a', 'kbts.dev/a'];
    const map = `/api/v1/namespaces/${run.namespace}/configmaps/m`;
    await run.call(apply(map, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', finalizers } }));
    // A stored object may have repeated items: an apply that does not name them leaves them alone.
    await run.call(post(`/api/v1/namespaces/${run.namespace}/configmaps`, { metadata: { name: 'm', finalizers } }));
    await run.call(apply(map, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { a: 'b' } }));
    await run.call(merge(map, { metadata: { finalizers: ['kbts.dev/b', 'kbts.dev/a', 'kbts.dev/a'] } }));
    await run.call(merge(map, { metadata: { finalizers: null } }));
  },
  'refuses values of another type': async (run) => {
    await install(run);
    await applyEach(run, {
      number: { tier: 'free', replicas: 'x' },
      text: { tier: 'free', pat: 5 },
      flag: { tier: 'free', bool: 'yes' },
      list: { tier: 'free', list: 'a' },
      listitem: { tier: 'free', list: [1] },
      map: { tier: 'free', map: { name: 'x' } },
      mapitem: { tier: 'free', map: ['x'] },
      object: { tier: 'free', nest: 'x' },
      entry: { tier: 'free', props: { k: 1 } },
      float: { tier: 'free', replicas: 1.5 },
      ios: { tier: 'free', ios: true },
      whole: 'x',
    });
    for (const replicas of [1.5, 'x']) {
      await run.call(post(widgets(run), widget(run, 'scaled', { tier: 'free', replicas })));
    }
    const path = `/apis/apps/v1/namespaces/${run.namespace}/deployments/d`;
    await run.call(apply(path, 'a', deployment([{ name: 'c', image: 'i' }], { replicas: 'x' })));
    await run.call(apply(path, 'a', deployment('x')));
    const limits = { cpu: 1, memory: '1Gi' };
    await run.call(apply(path, 'q', deployment([{ name: 'c', image: 'i', resources: { limits } }])));
    await run.call(apply(path, 'a', deployment([{ name: 'c', image: 5 }])));
    await run.call(apply(path, 'a', deployment([{ name: 'c', image: 'i' }], {}, { hostNetwork: 'true' })));
    await run.call(apply(path, 'a', deployment([{ name: 'c', image: 'i', ports: [{ containerPort: '80' }] }])));
    const map = `/api/v1/namespaces/${run.namespace}/configmaps/m`;
    await run.call(apply(map, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { a: 1 } }));
    await run.call(apply(map, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', labels: { a: 1 } } }));
    await run.call(
      apply(map, 'a', { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' }, data: { a: null } }),
    );
    await run.call(get(map));
  },
};
