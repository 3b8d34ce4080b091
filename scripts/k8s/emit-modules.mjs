/** The modules that users import: types, and kind descriptors under the same names. */
import { HEADER, aliasOf, descriptorOf, docComment, fileOf, isGA, quote } from './names.mjs';

/**
 * All descriptors are in one small module without types, so that the root loads one file; the modules of groups give
 * them their types, so that a type checker reads only what it needs.
 */
export function emitModules(rows, packages, names) {
  const docs = new Map(
    packages.flatMap(({ subpath, types }) => types.map(({ name, doc }) => [`${subpath}.${name}`, doc])),
  );
  const files = new Map([['kinds.ts', kindsModule(rows)]]);
  for (const subpath of names.keys()) files.set(`modules/${fileOf(subpath)}.ts`, groupModule(subpath, rows, docs));
  return files.set('modules/root.ts', rootModule(rows, names, docs));
}

function kindsModule(rows) {
  const bodies = rows.map(
    (row) => `export const ${descriptorOf(row.subpath, row.kind)} = /* @__PURE__ */ defineKind(${definition(row)});\n`,
  );
  return `${HEADER}import { defineKind } from '../../runtime/object/kind.js';\n\n${bodies.join('')}`;
}

function definition({ group, version, kind, plural, scope, subresources }) {
  const has = (wanted) => subresources.some(({ name }) => name === wanted);
  const flags = ['status', 'scale'].filter(has).map((name) => `${name}: true`);
  const parts = Object.entries({ group, version, kind, plural, scope }).map(
    ([key, value]) => `${key}: ${quote(value)}`,
  );
  return `{ ${[...parts, ...(flags.length > 0 ? [`subresources: { ${flags.join(', ')} }`] : [])].join(', ')} }`;
}

function groupModule(subpath, rows, docs) {
  const here = rows.filter((row) => row.subpath === subpath);
  const types = `export type * from '../types/${fileOf(subpath)}.js';\n`;
  return `${HEADER}${kindImports(here)}${types}${here.map((row) => typedKind(row, docs)).join('')}`;
}

function kindImports(rows) {
  if (rows.length === 0) return '';
  const subpaths = [...new Set(rows.map(({ subpath }) => subpath))].sort();
  const types = subpaths.map(
    (subpath) => `import type * as ${aliasOf(subpath)} from '../types/${fileOf(subpath)}.js';\n`,
  );
  return `import type { Kind } from '../../../runtime/object/kind.js';\nimport * as kinds from '../kinds.js';\n${types.join('')}`;
}

/** A type and a value of the same name. The cast is true by construction: both are made from the same row. */
function typedKind({ subpath, kind }, docs) {
  const type = `${aliasOf(subpath)}.${kind}`;
  const doc = docComment(docs.get(`${subpath}.${kind}`));
  const value = `kinds.${descriptorOf(subpath, kind)} as unknown as Kind<${kind}>`;
  return `\n${doc}export interface ${kind} extends ${type} {}\n${doc}export const ${kind} = ${value};\n`;
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

function rootModule(rows, names, docs) {
  const chosen = [...rootNames(names)];
  const kinds = rows.filter(({ kind, subpath }) => chosen.some(([name, owner]) => name === kind && owner === subpath));
  const isKind = (name) => kinds.some(({ kind }) => kind === name);
  const lines = [...new Set(chosen.map(([, owner]) => owner))].sort().map((subpath) => {
    const here = chosen.filter(([name, owner]) => owner === subpath && !isKind(name)).map(([name]) => name);
    return exportLine('export type', here, `../types/${fileOf(subpath)}.js`);
  });
  return `${HEADER}${kindImports(kinds)}${lines.join('')}${kinds.map((row) => typedKind(row, docs)).join('')}`;
}

function exportLine(keyword, names, from) {
  return names.length === 0 ? '' : `${keyword} {\n${names.map((name) => `  ${name},\n`).join('')}} from '${from}';\n`;
}
