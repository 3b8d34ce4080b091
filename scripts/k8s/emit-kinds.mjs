/** Discovery → kind descriptors, the modules that users import, and the catalogue. */
import { HEADER, aliasOf, descriptorOf, docComment, fileOf, isGA, quote } from './names.mjs';

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

/** The module with every descriptor, and one module per group version plus the root that pick from it. */
export function emitKinds(rows, packages, names) {
  const files = new Map();
  files.set('kinds.ts', kindsModule(rows, packages));
  for (const subpath of names.keys()) files.set(`modules/${fileOf(subpath)}.ts`, groupModule(subpath, rows));
  files.set('modules/root.ts', rootModule(rows, names));
  files.set('catalogue.ts', catalogueModule(rows));
  return files;
}

function kindsModule(rows, packages) {
  const used = [...new Set(rows.map(({ subpath }) => subpath))].sort();
  const imports = used.map((subpath) => `import type * as ${aliasOf(subpath)} from './types/${fileOf(subpath)}.js';\n`);
  const docs = new Map(
    packages.flatMap(({ subpath, types }) => types.map(({ name, doc }) => [`${subpath}.${name}`, doc])),
  );
  const bodies = rows.map((row) => {
    const name = descriptorOf(row.subpath, row.kind);
    const type = `${aliasOf(row.subpath)}.${row.kind}`;
    const doc = docComment(docs.get(`${row.subpath}.${row.kind}`));
    return `${doc}export type ${name} = ${type};\n${doc}export const ${name} = /* @__PURE__ */ defineKind<${type}>(${definition(row)});\n`;
  });
  return `${HEADER}import { defineKind } from '../../runtime/object/kind.js';\n${imports.join('')}\n${bodies.join('\n')}`;
}

function definition({ group, version, kind, plural, scope, subresources }) {
  const has = (wanted) => subresources.some(({ name }) => name === wanted);
  const flags = ['status', 'scale'].filter(has).map((name) => `${name}: true`);
  const parts = Object.entries({ group, version, kind, plural, scope }).map(
    ([key, value]) => `${key}: ${quote(value)}`,
  );
  return `{ ${[...parts, ...(flags.length > 0 ? [`subresources: { ${flags.join(', ')} }`] : [])].join(', ')} }`;
}

function groupModule(subpath, rows) {
  const kinds = rows
    .filter((row) => row.subpath === subpath)
    .map(({ kind }) => `${descriptorOf(subpath, kind)} as ${kind}`);
  const values = kinds.length === 0 ? '' : exportLine('export', [...new Set(kinds)], '../kinds.js');
  return `${HEADER}export type * from '../types/${fileOf(subpath)}.js';\n${values}`;
}

/** Generally available names; core first, then what all groups share; a name of several other groups is left out. */
export function rootNames(names) {
  const versionOf = (subpath) => Number(subpath.slice(subpath.indexOf('/v') + 2));
  const subpaths = [...names.keys()].filter((subpath) => isGA(subpath.split('/')[1]));
  const owners = new Map();
  for (const subpath of subpaths.sort((a, b) => versionOf(b) - versionOf(a)))
    for (const name of names.get(subpath)) {
      const group = subpath.split('/')[0];
      const perGroup = owners.get(name) ?? new Map();
      if (!perGroup.has(group)) perGroup.set(group, subpath);
      owners.set(name, perGroup);
    }
  const chosen = new Map();
  for (const [name, perGroup] of [...owners].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const owner =
      perGroup.get('core') ?? perGroup.get('meta') ?? (perGroup.size === 1 ? [...perGroup.values()][0] : undefined);
    if (owner !== undefined) chosen.set(name, owner);
  }
  return chosen;
}

function rootModule(rows, names) {
  const chosen = rootNames(names);
  const isKind = (name, subpath) => rows.some((row) => row.kind === name && row.subpath === subpath);
  const lines = [];
  const values = [];
  for (const subpath of [...new Set(chosen.values())].sort()) {
    const here = [...chosen].filter(([, owner]) => owner === subpath).map(([name]) => name);
    lines.push(
      exportLine(
        'export type',
        here.filter((name) => !isKind(name, subpath)),
        `../types/${fileOf(subpath)}.js`,
      ),
    );
    values.push(
      ...here.filter((name) => isKind(name, subpath)).map((name) => `${descriptorOf(subpath, name)} as ${name}`),
    );
  }
  return `${HEADER}${lines.join('')}${exportLine('export', values, '../kinds.js')}`;
}

function exportLine(keyword, names, from) {
  return names.length === 0 ? '' : `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}

function catalogueModule(rows) {
  const lines = rows.map((row) => `  ${JSON.stringify({ ...row, subpath: undefined })},\n`);
  return `${HEADER}import type { BuiltinKind } from '../builtin.js';\n\nexport const rows: readonly BuiltinKind[] = [\n${lines.join('')}];\n`;
}
