/** What a real API server says about its built-in resources: discovery and OpenAPI v3. */
import { withApiServer } from './control-plane.mjs';

/** Group versions are captured twice: all that the server knows, and which of them are on by default. */
export async function capture() {
  const served = await withApiServer([], async ({ call }) => {
    const groups = await discover(call);
    return groups.map(({ groupVersion }) => groupVersion);
  });
  return await withApiServer(
    ['--runtime-config=api/all=true', '--feature-gates=AllAlpha=true,AllBeta=true'],
    async ({ call }) => {
      const groups = await discover(call);
      const index = await get(call, '/openapi/v3');
      const openapi = {};
      for (const [path, { serverRelativeURL }] of Object.entries(index.paths)) {
        if (!/^(api\/v1|apis\/[^/]+\/[^/]+)$/.test(path)) continue;
        openapi[path.replace(/^apis?\//, '')] = (await get(call, serverRelativeURL)).components.schemas;
      }
      return { served, groups, openapi };
    },
  );
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

async function get(call, path) {
  const { status, body } = await call('GET', path);
  if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}
