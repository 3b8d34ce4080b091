import { readFileSync, readdirSync, existsSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';

/** Folders and files of src/ and what they may import, besides themselves. The keys are in order, high to low. */
const layers: Readonly<Record<string, readonly string[]>> = {
  cli: ['commands', 'scaffold', 'project', 'model', 'errors', 'package-root'],
  commands: [
    'ship',
    'scaffold',
    'rights',
    'reader',
    'checks',
    'emitter',
    'tools',
    'typescript',
    'project',
    'markers',
    'core-schemas',
    'model',
    'errors',
    'regular-file',
    'safe-fetch',
    'yaml',
    'package-root',
    'runtime',
    'k8s',
    'testing',
    'plane',
    'certificate',
    'kubernetes',
  ],
  ship: ['errors', 'yaml', 'kubernetes'],
  scaffold: [
    'typescript',
    'project',
    'markers',
    'model',
    'errors',
    'regular-file',
    'yaml',
    'package-root',
    'kubernetes',
  ],
  rights: ['reader', 'typescript', 'core-schemas', 'model', 'yaml', 'kubernetes'],
  reader: ['typescript', 'project', 'markers', 'core-schemas', 'model', 'errors', 'regular-file', 'yaml', 'kubernetes'],
  checks: ['emitter', 'project', 'markers', 'core-schemas', 'model', 'errors', 'yaml', 'kubernetes'],
  emitter: ['project', 'markers', 'core-schemas', 'model', 'errors', 'yaml', 'kubernetes'],
  tools: ['project', 'markers', 'model', 'errors', 'safe-fetch', 'yaml', 'package-root'],
  typescript: ['model', 'errors', 'compiled-script', 'package-root'],
  project: ['model', 'errors', 'yaml'],
  markers: ['model', 'errors', 'yaml', 'kubernetes'],
  'core-schemas': ['model', 'errors'],
  'regular-file': ['errors'],
  'safe-fetch': [],
  errors: ['model'],
  model: [],
  yaml: ['kubernetes'],
  'package-root': [],
  'compiled-script': [],
  testing: ['plane', 'k8s', 'runtime', 'certificate', 'kubernetes'],
  plane: ['certificate', 'k8s', 'kubernetes'],
  k8s: ['runtime'],
  runtime: ['certificate', 'kubernetes'],
  certificate: [],
  kubernetes: [],
};

/** Inside the runtime, low to high. A folder may import those before it; equals on a line may not import each other. */
const runtimeOrder: readonly (readonly string[])[] = [
  [
    'object',
    'clock',
    'linked-abort',
    'connection-limit',
    'time-slice',
    'current-work',
    'held-loop',
    'part',
    'worker-pool',
    'certificate',
  ],
  ['log'],
  ['runnable', 'metrics', 'tracing'],
  ['client/http1', 'client/apply', 'client/status'],
  ['client'],
  ['cache', 'recorder', 'leader', 'queue', 'metrics/guard'],
  ['webhook/recall', 'webhook/limits'],
  ['controller', 'webhook'],
  ['children'],
  ['frame'],
  ['health'],
  ['metrics/server'],
  ['manager'],
  ['index', 'entry'],
];

/** Each library has one home. Type-only imports do not load it, so they are free. */
const homes: Readonly<Record<string, RegExp>> = {
  commander: /^cli\//,
  '@clack/prompts': /^cli\/prompt\.ts$/,
  handlebars: /^scaffold\/template-store\.ts$/,
  'ts-morph': /^typescript\/load\.ts$/,
  execa: /^tools\/run-tool\.ts$|^tools\//,
  yaml: /^yaml\.ts$|^plane\/yaml\.ts$|^runtime\/client\/config\/kube-config-file\.ts$/,
  '@kubernetes/client-node': /^runtime\/client\//,
  pino: /^runtime\/log\//,
  'prom-client': /^runtime\/metrics\//,
  'fast-json-patch': /^runtime\/object\/json-patch\.ts$/,
  re2js: /^kubernetes\/regex\//,
  esbuild: /^commands\//,
};

const maxLines = 250;

const maxFiles = 20;

interface Import {
  readonly specifier: string;
  readonly isTypeOnly: boolean;
}

interface SourceFile {
  readonly name: string;
  readonly text: string;
  readonly imports: readonly Import[];
  readonly isGenerated: boolean;
}

const sources = readSources();
const edges = readEdges();

describe('layers', () => {
  test('every folder and file at the top of src/ has its place', () => {
    const found = readdirSync('src').map((name) => name.replace(/\.ts$/, ''));

    expect(found.filter((name) => !(name in layers))).toEqual([]);
  });

  test('imports go down only', () => {
    const wrong = edges.filter(({ from, to }) => {
      const [source, target] = [layerOf(from), layerOf(to)];
      return source !== target && !layers[source]?.includes(target);
    });

    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('imports inside the runtime go down only', () => {
    const wrong = edges
      .filter(({ from, to, isTypeOnly }) => !isTypeOnly && from.startsWith('runtime/') && to.startsWith('runtime/'))
      .filter(({ from, to }) => path.dirname(from) !== path.dirname(to) && roomOf(from) !== roomOf(to))
      .filter(({ from, to }) => rank(to) >= rank(from));

    expect(wrong.map(({ from, to }) => `${from} → ${to}`)).toEqual([]);
  });

  test('there are no import cycles', () => {
    expect(findCycle()).toEqual([]);
  });

  test('each library is loaded from its home only', () => {
    const wrong = sources.flatMap(({ name, imports }) =>
      imports
        .filter(
          ({ specifier, isTypeOnly }) => !isTypeOnly && !specifier.startsWith('.') && !specifier.startsWith('node:'),
        )
        .filter(({ specifier }) => homes[packageOf(specifier)]?.test(name) !== true)
        .map(({ specifier }) => `${name} loads ${specifier}`),
    );

    expect(wrong).toEqual([]);
  });
});

describe('files', () => {
  test(`have at most ${maxLines} lines, unless they are generated`, () => {
    const long = sources.filter(({ text, isGenerated }) => !isGenerated && text.split('\n').length - 1 > maxLines);

    expect(long.map(({ name, text }) => `${name}: ${text.split('\n').length - 1}`)).toEqual([]);
  });

  test('are named in kebab-case and never after a drawer', () => {
    const drawer = /(^|[/-])(utils?|helpers?|common|misc)([/.-]|$)/;
    const wrong = sources.map(({ name }) => name).filter((name) => drawer.test(name) || !/^[a-z0-9\-./]+$/.test(name));

    expect(wrong).toEqual([]);
  });

  test('with code have their test in the same place below test/, or are a part of one that has', () => {
    const tested = new Set(sources.map(({ name }) => name).filter((name) => hasTest(name.replace(/\.ts$/, ''))));
    for (const file of tested) for (const part of partsOf(file)) tested.add(part);
    const missing = sources
      .filter(
        ({ text, isGenerated, name }) =>
          !isGenerated && !isTypesOnly(text) && !name.endsWith('index.ts') && !name.startsWith('runtime/entry/'),
      )
      .map(({ name }) => name)
      .filter((name) => !tested.has(name));

    expect(missing).toEqual([]);
  });

  test('say what they are for in their first lines', () => {
    const silent = sources.filter(({ text }) => !/^(#!.*\n)?(\/\*\*|\/\/)/.test(text)).map(({ name }) => name);

    expect(silent).toEqual([]);
  });
});

test('tests that need real programs are named so', () => {
  const asksForPrograms =
    /ensureBinaries\(|typescriptFolder\(|buildControlPlane\(|nodeBinary\(|kubectl\(\)|kind: 'envtest'/;
  const files = readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !/(^|\/)(testdata|projects)\//.test(file))
    .filter((file) => !/\.(real|thorough)\.test\.ts$/.test(file) && file !== 'architecture.test.ts');

  expect(files.filter((file) => asksForPrograms.test(readFileSync(path.join('test', file), 'utf8')))).toEqual([]);
});

test('what a source exports is used elsewhere: by another source, by a script, or by its test', () => {
  const elsewhere = wordsOf(['test', 'scripts', 'bench'].flatMap((top) => textsBelow(top)));
  const users = new Map<string, number>();
  for (const { text } of sources) for (const word of wordsOf([text])) users.set(word, (users.get(word) ?? 0) + 1);
  const published = new Set(sources.flatMap(({ name, text }) => starExports(name, text)));
  const unused = sources
    .filter(({ name, isGenerated }) => !isGenerated && !published.has(name) && !name.startsWith('k8s/'))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^export (?:async )?(?:function\*?|const|class|enum) (\w+)/gm)]
        .map(([, word = '']) => word)
        .filter((word) => users.get(word) === 1 && !elsewhere.has(word))
        .map((word) => `${name}: ${word}`),
    );

  expect(unused).toEqual([]);
});

describe('folders', () => {
  test(`have at most ${maxFiles} files, unless these are generated`, () => {
    const crowded = ['src', 'test'].flatMap((top) => foldersBelow(top)).filter(({ files }) => files > maxFiles);

    expect(crowded.map(({ name, files }) => `${name}: ${files}`)).toEqual([]);
  });

  test('of src/ are those of the map in docs/architecture.md', () => {
    const drawn = drawnFolders(readFileSync('docs/architecture.md', 'utf8'));
    const real = foldersBelow('src').map(({ name }) => name.slice('src/'.length));

    expect(drawn).toEqual(real.filter((name) => !name.startsWith('k8s/')).sort());
  });
});

test('the source tree in CONTRIBUTING.md lists every folder and file at the top of src/', () => {
  const text = readFileSync('CONTRIBUTING.md', 'utf8');
  const tree = text.slice(text.indexOf('## The source tree'), text.indexOf('## Checks'));

  const unlisted = readdirSync('src').filter(
    (name) => !new RegExp(`^\\s+${name.replace('.', '\\.')}/?\\s`, 'm').test(tree),
  );

  expect(unlisted).toEqual([]);
});

function wordsOf(texts: readonly string[]): Set<string> {
  return new Set(texts.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
}

function textsBelow(top: string): string[] {
  return readdirSync(top, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:ts|mjs)$/.test(file) && !/(^|\/)(testdata|projects)\//.test(file))
    .map((file) => readFileSync(path.join(top, file), 'utf8'));
}

/** Files whose exports are all published by another: `export * from`. */
function starExports(name: string, text: string): string[] {
  return [...text.matchAll(/^export (?:type )?\* from '([^']+)'/gm)].map(([, from = '']) =>
    path.join(path.dirname(name), from).replace(/\.js$/, '.ts'),
  );
}

interface Folder {
  readonly name: string;
  readonly files: number;
}

/** The folders below one, with how many files of ours each has; test data and generated files aside. */
function foldersBelow(top: string): Folder[] {
  return readdirSync(top, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !['testdata', 'projects', 'cases', 'generated'].includes(entry.name))
    .flatMap((entry) => {
      const name = path.posix.join(top, entry.name);
      const files = readdirSync(name, { withFileTypes: true }).filter((child) => child.isFile()).length;
      return [{ name, files }, ...foldersBelow(name)];
    });
}

/** The paths of the block below "The folders of src/": two blanks of indent for each level, a description after the name. */
function drawnFolders(page: string): string[] {
  const block = /^## The folders of src\/\n[\s\S]*?```text\n([\s\S]*?)```/m.exec(page)?.[1] ?? '';
  const trail: string[] = [];
  const paths = block.split('\n').flatMap((line) => {
    const [, blanks, name] = /^( *)([\w-]+)\/  +\S/.exec(line) ?? [];
    if (blanks === undefined || name === undefined) return [];
    trail.splice(blanks.length / 2, trail.length, name);
    return [trail.join('/')];
  });
  return paths.sort();
}

function readSources(): SourceFile[] {
  return readdirSync('src', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .map((entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const text = readFileSync(file, 'utf8');
      return {
        name: path.relative('src', file),
        text,
        imports: importsOf(text),
        isGenerated: text.startsWith('// Code generated'),
      };
    });
}

function importsOf(text: string): Import[] {
  const pattern =
    /^\s*(?:import|export)\s+(type\s+)?(?:[^'"();]*?\sfrom\s+)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)/gm;
  return [...withoutComments(text).matchAll(pattern)].map(([statement, type, from, dynamic]) => ({
    specifier: from ?? dynamic ?? '',
    isTypeOnly: type !== undefined || /\{\s*(type\s+\w+[^,}]*,?\s*)+\}/.test(statement ?? ''),
  }));
}

function withoutComments(text: string): string {
  return text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/^\s*\/\/.*$/gm, '');
}

/** Who imports whom, inside src/. */
function readEdges(): { from: string; to: string; isTypeOnly: boolean }[] {
  return sources.flatMap(({ name, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith('.'))
      .map(({ specifier, isTypeOnly }) => ({
        from: name,
        to: path.join(path.dirname(name), specifier).replace(/\.js$/, '.ts'),
        isTypeOnly,
      })),
  );
}

function layerOf(file: string): string {
  return file.split('/')[0]?.replace(/\.ts$/, '') ?? '';
}

function packageOf(specifier: string): string {
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** Depth-first search over imports that load something; the first cycle found, or nothing. */
function findCycle(): string[] {
  const loads = new Map<string, string[]>();
  for (const { from, to, isTypeOnly } of edges) if (!isTypeOnly) loads.set(from, [...(loads.get(from) ?? []), to]);
  const state = new Map<string, 'open' | 'done'>();
  const walk = (file: string, trail: readonly string[]): string[] => {
    if (state.get(file) === 'open') return [...trail.slice(trail.indexOf(file)), file];
    if (state.get(file) === 'done') return [];
    state.set(file, 'open');
    for (const next of loads.get(file) ?? []) {
      const cycle = walk(next, [...trail, file]);
      if (cycle.length > 0) return cycle;
    }
    state.set(file, 'done');
    return [];
  };
  for (const file of loads.keys()) {
    const cycle = walk(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

/** A file that declares types alone has nothing to run. */
function isTypesOnly(text: string): boolean {
  return !/^(export\s+)?(async\s+)?(function|class|const|let|enum)\b/m.test(withoutComments(text));
}

/** Files of the same area that a file loads: of its folder, or of a folder beside, above or below it. */
function partsOf(file: string): string[] {
  return edges
    .filter(({ from, to, isTypeOnly }) => from === file && !isTypeOnly && areaOf(to) === areaOf(file))
    .map(({ to }) => to);
}

/** Such as `runtime/client`, `plane` or `reader`. */
function areaOf(file: string): string {
  const deep = ['runtime', 'testing', 'kubernetes', 'ship'].includes(layerOf(file));
  return path
    .dirname(file)
    .split('/')
    .slice(0, deep ? 2 : 1)
    .join('/');
}

/** The line of a runtime file. */
function rank(file: string): number {
  const room = roomOf(file);
  return runtimeOrder.findIndex((line) => room !== undefined && line.includes(room));
}

/** The name in the order of the runtime that a file falls under: the longest that fits. */
function roomOf(file: string): string | undefined {
  const fits = (name: string): boolean =>
    file === `runtime/${name}.ts` || file.startsWith(`runtime/${name}/`) || file.startsWith(`runtime/${name}-`);
  const names = runtimeOrder.flat().filter(fits);
  return names.sort((a, b) => b.length - a.length)[0];
}

/** `x.ts` is tested by `x.test.ts`, or by files such as `x.real.test.ts`. */
function hasTest(name: string): boolean {
  const folder = path.join('test', path.dirname(name));
  if (!existsSync(folder)) return false;
  return readdirSync(folder).some((file) => file.startsWith(`${path.basename(name)}.`) && file.endsWith('.test.ts'));
}
