// `kbts/runtime` and its subpaths share one file, dist/runtime/all.js, and only name what they have of it: as entry points
// of their own they would be cut into three times as many files, and Node needs time for each.
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { transform } from 'esbuild';

/** Sources of the entry points of the runtime. */
export async function runtimeEntries(root) {
  const subpaths = await readdir(path.join(root, 'src/runtime/entry'));
  return ['src/runtime/index.ts', ...subpaths.sort().map((file) => `src/runtime/entry/${file}`)];
}

/** An esbuild plugin: what `kbts:runtime` is. */
export function allOfRuntime(root, entries) {
  return {
    name: 'all-of-runtime',
    setup({ onLoad, onResolve }) {
      onResolve({ filter: /^kbts:runtime$/ }, ({ path: name }) => ({ path: name, namespace: 'all-of-runtime' }));
      onLoad({ filter: /.*/, namespace: 'all-of-runtime' }, () => ({
        contents: entries.map((file) => `export * from './${file}';`).join('\n'),
        resolveDir: root,
      }));
    },
  };
}

/** Writes the entry points. Their sources are nothing but lists of names, each from one module. */
export async function writeEntries(root, dist, entries) {
  for (const entry of entries) {
    const { code } = await transform(await readFile(path.join(root, entry), 'utf8'), { loader: 'ts', format: 'esm' });
    const output = path.join(dist, path.relative('src', entry).replace(/\.ts$/, '.js'));
    const all = path.posix.relative(path.posix.dirname(entry), 'src/runtime/all.js');
    const [, list] = /^(?:import \{[^}]*\} from "[^"]+";\n)*export \{([^}]*)\};\n$/.exec(code) ?? [];
    if (list === undefined) throw new Error(`${entry} is more than a list of names: ${code.slice(0, 500)}`);
    const names = list.split(',').map((name) => name.trim());
    await mkdir(path.dirname(output), { recursive: true });
    await writeFile(output, `export { ${names.join(', ')} } from '${all.startsWith('.') ? all : `./${all}`}';\n`);
  }
}
