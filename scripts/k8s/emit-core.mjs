/** The data modules of src/core-schemas. */
import { rootNames } from './emit-modules.mjs';
import { internSchemas } from './core-table.mjs';
import { META } from './model.mjs';
import { HEADER, quote } from './names.mjs';
import { packedModule } from './pack.mjs';

/** Returns a map from file name to text. What most CRDs need is apart, so that it loads faster. */
export function emitCore({ schemas, refused, exclusions, names }) {
  const { [META]: meta, ...others } = schemas;
  return new Map([
    ['names.ts', namesModule(schemas, refused, names)],
    ['packed-meta.ts', packedModule(internSchemas({ [META]: meta }))],
    ['packed-groups.ts', packedModule(internSchemas(others))],
    ['exclusions.json', `${JSON.stringify(exclusions, null, 2)}\n`],
  ]);
}

/** Names as words of one string per group version; a leading `-` means that the root of `kbts/k8s` has another type, or none. */
function namesModule(schemas, refused, names) {
  for (const [subpath, list] of names) {
    const described = Object.keys(schemas[subpath]).concat(list.filter((name) => refused.has(`${subpath}.${name}`)));
    if (described.sort().join() !== list.join()) throw new Error(`${subpath}: types and schemas have different names`);
  }
  const atRoot = rootNames(names);
  const words = (subpath, list) => list.map((name) => (atRoot.get(name) === subpath ? name : `-${name}`)).join(' ');
  return (
    `${HEADER}export const names: Readonly<Record<string, string>> = {\n` +
    `${entries(names, (list, subpath) => words(subpath, list))}};\n\n` +
    `export const refused: Readonly<Record<string, string>> = {\n${entries(refused, (reason) => reason)}};\n`
  );
}

/** Lines of an object literal, broken as the formatter breaks them. */
function entries(map, textOf) {
  const lines = [...map]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, value]) => {
      const line = `  ${quote(key)}: ${quote(textOf(value, key))},`;
      return line.length <= 120 ? `${line}\n` : `  ${quote(key)}:\n    ${quote(textOf(value, key))},\n`;
    });
  return lines.join('');
}
