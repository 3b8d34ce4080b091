import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  moduleAugmentations,
  outlineOf,
  outlineOfText,
  outlineOfTree,
} from '../../../src/reader/checker/file-outline.js';
import { makeUnit } from '../../../src/reader/sources/unit.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const ts = loadTypeScript();
const tree = (text: string, file = '/a.d.ts') => makeUnit(ts, '/', file, text).ast;
const PACKAGES = ['type-fest', 'zod', 'vitest', 'fast-check', '@types/node', '@kubernetes/client-node/dist', 'yaml'];

test('what the text of a declaration file says is what its tree says', () => {
  const files = PACKAGES.flatMap((name) => {
    const folder = path.resolve('node_modules', name);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.d\.[cm]?ts$/.test(file))
      .map((file) => path.join(folder, file))
      .filter((_file, index, all) => index % Math.ceil(all.length / 150) === 0);
  });
  let certain = 0;
  for (const file of files) {
    const text = readFileSync(file, 'utf8');
    const fast = outlineOfText(file, text);
    if (fast === undefined) continue;
    certain++;
    const exact = outlineOfTree(ts, tree(text, file));
    expect({ file, ...exact, specifiers: exact.specifiers.filter((name) => !fast.specifiers.includes(name)) }).toEqual({
      file,
      references: [],
      specifiers: [],
      isGlobal: false,
      isInterop: fast.isInterop && exact.isInterop,
    });
  }

  expect(files.length).toBeGreaterThan(300);
  expect(certain / files.length).toBeGreaterThan(0.6);
});

test.each([
  ['export {};\ndeclare global { interface Date { a: 1 } }', true],
  ["import './b';\ndeclare module './b' { interface B { a: 1 } }", true],
  ['export {};\nexport as namespace Lib;', true],
  ['interface Date { a: 1 }', true],
  ['declare namespace A {\nexport interface B {}\n}', true],
  ['type A = `\nexport {};\n`;', true],
  ['// export {};\n/*\nexport {};\n*/\ninterface A {}', true],
  ['export namespace A {\nexport interface B {}\n}', false],
  ["export type A = 'module' | 'global {';", true],
  ['export {};\n// declare global {}', false],
])('%j declares for others: at most %s', (text, mayBe) => {
  const outline = outlineOf(ts, makeUnit(ts, '/', '/a.d.ts', text));

  expect(outlineOfText('/a.d.ts', text)?.isGlobal ?? mayBe).toBe(mayBe);
  expect(outline.isGlobal && !mayBe).toBe(false);
  expect(outlineOfTree(ts, tree(text)).isGlobal && !outline.isGlobal).toBe(false);
});

test('every way to name a module is found, in text and tree', () => {
  const text = [
    "import { a } from './a';",
    "import './b';",
    "import c = require('./c');",
    "export * from './d';",
    "export type E = import('./e').E;",
    'import type { F } from /* here */ "./f";',
  ].join('\n');
  const names = ['./a', './b', './c', './d', './e', './f'];

  expect(outlineOfText('/a.d.ts', text)?.specifiers).toEqual(names);
  expect(outlineOfTree(ts, tree(text)).specifiers).toEqual(names);
  expect(outlineOfTree(ts, tree("const a = import('./a');\nexport {};", '/a.ts')).specifiers).toEqual(['./a']);
});

test('references lead to files and packages', () => {
  const text = '/// <reference path="b.d.ts" />\n/// <reference types="node" />\nexport {};';

  expect(outlineOfText('/a.d.ts', text)).toBeUndefined();
  expect(outlineOfTree(ts, tree(text)).references).toEqual(['./b.d.ts', 'node']);
});

test('exports in the way of CommonJS are seen', () => {
  const isInterop = (text: string) => [
    outlineOfText('/a.d.ts', text)?.isInterop,
    outlineOfTree(ts, tree(text)).isInterop,
  ];

  expect(isInterop('declare const a: 1;\nexport { a as default };')).toEqual([true, true]);
  expect(isInterop("export { default } from './b';")).toEqual([true, true]);
  expect(isInterop('declare const a: 1;\nexport default a;')).toEqual([false, false]);
  expect(outlineOfTree(ts, tree('declare const a: 1;\nexport = a;')).isInterop).toBe(true);
});

test('sources are not judged by their text: they may have expressions', () => {
  expect(outlineOfText('/a.ts', 'export {};')).toBeUndefined();
});

test('augmentations are those that TypeScript collects', () => {
  const names = (text: string, file?: string) => moduleAugmentations(ts, tree(text, file)).map((name) => name.text);

  expect(names("export {};\ndeclare module 'a' {}\ndeclare global {}")).toEqual(['a', 'global']);
  expect(names("declare module 'a' { module 'b' {} module './c' {} }")).toEqual(['b']);
  expect(names("export {};\nmodule 'a' {}", '/a.ts')).toEqual([]);
});
