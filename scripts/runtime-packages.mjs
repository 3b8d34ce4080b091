// The packages that dist/runtime carries inside, each as one file that is read at its first use. They are CommonJS packages
// of almost two hundred files together, which took longer to find and read than all of kbts/runtime.
import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';

/** Packages whose code is part of dist/runtime. */
export const bundledByRuntime = ['fast-json-patch', 'pino', 'prom-client', 'yaml'];

/** What bundles of dist/ leave outside: what is installed beside kbts, what may be, and what runtimePackages takes in on its own. */
export function outside({ dependencies, peerDependencies }) {
  return [...new Set([...Object.keys(dependencies), ...Object.keys(peerDependencies), ...bundledByRuntime])];
}

/** The source files that import them, and what their imports become. */
const lateImports = [
  {
    file: 'src/runtime/log/pino-logger.ts',
    from: `import { pino } from 'pino';`,
    to: `const pino: typeof import('pino').pino = (...all) => require('pino').pino(...all);`,
  },
  {
    file: 'src/runtime/metrics/registry.ts',
    from: `import * as prom from 'prom-client';`,
    to: `const prom = new Proxy({}, { get: (_, name) => require('prom-client')[name] });`,
  },
  {
    file: 'src/runtime/object/json-patch.ts',
    from: `import fastJsonPatch from 'fast-json-patch';`,
    to: `const fastJsonPatch = new Proxy({}, { get: (_, name) => require('fast-json-patch')[name] });`,
  },
];

/** What stands for a module that is never called. */
const NOTHING = 'module.exports = {}';

/**
 * What the runtime never calls: push gateways, clusters, summaries, exemplars and bucket generators of metrics; worker threads,
 * several targets, files and hidden paths of logs; applying patches; editing YAML tokens.
 */
const unreached = [
  {
    filter: /[/\\]prom-client[/\\]lib[/\\](?:pushgateway|cluster|summary|exemplar|bucketGenerators)\.js$/,
    contents: NOTHING,
  },
  { filter: /[/\\]pino[/\\]lib[/\\](?:transport|multistream|redaction)\.js$/, contents: NOTHING },
  { filter: /[/\\]on-exit-leak-free[/\\]/, contents: NOTHING },
  // Asked for with `instanceof`.
  { filter: /[/\\]sonic-boom[/\\]/, contents: 'module.exports = class {}' },
  // For what JSON.stringify refuses. The logger passes on copies without cycles and large integers.
  {
    filter: /[/\\]safe-stable-stringify[/\\]/,
    contents: 'module.exports = { configure: () => (value) => JSON.stringify(value) }',
  },
  { filter: /[/\\]@pinojs[/\\]redact[/\\]/, contents: NOTHING },
  { filter: /[/\\]@opentelemetry[/\\]api[/\\]/, contents: NOTHING },
  { filter: /[/\\]fast-json-patch[/\\]commonjs[/\\]core\.js$/, contents: NOTHING },
  { filter: /[/\\]yaml[/\\]dist[/\\]parse[/\\]cst-(?:scalar|stringify|visit)\.js$/, contents: NOTHING },
];

/** A source that only parses YAML. Complex keys are refused. */
const parser = 'src/runtime/client/config/kube-config-file.ts';
/** What it does not reach: writing YAML, making nodes, other schemas than YAML 1.2, which a document of 1.1 gets as well, and its tags. */
const unreachedByParser = [
  { filter: /[/\\]yaml[/\\]dist[/\\]stringify[/\\]/, contents: NOTHING },
  { filter: /[/\\]yaml[/\\]dist[/\\]doc[/\\]createNode\.js$/, contents: NOTHING },
  { filter: /[/\\]yaml[/\\]dist[/\\]schema[/\\]json[/\\]schema\.js$/, contents: NOTHING },
  {
    filter: /[/\\]yaml[/\\]dist[/\\]schema[/\\]yaml-1\.1[/\\]schema\.js$/,
    contents: `exports.schema = require('../core/schema.js').schema`,
  },
  { filter: /[/\\]yaml[/\\]dist[/\\]schema[/\\]yaml-1\.1[/\\](?:omap|pairs|set|timestamp)\.js$/, contents: NOTHING },
];

