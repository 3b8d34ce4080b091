/** Lists and watches: paging, selectors, versions, streaming lists, views. */
import { get, merge, post, put, remove, type Run, type Scenario } from './scenario.js';

const maps = (namespace: string, name = ''): string =>
  `/api/v1/namespaces/${namespace}/configmaps${name === '' ? '' : `/${name}`}`;

async function fill({ quietly, namespace }: Run, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await quietly(post(maps(namespace), { metadata: { name, labels: { n: name, odd: String(name < 'c') } } }));
  }
}

const versionOf = (body: unknown): string =>
  (body as { metadata: { resourceVersion: string } }).metadata.resourceVersion;
const tokenOf = (body: unknown): string => (body as { metadata: { continue: string } }).metadata.continue;
const TABLE = 'application/json;as=Table;g=meta.k8s.io;v=v1,application/json';
const PARTIAL = 'application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json';
const PARTIAL_LIST = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1,application/json';

export const listWatchScenarios: Record<string, Scenario> = {
  'pages through a list': async (run) => {
    await fill(run, ['a', 'b', 'c', 'd', 'e']);
    const first = await run.call(get(`${maps(run.namespace)}?limit=2`));
    await run.quietly(remove(maps(run.namespace, 'd')));
    const second = await run.quietly(get(`${maps(run.namespace)}?limit=2&continue=${tokenOf(first.body)}`));
    await run.call({
      ...get(`${maps(run.namespace)}?limit=2&continue=${tokenOf(second.body)}`),
      path: `${maps(run.namespace)}?limit=2`,
    });
    await run.call(get(`${maps(run.namespace)}?limit=2&labelSelector=odd%3Dtrue`));
    await run.call(get(`${maps(run.namespace)}?limit=100`));
  },
  'selects by labels': async (run) => {
    await fill(run, ['a', 'b', 'c']);
    for (const selector of [
      'n=a',
      'n!=a',
      'n in (a,b)',
      'n notin (a)',
      'n',
      '!n',
      'n=a,odd=true',
      'x!=1',
      'n==b',
      '',
    ]) {
      await run.call(get(`${maps(run.namespace)}?labelSelector=${encodeURIComponent(selector)}`));
    }
    for (const selector of ['a foo b', '=b', 'a=-b', 'a in b', 'a,', 'a b']) {
      await run.call(get(`${maps(run.namespace)}?labelSelector=${encodeURIComponent(selector)}`));
    }
  },
  'selects by fields': async (run) => {
    await fill(run, ['a', 'b']);
    for (const selector of ['metadata.name=a', 'metadata.name!=a', 'metadata.namespace=x', 'data.a=b', 'foo']) {
      await run.call(get(`${maps(run.namespace)}?fieldSelector=${encodeURIComponent(selector)}`));
    }
    await run.call(get(`/api/v1/namespaces/${run.namespace}/pods?fieldSelector=spec.foo%3Dx`));
    await run.call(
      get(`/api/v1/namespaces/${run.namespace}/pods?fieldSelector=spec.nodeName%3Dx,status.phase%3DRunning`),
    );
    await run.call(get(`/apis/apps/v1/namespaces/${run.namespace}/deployments?fieldSelector=spec.foo%3Dx`));
  },
  'checks list options': async ({ call, namespace }) => {
    const path = maps(namespace);
    await call(get(`${path}?limit=x`));
    await call(get(`${path}?continue=x`));
    await call(get(`${path}?resourceVersion=x`));
    await call(get(`${path}?resourceVersionMatch=Exact`));
    await call(get(`${path}?resourceVersionMatch=Foo&resourceVersion=1`));
    await call(get(`${path}?resourceVersionMatch=Exact&resourceVersion=0`));
    await call(get(`${path}?sendInitialEvents=true`));
    await call(get(`${path}?watch=1&resourceVersion=x`));
    await call(get(`${path}?watch=1&sendInitialEvents=true`));
    await call(get(`${path}?watch=1&resourceVersionMatch=Exact`));
    await call(get(`${path}?resourceVersion=0`));
  },
  'watches from a version': async (run) => {
    const { namespace, quietly, watch } = run;
    const start = versionOf((await quietly(get(maps(namespace)))).body);
    await fill(run, ['a', 'b']);
    await quietly(merge(maps(namespace, 'a'), { data: { k: 'v' } }));
    await quietly(merge(maps(namespace, 'b'), { metadata: { labels: { odd: 'false' } } }));
    await quietly(remove(maps(namespace, 'a')));
    await watch(get(`${maps(namespace)}?watch=1&resourceVersion=${start}`), 5);
    await watch(get(`${maps(namespace)}?watch=1&resourceVersion=${start}&labelSelector=odd%3Dtrue`), 5);
    await watch(get(`${maps(namespace)}?watch=1&resourceVersion=${start}&fieldSelector=metadata.name%3Da`), 3);
    await watch({ ...get(`${maps(namespace)}?watch=1&resourceVersion=${start}`), accept: PARTIAL }, 5);
  },
  'watches from now with initial events': async (run) => {
    await fill(run, ['a', 'b']);
    await run.watch(get(`${maps(run.namespace)}?watch=1`), 2);
    await run.watch(get(`${maps(run.namespace)}?watch=1&resourceVersion=0`), 2);
    const stream = 'sendInitialEvents=true&resourceVersionMatch=NotOlderThan&allowWatchBookmarks=true';
    await run.watch(get(`${maps(run.namespace)}?watch=1&${stream}`), 3);
    await run.watch({ ...get(`${maps(run.namespace)}?watch=1&${stream}`), accept: TABLE }, 3);
  },
  'ends watches in time': async (run) => {
    await run.watch(get(`${maps(run.namespace)}?watch=1&timeoutSeconds=1`), 100);
  },
  'shows metadata only and tables': async (run) => {
    await fill(run, ['a']);
    await run.call({ ...get(maps(run.namespace)), accept: PARTIAL_LIST });
    await run.call({ ...get(maps(run.namespace, 'a')), accept: PARTIAL });
    const answer = await run.quietly({ ...get(maps(run.namespace)), accept: TABLE });
    const { rows } = answer.body as { rows: { cells: unknown[] }[] };
    if (JSON.stringify(rows.map((row) => row.cells.slice(0, 2))) !== '[["a",0]]') throw new Error(JSON.stringify(rows));
    await run.quietly(put(maps(run.namespace, 'a'), { metadata: { name: 'a' } }));
  },
};
