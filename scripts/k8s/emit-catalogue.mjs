/** Discovery → the catalogue of built-in resources. */
import { HEADER } from './names.mjs';

/** One row per resource: what discovery says, joined with where its Go type lives. */
export function catalogueRows({ groups, served }, packages) {
  const rows = [];
  for (const { groupVersion, isPreferred, resources } of groups) {
    const [group, version] = groupVersion.includes('/') ? groupVersion.split('/') : ['', groupVersion];
    const subpath = packages.find((read) => read.group === group && read.version === version)?.subpath;
    if (subpath === undefined) throw new Error(`no Go package for ${groupVersion}`);
    for (const resource of resources.filter(({ name }) => !name.includes('/')))
      rows.push({
        group,
        version,
        kind: resource.kind,
        plural: resource.name,
        singular: resource.singularName,
        shortNames: resource.shortNames ?? [],
        categories: resource.categories ?? [],
        scope: resource.namespaced ? 'Namespaced' : 'Cluster',
        verbs: resource.verbs,
        subresources: subresourcesOf(resource, resources, { group, version }),
        isServedByDefault: served.includes(groupVersion),
        isPreferred,
        subpath,
      });
  }
  const key = (row) => `${row.group}/${row.version}/${row.plural}`;
  return rows.sort((a, b) => (key(a) < key(b) ? -1 : 1));
}

function subresourcesOf(resource, resources, { group, version }) {
  return resources
    .filter(({ name }) => name.startsWith(`${resource.name}/`))
    .map((found) => ({
      name: found.name.slice(resource.name.length + 1),
      group: found.group ?? group,
      version: found.version ?? version,
      kind: found.kind,
      verbs: found.verbs,
    }));
}

/** The text of the generated catalogue. */
export function catalogueModule(rows) {
  const lines = rows.map((row) => `  ${JSON.stringify({ ...row, subpath: undefined })},\n`);
  return `${HEADER}import type { BuiltinKind } from '../builtin.js';\n\nexport const rows: readonly BuiltinKind[] = [\n${lines.join('')}];\n`;
}
