/** The parser that is cut out of the compiler (scripts/build-parser.mjs), beside the compiler itself. Needs `npm run build`. */
import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { runScript, scriptFiles } from '../../src/compiled-script.js';
import { hasChecker, loadTypeScript, type TypeScript } from '../../src/typescript/load.js';

const root = path.resolve(import.meta.dirname, '../..');
const compiler = loadTypeScript();
const cache = path.join(mkdtempSync(path.join(tmpdir(), 'kbts-parser-')), 'cache');
const parser = runScript({ ...scriptFiles(path.join(root, 'dist/vendor/parser.cjs')), cache }) as TypeScript;

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

test('makes the same trees, with the same errors', () => {
  const texts = samples();
  const differing = texts.filter(
    (text) => describeTree(parser, parse(parser, text)) !== describeTree(compiler, parse(compiler, text)),
  );

  expect(texts.length).toBeGreaterThan(300);
  expect(differing).toEqual([]);
});

test('has every function and table of the compiler that the reader uses', () => {
  const files = readdirSync(path.join(root, 'src/reader'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && file !== path.join('checker', 'checker.ts'))
    .map((file) => readFileSync(path.join(root, 'src/reader', file), 'utf8'));
  const used = new Set(files.flatMap((text) => [...text.matchAll(/\bts\.([A-Za-z]+)/g)].map(([, name = '']) => name)));
  const values = [...used].filter((name) => name in compiler);

  expect(values.length).toBeGreaterThan(60);
  expect(values.filter((name) => !(name in parser))).toEqual([]);
});

test('is of the same version, and says that it has no checker', () => {
  expect(parser.version).toBe(compiler.version);
  expect([hasChecker(parser), hasChecker(compiler)]).toEqual([false, true]);
});

test('has every function that the reader calls', () => {
  const files = readdirSync(path.join(root, 'src/reader'), { recursive: true, encoding: 'utf8' });
  const texts = files
    .filter((file) => file.endsWith('.ts'))
    .map((file) => readFileSync(path.join(root, 'src/reader', file), 'utf8'));
  const called = new Set(
    texts.flatMap((text) => [...text.matchAll(/\bts\.([a-z]\w+)\(/g)].map(([, name = '']) => name)),
  );
  const known = new Map(Object.entries(parser));

  // The checker has the whole compiler.
  called.delete('createProgram');
  expect([...called].filter((name) => typeof known.get(name) !== 'function')).toEqual([]);
});