/** The text of a package as one CommonJS module without require(), and the files it was made of. */
export async function bundlePackage(root, path) {
  const [name, part] = path.split('?');
  const left = part === 'parse' ? [...unreached, ...unreachedByParser] : unreached;
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: { contents: `module.exports = require(${JSON.stringify(name)})`, resolveDir: root },
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'cjs',
    minify: true,
    legalComments: 'none',
    write: false,
    metafile: true,
    logLevel: 'warning',
    plugins: [{ name: 'lean', setup: (hooks) => leaveOut(hooks, left) }],
  });
  const inputs = Object.keys(metafile.inputs).filter((file) => !left.some(({ filter }) => filter.test(file)));
  return { text: outputFiles[0].text, inputs };
}

function leaveOut({ onLoad, onResolve }, left) {
  for (const { filter, contents } of left) onLoad({ filter }, () => ({ contents }));
  // An operator's own bundler need not know how this one spells require() in ES modules.
  onResolve({ filter: /^[\w:/]+$/ }, ({ path: name }) => {
    const plain = name.replace(/^node:/, '');
    return builtinModules.includes(plain) ? { path: plain, namespace: 'builtin' } : undefined;
  });
  onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path: name }) => ({
    contents: `module.exports = process.getBuiltinModule(${JSON.stringify(name)})`,
  }));
}

/** An esbuild plugin that takes these packages into the bundle. */
export function runtimePackages(root) {
  return {
    name: 'runtime-packages',
    setup({ onLoad, onResolve }) {
      const filter = new RegExp(`^(?:${bundledByRuntime.join('|')})$`);
      onResolve({ filter }, ({ path: name, importer }) => {
        const part = name === 'yaml' && endingWith(parser).test(importer) ? '?parse' : '';
        return { path: `${name}${part}`, namespace: 'package' };
      });
      onLoad({ filter: /.*/, namespace: 'package' }, async ({ path: name }) => ({
        contents: (await bundlePackage(root, name)).text,
      }));
      for (const { file, from, to } of lateImports) {
        onLoad({ filter: endingWith(file) }, async ({ path: found }) => {
          const text = await readFile(found, 'utf8');
          if (!text.includes(from)) throw new Error(`${path.relative(root, found)} no longer says: ${from}`);
          return { contents: text.replace(from, to), loader: 'ts' };
        });
      }
    },
  };
}

function endingWith(file) {
  return new RegExp(`${file.replaceAll('.', String.raw`\.`).replaceAll('/', String.raw`[/\\]`)}$`);
}

/** Which packages are inside which file of dist/: the bill of materials of an operator names them, too. */
export async function packagesInside(root, dist, { outputs }) {
  const lock = JSON.parse(await readFile(path.join(root, 'package-lock.json'), 'utf8'));
  const inside = {};
  for (const [output, { inputs }] of Object.entries(outputs).sort(([a], [b]) => (a < b ? -1 : 1))) {
    const folders = new Set();
    for (const input of Object.keys(inputs)) {
      const bundled = /^package:(.*)$/.exec(input)?.[1];
      const files = bundled === undefined ? [input] : (await bundlePackage(root, bundled)).inputs;
      for (const file of files) {
        const folder = /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file)?.[0];
        if (folder !== undefined) folders.add(folder);
      }
    }
    if (folders.size === 0) continue;
    const file = path.relative(dist, path.resolve(root, output)).split(path.sep).join('/');
    inside[file] = [...folders].sort().map((folder) => describePackage(folder, lock.packages[folder]));
  }
  return inside;
}

function describePackage(folder, { version, license, integrity }) {
  if (license === undefined || integrity === undefined)
    throw new Error(`package-lock.json lacks facts about ${folder}`);
  return { name: folder.replace(/^.*node_modules\//, ''), version, license, integrity };
}
