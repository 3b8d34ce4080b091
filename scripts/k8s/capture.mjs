/** What a real API server says about its built-in resources: discovery and OpenAPI v3. */
import { withApiServer } from './control-plane.mjs';

/** Group versions are captured twice: all that the server knows, and which of them are on by default. */
export async function capture() {
  const { served, documents, columns } = await withApiServer([], async ({ call }) => {
    const groups = await discover(call);
    return {
      served: groups.map(({ groupVersion }) => groupVersion),
      documents: await openapiOf(call),
      columns: await columnsOf(call, groups),
    };
  });
  return await withApiServer(
    ['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true'],
    async ({ call }) => {
      const groups = await discover(call);
      return { served, groups, openapi: await openapiOf(call), documents, columns };
    },
  );
}

/** The schemas of every group version. */
async function openapiOf(call) {
  const index = await get(call, '/openapi/v3');
  const openapi = {};
  for (const [path, { serverRelativeURL }] of Object.entries(index.paths)) {
    if (!/^(api\/v1|apis\/[^/]+\/[^/]+)$/.test(path)) continue;
    openapi[path.replace(/^apis?\//, '')] = (await get(call, serverRelativeURL)).components.schemas;
  }
  return openapi;
}

/** The columns that `kubectl get` shows, by group and plural; versions of a resource share them. */
async function columnsOf(call, groups) {
  const columns = {};
  for (const { groupVersion, resources } of groups) {
    const group = groupVersion.includes('/') ? groupVersion.split('/')[0] : '';
    const root = group === '' ? '/api/v1' : `/apis/${groupVersion}`;
    for (const { name, verbs } of resources)
      if (!name.includes('/') && verbs.includes('list'))
        columns[`${group}/${name}`] = await table(call, `${root}/${name}`);
  }
  const labels = { app: 'web' };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'c', image: 'c' }] } };
  const deployment = { metadata: { name: 'web' }, spec: { selector: { matchLabels: labels }, template } };
  const deployments = '/apis/apps/v1/namespaces/default/deployments';
  const { status, body } = await call('POST', deployments, deployment);
  if (status !== 201) throw new Error(`POST ${deployments}: ${status} ${JSON.stringify(body)}`);
  columns['autoscaling/scale'] = await table(call, `${deployments}/web/scale`);
  return columns;
}

async function table(call, path) {
  const { columnDefinitions } = await get(call, path, 'application/json;as=Table;v=v1;g=meta.k8s.io');
  return columnDefinitions;
}

async function discover(call) {
  const { groups } = await get(call, '/apis');
  const lists = [{ groupVersion: 'v1', isPreferred: true, ...(await get(call, '/api/v1')) }];
  for (const group of groups)
    for (const { groupVersion } of group.versions)
      lists.push({
        isPreferred: group.preferredVersion.groupVersion === groupVersion,
        ...(await get(call, `/apis/${groupVersion}`)),
      });
  return lists;
}

async function get(call, path, accept) {
  const { status, body } = await call('GET', path, undefined, accept);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}
