/** Paths and methods that a server does not have, lists in their three views, and names of objects that are about to go. */
import { get, jsonPatch, merge, post, put, remove, type Run, type Scenario } from '../scenario.js';
import { install, widget, widgets } from '../scenarios-custom.js';

const METHODS = ['GET', 'PUT', 'POST', 'PATCH', 'DELETE'];
const METADATA = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const TABLE = 'application/json;as=Table;v=v1;g=meta.k8s.io';

const sent = (method: string, path: string): Parameters<Run['call']>[0] => ({
  method,
  path,
  ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }),
  ...(method === 'PATCH' ? { type: 'application/merge-patch+json' } : {}),
});

export const pathScenarios: Record<string, Scenario> = {
  'serves namespaced objects only in their namespaces': async (run) => {
    await install(run);
    for (const method of METHODS) {
      await run.call(sent(method, '/api/v1/configmaps/x'));
      await run.call(sent(method, `/apis/${run.group}/v1/widgets/x`));
      if (method !== 'GET') await run.call(sent(method, `/apis/${run.group}/v1/widgets`));
    }
    await run.call(get(`/apis/${run.group}/v1/none`));
    await run.call(get('/api/v2/none'));
  },
  'refuses methods that a subresource does not have': async (run) => {
    await install(run);
    await run.quietly(post(widgets(run), widget(run, 'w', { tier: 'free' })));
    for (const part of ['status', 'scale']) {
      await run.call(sent('DELETE', `${widgets(run, 'w')}/${part}`));
      await run.call(sent('DELETE', `/apis/apps/v1/namespaces/${run.namespace}/deployments/d/${part}`));
    }
    await run.call(sent('POST', `${widgets(run, 'w')}/status`));
    await run.call({ method: 'HEAD', path: `/api/v1/namespaces/${run.namespace}/configmaps/x` });
  },
  'shows empty and unpaged lists in each view': async (run) => {
    await install(run);
    const maps = `/api/v1/namespaces/${run.namespace}/configmaps`;
    const lists = [maps, widgets(run)];
    for (const accept of ['application/json', METADATA, TABLE])
      for (const list of lists) await run.call({ ...get(list), accept });
    for (const name of ['a', 'b', 'c']) {
      await run.quietly(post(maps, { metadata: { name } }));
      await run.quietly(post(widgets(run), widget(run, name, { tier: 'free' })));
    }
    for (const accept of ['application/json', METADATA, TABLE])
      for (const list of lists) {
        await run.call({ ...get(list), accept });
        for (const page of ['limit=1&resourceVersion=0', 'limit=2', 'limit=1&labelSelector=none'])
          await run.call({ ...get(`${list}?${page}`), accept });
      }
  },
  'returns a deleted collection as it was': async (run) => {
    await install(run);
    const maps = `/api/v1/namespaces/${run.namespace}/configmaps`;
    await run.quietly(post(maps, { metadata: { name: 'kept', finalizers: ['kbts.dev/x'] } }));
    await run.quietly(post(maps, { metadata: { name: 'gone' } }));
    await run.quietly(
      post(
        widgets(run),
        widget(run, 'kept', { tier: 'free' }, { metadata: { name: 'kept', finalizers: ['kbts.dev/x'] } }),
      ),
    );
    for (const list of [maps, widgets(run)]) {
      await run.call(remove(`${list}?dryRun=All`));
      await run.call(remove(`${list}?fieldSelector=metadata.name%3Dkept`));
      await run.call(remove(list));
      await run.call(get(list));
      const body = list === maps ? { metadata: { name: 'kept' } } : widget(run, 'kept', { tier: 'free' });
      await run.call(post(list, body));
      await run.call(post(`${list}?dryRun=All`, body));
      await run.quietly(merge(`${list}/kept`, { metadata: { finalizers: null } }));
    }
    const jobs = `/apis/batch/v1/namespaces/${run.namespace}/jobs`;
    await run.call(remove(jobs));
    await run.call(remove(`${jobs}/absent`));
  },
  'refuses unknown fields of strict patches, and patches of metadata that is none': async (run) => {
    await install(run);
    const map = `/api/v1/namespaces/${run.namespace}/configmaps/m`;
    await run.quietly(post(map.slice(0, -2), { metadata: { name: 'm' } }));
    await run.quietly(post(widgets(run), widget(run, 'w', { tier: 'free' })));
    for (const path of [map, widgets(run, 'w')]) {
      // The message quotes the object in the order of Go's fields.
      const { code } = await run.quietly(merge(`${path}?fieldValidation=Strict`, { bogus: 1, spec: { bogus: 1 } }));
      await run.call(get(`${path}?code=${code}`));
      const other = await run.quietly(
        jsonPatch(`${path}?fieldValidation=Strict`, [{ op: 'add', path: '/x', value: 1 }]),
      );
      await run.call(get(`${path}?code=${other.code}`));
      await run.call(merge(path, { metadata: null }));
      await run.call(jsonPatch(path, [{ op: 'remove', path: '/metadata/name' }]));
    }
    for (const path of [map, widgets(run, 'w')]) {
      const name = path === map ? 'm' : 'w';
      await run.call(jsonPatch(path, [{ op: 'remove', path: '/metadata/namespace' }]));
      await run.call(jsonPatch(path, [{ op: 'add', path: '/metadata', value: { name, labels: { a: 'b' } } }]));
      await run.call(jsonPatch(path, [{ op: 'copy', from: '/metadata/labels/none', path: '/metadata/labels/b' }]));
      await run.call(jsonPatch(path, [{ op: 'move', from: '/metadata/labels/none', path: '/metadata/labels/b' }]));
      await run.call(jsonPatch(path, [{ op: 'copy', from: '/none/labels/none', path: '/metadata/labels/b' }]));
    }
    for (const metadata of ['x', 5, [], true, null]) {
      await run.call(post(widgets(run), { ...widget(run, 'n', { tier: 'free' }), metadata }));
      await run.call(put(widgets(run, 'w'), { ...widget(run, 'n', { tier: 'free' }), metadata }));
    }
  },
};
