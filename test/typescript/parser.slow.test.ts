/** What is cut out of the compiler (scripts/build-parser.mjs), beside the compiler itself. Needs `npm run build`. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { runScript, scriptFiles } from '../../src/compiled-script.js';
import { Checker } from '../../src/reader/checker/checker.js';
import { viewFiles } from '../../src/reader/sources/files.js';
import { Program } from '../../src/reader/sources/program.js';
import { hasChecker, loadTypeScript, type TypeScript } from '../../src/typescript/load.js';

const root = path.resolve(import.meta.dirname, '../..');
const compiler = loadTypeScript();
const folder = mkdtempSync(path.join(tmpdir(), 'kbts-parser-'));
const load = (name: string): TypeScript => {
  const files = scriptFiles(path.join(root, `dist/vendor/${name}.cjs`));
  return runScript({ ...files, cache: path.join(folder, name) }) as TypeScript;
};
const parser = load('parser');
const checker = load('checker');

/** Types of every kind that the checker computes, right and wrong. */
const PROGRAMS = [
  ...readdirSync(path.join(root, 'node_modules/type-fest/source'))
    .filter((file) => file.endsWith('.d.ts'))
    .slice(0, 60)
    .map((file) => readFileSync(path.join(root, 'node_modules/type-fest/source', file), 'utf8'))
    .map((text) =>
      text.replaceAll(/from '\.\/([\w/-]+)\.d\.ts'/g, `from '${root}/node_modules/type-fest/source/$1.d.ts'`),
    ),
  `import type * as fest from '${root}/node_modules/type-fest/index.d.ts';
   export type A = fest.PartialDeep<{ a: Date; b: Map<string, { c: 1 }>[] }>;
   export type B = fest.CamelCasedProperties<{ 'foo-bar': 1; BazQux: 2 }>;
   export type C = fest.Missing; export type D = Missing; export type E = fest.Except<{ a: 1; b: 2 }, 'a'>;
   const f = async () => [1, 'a'] as const; export type F = Awaited<ReturnType<typeof f>>;
   enum G0 { A = 'a', B = \`\${1 + 1}\` } export type G = keyof typeof G0;
   class H0<T> { constructor(readonly a: T, private b = 1) {} get c() { return this.b; } } export type H = H0<string>;
   export type I = Parameters<typeof JSON.stringify>; export type J = (typeof globalThis)['Math']['PI'];`,
];

/** Sources of every kind: our own, generated projects, types of corpora, and texts with errors in them. */
function samples(): string[] {
  const folders = ['src/reader', 'src/k8s', 'test/conformance', 'test/golden/projects', 'examples'];
  const files = folders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.[cm]?tsx?$/.test(file) && !file.includes('node_modules'))
      .map((file) => path.join(root, folder, file)),
  );
  const chosen = files.filter((_, index) => index % Math.ceil(files.length / 250) === 0);
  const texts = chosen.map((file) => readFileSync(file, 'utf8'));
  // Cut at some place, a text has errors, which must be the same.
  const broken = texts.map((text, index) => text.slice(0, Math.floor((text.length * ((index % 7) + 1)) / 8)));
  return [...texts, ...broken];
}

function parse(compilerApi: TypeScript, text: string): ts.SourceFile {
  const mode = {
    languageVersion: compilerApi.ScriptTarget.Latest,
    jsDocParsingMode: compilerApi.JSDocParsingMode.ParseNone,
  };
  return compilerApi.createSourceFile('/a.ts', text, mode, true);
}

function describeTree(api: TypeScript, file: ts.SourceFile): string {
  const lines: string[] = [];
  const visit = (node: ts.Node): void => {
    lines.push(`${node.kind} ${node.flags} ${node.pos} ${node.getStart(file)} ${node.end}`);
    api.forEachChild(node, visit);
  };
  visit(file);
  const { parseDiagnostics } = file as unknown as { parseDiagnostics: readonly ts.Diagnostic[] };
  const problems = parseDiagnostics.map(
    ({ start, length, messageText }) => `${start} ${length} ${String(messageText)}`,
  );
  return [...lines, ...problems].join('\n');
}

test.each([
  ['parser', parser],
  ['checker', checker],
])('the %s makes the same trees, with the same errors', (_name, part) => {
  const texts = samples();
  const differing = texts.filter(
    (text) => describeTree(part, parse(part, text)) !== describeTree(compiler, parse(compiler, text)),
  );

  expect(texts.length).toBeGreaterThan(300);
  expect(differing).toEqual([]);
});

/** Texts of the reader; those that ask the checker are in a folder of their own. */
function readerTexts(ofChecker: boolean): string[] {
  return readdirSync(path.join(root, 'src/reader'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && (ofChecker || !file.startsWith('checker')))
    .map((file) => readFileSync(path.join(root, 'src/reader', file), 'utf8'));
}

test.each([
  ['parser', parser],
  ['checker', checker],
])('the %s has every function and table of the compiler that the reader uses', (name, part) => {
  const texts = readerTexts(name === 'checker');
  const used = new Set(texts.flatMap((text) => [...text.matchAll(/\bts\.([A-Za-z]+)/g)].map(([, name = '']) => name)));
  const flags = texts.flatMap((text) =>
    [...text.matchAll(/const \{ ([\w, ]+) \} = [\w.]*\bts;/g)].flatMap(([, list = '']) => list.split(', ')),
  );
  const values = [...used, ...flags].filter((one) => one in compiler);

  expect(values.length).toBeGreaterThan(60);
  expect(values.filter((one) => !(one in part))).toEqual([]);
});

test('is of the same version, and says that it has no checker', () => {
  expect([parser.version, checker.version]).toEqual([compiler.version, compiler.version]);
  expect([parser, checker, compiler].map(hasChecker)).toEqual([false, true, true]);
});

test.each([
  ['parser', parser],
  ['checker', checker],
])('the %s has every function that the reader calls', (name, part) => {
  const texts = readerTexts(name === 'checker');
  const called = new Set(
    texts.flatMap((text) => [...text.matchAll(/\bts\.([a-z]\w+)\(/g)].map(([, name = '']) => name)),
  );
  const known = new Map(Object.entries(part));

  expect([...called].filter((one) => typeof known.get(one) !== 'function')).toEqual([]);
});

test('types come out the same', () => {
  const types = (api: TypeScript): string[] => {
    const texts = new Map(PROGRAMS.map((text, index) => [`/project/src/${index}.ts`, text]));
    const program = new Program(api, path.join(root, 'test'), viewFiles({ texts }));
    for (const file of texts.keys()) program.unit(file);
    const asked = new Checker(program);
    return [...texts.keys()].flatMap((file) =>
      (program.unit(file)?.ast.statements ?? []).flatMap((node) => {
        if (!api.isTypeAliasDeclaration(node)) return [];
        const type = asked.typeOf(node.type);
        if (type === undefined) return [`${node.name.text}: nothing`];
        const properties = type
          .getProperties()
          .map((one) => `${one.name}:${asked.types.typeToString(asked.types.getTypeOfSymbol(one))}`);
        return [
          `${node.name.text}: ${asked.types.typeToString(type, undefined, api.TypeFormatFlags.InTypeAlias)} {${properties.join()}}`,
        ];
      }),
    );
  };
  const found = types(checker);

  expect(found.length).toBeGreaterThan(30);
  expect(found).toEqual(types(compiler));
});
