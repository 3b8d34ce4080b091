#!/usr/bin/env node
// Builds dist/: the CLI (bundled, one lazy chunk per command), the libraries that operators import,
// their type declarations, the pre-bundled compiler, and the data that is loaded on demand.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, mkdir, readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';
import { bundledByRuntime, outside, packagesInside, runtimePackages } from './runtime-packages.mjs';
import { allOfRuntime, runtimeEntries, writeEntries } from './build-entries.mjs';
import { cutChecker, cutParser } from './build-parser.mjs';
import { templatesPlugin } from './build-templates.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const final = path.join(root, 'dist');
const dist = path.join(root, `.dist-${process.pid}`);
const manifest = JSON.parse(await readFile(path.join(root, 'package.json'), 'utf8'));
const external = outside(manifest);

/** Everything that the program is made from: what an older build remembers is not used by a newer one. */
const buildId = await hashOf(['src', 'templates', 'scripts', 'package.json', 'package-lock.json']);

async function hashOf(places) {
  const hash = createHash('sha256');
  for (const place of places) {
    const files = place.includes('.') ? [''] : (await readdir(path.join(root, place), { recursive: true })).sort();
    for (const file of files) {
      const absolute = path.join(root, place, file);
      if (!(await stat(absolute)).isFile()) continue;
      hash
        .update(`${place}/${file}\0`)
        .update(await readFile(absolute))
        .update('\0');
    }
  }
  return hash.digest('base64url').slice(0, 22);
}

const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  charset: 'utf8',
  legalComments: 'none',
  logLevel: 'warning',
};

/** What is around a script that `runScript` runs, so that V8 gets the text of the file as it is. */
const SCRIPT_HEAD = '(function (exports, require, module, __filename, __dirname) {';
const SCRIPT_TAIL = '})';

/** What `import.meta.url` is in a script. */
const URL_BANNER = `const __url = require('node:url').pathToFileURL(__filename).href;`;

/**
 * One small script that starts, and one with everything else: Node compiles a module again at each start, but of a script
 * V8's compiled form can be kept (src/compiled-script.ts). Neither is a module: those take Node 10 ms more to load.
 */
async function buildCli() {
  const minify = { minifySyntax: true, minifyWhitespace: true };
  await build({
    ...shared,
    ...minify,
    format: 'cjs',
    entryPoints: ['src/cli/main.ts'],
    outfile: path.join(dist, 'cli', 'main.cjs'),
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__url', KBTS_BUILD: JSON.stringify(buildId) },
    banner: { js: URL_BANNER },
    plugins: [scriptPlugin],
  });
  const program = {
    ...shared,
    ...minify,
    charset: 'ascii',
    format: 'cjs',
    entryPoints: ['src/cli/run.ts'],
    // Packages that every command needs are inside: reading their hundred files takes longer than running them.
    external: [...external.filter((name) => name !== 'yaml' && name !== 're2js'), 'ts-morph'],
    // Scripts cannot use import(); Node 20.19 can require() any module.
    supported: { 'dynamic-import': false },
    define: { 'import.meta.url': '__url', KBTS_BUILD: JSON.stringify(buildId) },
    // Loaded by runScript alone, which would have to copy the whole text to put this around it.
    banner: { js: `${SCRIPT_HEAD}${URL_BANNER}` },
    footer: { js: SCRIPT_TAIL },
  };
  const plugins = [templatesPlugin(path.join(root, 'templates')), lazyParts];
  await build({ ...program, outfile: path.join(dist, 'cli', 'run.cjs'), plugins });
  await build({ ...program, outfile: path.join(dist, 'cli', 'manifests.cjs'), plugins: [...plugins, onlyManifests] });
}

