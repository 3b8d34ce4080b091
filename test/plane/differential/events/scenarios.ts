/** Events of the core group and of events.k8s.io: one storage, two forms. */
import { apply, get, merge, post, put, remove, type Run, type Scenario } from '../scenario.js';

const core = ({ namespace }: Run, name = ''): string => `/api/v1/namespaces/${namespace}/events${name && `/${name}`}`;
const renamed = ({ namespace }: Run, name = ''): string =>
  `/apis/events.k8s.io/v1/namespaces/${namespace}/events${name && `/${name}`}`;
const about = ({ namespace }: Run, name: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  name,
  namespace,
  uid: 'u',
});
const time = '2026-11-18T05:00:00.000000Z';

const newEvent = (run: Run, name: string, more = {}): object => ({
  metadata: { name },
  regarding: about(run, 'x'),
  reason: 'Synced',
  note: 'all is well',
  type: 'Normal',
  action: 'Sync',
  reportingController: 'example.com/operator',
  reportingInstance: 'operator-1',
  eventTime: time,
  ...more,
});
const oldEvent = (run: Run, name: string, more = {}): object => ({
  metadata: { name },
  involvedObject: about(run, 'y'),
  reason: 'Failed',
  message: 'it broke',
  type: 'Warning',
  source: { component: 'kubelet', host: 'node' },
  firstTimestamp: '2026-11-18T05:00:00Z',
  lastTimestamp: '2026-11-18T05:01:00Z',
  count: 3,
  ...more,
});

async function both(run: Run): Promise<void> {
  await run.call(post(renamed(run), newEvent(run, 'new')));
  await run.call(post(core(run), oldEvent(run, 'old')));
}

export const eventScenarios: Record<string, Scenario> = {
  'reads each in the form of both groups': async (run) => {
    await both(run);
    for (const path of [core, renamed]) {
      await run.call(get(path(run, 'new')));
      await run.call(get(path(run, 'old')));
      await run.call(get(path(run)));
      await run.call({ ...get(path(run)), accept: 'application/json;as=Table;v=v1;g=meta.k8s.io' });
      await run.watch(get(`${path(run)}?watch=1&timeoutSeconds=1`), 2);
    }
    await run.call(post(core(run), { metadata: { name: 'bare' }, involvedObject: { namespace: run.namespace } }));
    await run.call(get(renamed(run, 'bare')));
    await run.call(
      post(
        renamed(run),
        newEvent(run, 'related', { related: about(run, 'z'), series: { count: 2, lastObservedTime: time } }),
      ),
    );
    await run.call(get(core(run, 'related')));
  },
  'selects by the fields of each group': async (run) => {
    await both(run);
    const select = async (path: string, ...selectors: string[]): Promise<void> => {
      for (const selector of selectors)
        await run.call({ ...get(`${path}?fieldSelector=${encodeURIComponent(selector)}`), ignoresManagers: true });
    };
    await select(
      core(run),
      'involvedObject.name=x',
      'involvedObject.name=y,involvedObject.kind=ConfigMap,type=Warning',
      'involvedObject.uid=u',
      'reportingComponent=example.com/operator',
      'source=kubelet',
      'source=example.com/operator',
      'reason!=Synced',
      'regarding.name=x',
    );
    await select(
      renamed(run),
      'regarding.name=x',
      'regarding.name=y',
      'regarding.namespace!=other,regarding.kind=ConfigMap',
      'reportingController=example.com/operator',
      'type=Normal',
      'involvedObject.name=x',
      'source=kubelet',
    );
    await run.watch(get(`${renamed(run)}?watch=1&timeoutSeconds=1&fieldSelector=regarding.name%3Dy`), 1);
    await run.watch(get(`${core(run)}?watch=1&timeoutSeconds=1&fieldSelector=involvedObject.name%3Dx`), 1);
  },
  'changes and deletes through either group': async (run) => {
    await both(run);
    // A real server forgets the managers of the other group with the first change; here they stay.
    await run.call(merge(renamed(run, 'new'), { series: { count: 2, lastObservedTime: time } }));
    await run.call(get(core(run, 'new')));
    await run.call(merge(core(run, 'old'), { count: 4 }));
    await run.call({ ...merge(core(run, 'new'), { message: 'changed' }), ignoresManagers: true });
    await run.call(merge(renamed(run, 'old'), { note: 'changed' }));
    await run.call({ ...merge(renamed(run, 'old'), { metadata: { labels: { a: 'b' } } }), ignoresManagers: true });
    await run.call(put(renamed(run, 'put'), newEvent(run, 'put')));
    await run.call(put(core(run, 'put2'), oldEvent(run, 'put2')));
    const applied = { apiVersion: 'events.k8s.io/v1', kind: 'Event', ...newEvent(run, 'applied') };
    await run.call(apply(renamed(run, 'applied'), 'me', applied));
    await run.call(get(core(run, 'applied')));
    await run.call(post(renamed(run), oldEvent(run, 'mixed')));
    await run.call(post(`${core(run)}?fieldValidation=Strict`, newEvent(run, 'mixed')));
    await run.call(post(renamed(run), newEvent(run, 'old')));
    await run.call(remove(core(run, 'new')));
    await run.call(remove(renamed(run, 'old')));
    await run.call(get(core(run, 'new')));
    await run.call(remove(`${renamed(run)}?fieldSelector=regarding.name%3Dx`));
  },
  'shows them in kubectl': async (run) => {
    const ns = ['-n', run.namespace];
    await run.quietly(post(`/api/v1/namespaces/${run.namespace}/configmaps`, { metadata: { name: 'x' } }));
    const { body } = await run.quietly(get(`/api/v1/namespaces/${run.namespace}/configmaps/x`));
    const { uid } = (body as { metadata: { uid: string } }).metadata;
    await run.quietly(post(renamed(run), newEvent(run, 'new', { regarding: { ...about(run, 'x'), uid } })));
    await run.kubectl(['get', 'events', ...ns]);
    await run.kubectl(['get', 'events.v1.events.k8s.io', ...ns]);
    await run.kubectl(['events', ...ns]);
    await run.kubectl(['events', '--for', 'configmap/x', ...ns]);
    await run.kubectl(['describe', 'configmap', 'x', ...ns]);
  },
};