/** What few commands need, and what others would read and compile at each start. Each piece of text must be there once. */
const lazyParts = {
  name: 'lazy-parts',
  setup: ({ onLoad }) => {
    const replace = (filter, loader, before, after) =>
      onLoad({ filter }, async ({ path: file }) => {
        const pieces = (await readFile(file, 'utf8')).split(before);
        if (pieces.length !== 2) throw new Error(`${file} looks different now: ${before}`);
        return { contents: pieces.join(after), loader, resolveDir: path.dirname(file) };
      });
    // commander starts programs only for commands that are files of their own; kbts has none.
    replace(
      /[\\/]commander[\\/]lib[\\/]command\.js$/,
      'js',
      "const childProcess = require('node:child_process');",
      "const childProcess = { spawn: (...args) => require('node:child_process').spawn(...args) };",
    );
    // Inside the script V8 keeps the compiled form of the library; in node_modules nobody does.
    replace(
      /[\\/]regex[\\/]pattern\.ts$/,
      'ts',
      "nodeModule.createRequire(import.meta.url)('re2js')",
      "require('re2js')",
    );
  },
};

/**
 * The commands that run after every change of a type get a script of their own, a third of the whole: reading and checking
 * V8's compiled form of the rest took longer than their own work. Other commands are declared in it and have no code.
 */
const onlyManifests = {
  name: 'only-manifests',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^\.\.?\// }, ({ kind, importer, path: file }) => {
      const isOther = /[\\/]cli[\\/]commands[\\/](?!manifests\.ts$)/.test(importer) && kind === 'dynamic-import';
      return isOther ? { path: file, namespace: 'other-command' } : undefined;
    });
    onLoad({ filter: /.*/, namespace: 'other-command' }, ({ path: file }) => ({
      contents: `throw new Error('${path.basename(file)} is not a part of this script');`,
    }));
  },
};

/** Makes main.ts find its program in run.cjs or manifests.cjs. */
const scriptPlugin = {
  name: 'program-as-script',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]cli[\\/]run\.ts$/ }, ({ path: file }) => ({
      contents: `
        import { fileURLToPath } from 'node:url';
        import { runScript, scriptFiles } from '../compiled-script.ts';
        import { makesManifests } from './process/short-run.ts';
        export async function runProcess(args) {
          // Commands use different parts of the program, so each has a compiled form of its own.
          const use = /^[a-z-]{1,20}$/.test(args[0] ?? '') ? args[0] : '';
          const [name, part] = makesManifests(args) ? ['manifests.cjs', ''] : ['run.cjs', use];
          await runScript(scriptFiles(fileURLToPath(new URL(name, import.meta.url)), part)).runProcess(args);
        }`,
      resolveDir: path.dirname(file),
      loader: 'js',
    })),
};

/**
 * The compiler that ts-morph carries in one file, and ts-morph itself in another: loading the first is
 * most of what `kbts manifests` does.
 */
async function buildCompiler() {
  const require = createRequire(import.meta.url);
  const morph = require.resolve('ts-morph');
  const common = createRequire(morph).resolve('@ts-morph/common');
  const options = {
    ...shared,
    charset: 'ascii',
    format: 'cjs',
    minify: true,
    banner: { js: SCRIPT_HEAD },
    footer: { js: SCRIPT_TAIL },
  };
  await build({
    ...options,
    entryPoints: [common],
    outfile: path.join(dist, 'vendor', 'typescript.cjs'),
    plugins: [noLibraries],
  });
  await writeLibrary(require(common));
  const whole = await readFile(path.join(path.dirname(common), 'typescript.js'), 'utf8');
  for (const [name, contents] of [
    ['parser', cutParser(whole)],
    ['checker', cutChecker(whole)],
  ])
    await build({
      ...options,
      stdin: { contents, resolveDir: root },
      outfile: path.join(dist, 'vendor', `${name}.cjs`),
    });
  await build({
    ...options,
    entryPoints: [morph],
    outfile: path.join(dist, 'vendor', 'ts-morph.cjs'),
    external: ['./typescript.cjs'],
    plugins: [
      {
        name: 'shared-compiler',
        setup: ({ onResolve }) =>
          onResolve({ filter: /^@ts-morph\/common$/ }, () => ({ path: './typescript.cjs', external: true })),
      },
    ],
  });
}

/** The declarations that the checker needs, as a file of their own: few projects need it. */
async function writeLibrary(common) {
  const source = await readFile(path.join(root, 'src', 'typescript', 'library.ts'), 'utf8');
  const { code } = await transform(source.slice(source.indexOf('/** The newest edition')), { loader: 'ts' });
  const { joinLibrary, sortLibrary } = await import(`data:text/javascript,${encodeURIComponent(code)}`);
  await writeFile(path.join(dist, 'vendor', 'library.d.ts'), sortLibrary(common.ts, joinLibrary(common.getLibFiles())));
}

/** ts-morph carries the texts of TypeScript's libraries, half of the whole. The checker finds them in a file of their own. */
const noLibraries = {
  name: 'no-libraries',
  setup: ({ onLoad }) =>
    onLoad({ filter: /ts-morph-common\.js$/ }, async ({ path: file }) => {
      const text = await readFile(file, 'utf8');
      const contents = text.replace(/^const libFiles = \[\{.*?^ *\}\];$/ms, 'const libFiles = [];');
      if (contents.length > text.length / 2) throw new Error('ts-morph keeps its libraries elsewhere now');
      return { contents, loader: 'js' };
    }),
};

async function buildLibraries() {
  const k8s = (await readdir(path.join(root, 'src/k8s'), { recursive: true }))
    .filter((file) => file.endsWith('index.ts'))
    .map((file) => `src/k8s/${file}`);
  const entries = await runtimeEntries(root);
  const sources = ['src/testing/index.ts', 'src/testing/rights/rights-reporter.ts', ...k8s];
  const { metafile } = await build({
    ...shared,
    metafile: true,
    entryPoints: {
      'runtime/all': 'kbts:runtime',
      ...Object.fromEntries(sources.map((file) => [file.replace(/^src\/|\.ts$/g, ''), file])),
    },
    outdir: dist,
    splitting: true,
    // Node parses text without other characters than ASCII faster.
    charset: 'ascii',
    external: external.filter((name) => !bundledByRuntime.includes(name)),
    plugins: [runtimePackages(root), allOfRuntime(root, entries)],
    chunkNames: 'shared/[name]-[hash]',
  });
  await writeEntries(root, dist, entries);
  const inside = await packagesInside(root, dist, metafile);
  await writeFile(path.join(dist, 'packages.json'), `${JSON.stringify(inside, undefined, 2)}\n`);
}

function buildTypes() {
  const compiler = path.join(root, 'node_modules', 'typescript', 'bin', 'tsc');
  const args = [compiler, '-p', 'tsconfig.types.json', '--outDir', path.join(dist, 'types')];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: 'inherit' });
  if (status !== 0) throw new Error('type declarations could not be made');
}

/**
 * esbuild leaves characters in regular expressions as they are, and one of them makes V8 hold the whole text in two
 * bytes a character, which takes twice as long to read. An escape means the same there.
 */
async function escapeRest() {
  const files = (await readdir(dist, { recursive: true })).filter((file) => /\.c?js$/.test(file));
  for (const file of files) {
    const text = await readFile(path.join(dist, file), 'utf8');
    const escaped = text.replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
    if (escaped !== text) await writeFile(path.join(dist, file), escaped);
  }
}

async function copyData() {
  for (const [from, to] of dataFolders) await cp(path.join(root, from), path.join(dist, to), { recursive: true });
}

/** Data that built code looks for beside itself. */
const dataFolders = [];

await rm(dist, { recursive: true, force: true });
await mkdir(dist, { recursive: true });
try {
  await Promise.all([buildCli(), buildCompiler(), buildLibraries()]);
  await escapeRest();
  buildTypes();
  await copyData();
  await rm(final, { recursive: true, force: true });
  await rename(dist, final);
} finally {
  await rm(dist, { recursive: true, force: true });
}
