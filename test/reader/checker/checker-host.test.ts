import { expect, test } from 'vitest';
import { startChecker } from '../../../src/reader/checker/checker-host.js';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { Program } from '../../../src/reader/sources/program.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const ts = loadTypeScript();
const ROOT = '/project/src/a.ts';

function start(files: Readonly<Record<string, string>>) {
  const texts = new Map(Object.entries(files).map(([name, text]) => [`/project/${name}`, text]));
  const program = new Program(ts, '/project', viewFiles({ texts }));
  program.unit(ROOT);
  return { program, ...startChecker(program) };
}

/** The type of the alias `T` of the first file, as text. */
function typeText(files: Readonly<Record<string, string>>): string {
  const { program, types } = start(files);
  const alias = program.unit(ROOT)?.ast.statements.find((node) => ts.isTypeAliasDeclaration(node));
  if (alias === undefined) throw new Error('no alias');
  return types.typeToString(types.getTypeFromTypeNode(alias.type), undefined, ts.TypeFormatFlags.InTypeAlias);
}

const packageFiles = (declarations: Readonly<Record<string, string>>) => ({
  'node_modules/pkg/package.json': '{ "types": "index.d.ts" }',
  ...Object.fromEntries(Object.entries(declarations).map(([name, text]) => [`node_modules/pkg/${name}`, text])),
});

test('files are the trees that the reader has', () => {
  const { program, fileOf } = start({ 'src/a.ts': 'export type A = string;' });

  expect(fileOf(ROOT)).toBe(program.unit(ROOT)?.ast);
  expect(fileOf('/project/src/b.ts')).toBeUndefined();
});

test('nothing that the checker needs to start is missing', () => {
  const { types } = start({ 'src/a.ts': 'export type A = string;' });

  expect((types as unknown as { getGlobalDiagnostics(): unknown[] }).getGlobalDiagnostics()).toEqual([]);
});

test('names of the library are found when they are asked for, one by one and all together', () => {
  expect(typeText({ 'src/a.ts': "export type T = Uint8Array['BYTES_PER_ELEMENT'];" })).toBe('number');
  expect(typeText({ 'src/a.ts': "export type T = (typeof globalThis)['Math']['PI'];" })).toBe('number');
  expect(typeText({ 'src/a.ts': "export type T = 'WeakRef' extends keyof typeof globalThis ? 1 : 0;" })).toBe('1');
  expect(typeText({ 'src/a.ts': 'export type T = globalThis.Date extends Date ? 1 : 0;' })).toBe('1');
});

test('a file of a package is parsed when its names are used', () => {
  const { program, types } = start({
    'src/a.ts': "import type * as pkg from 'pkg';\nexport type T = pkg.Used;",
    ...packageFiles({
      'index.d.ts': "export * from './used.d.ts';\nexport type { Unused } from './unused.d.ts';",
      'used.d.ts': 'export type Used = 1;',
      'unused.d.ts': 'export type Unused = 2;',
    }),
  });
  const alias = program.unit(ROOT)?.ast.statements.find((node) => ts.isTypeAliasDeclaration(node));
  if (alias === undefined) throw new Error('no alias');
  const isBound = (name: string): boolean =>
    (program.unit(`/project/node_modules/pkg/${name}`)?.tree() as { locals?: unknown } | undefined)?.locals !==
    undefined;

  expect(types.typeToString(types.getTypeFromTypeNode(alias.type))).toBe('1');
  expect([isBound('used.d.ts'), isBound('unused.d.ts')]).toEqual([true, false]);
});

test('what a file declares for all others holds, wherever the way to it leads', () => {
  const index = "export * from './far.d.ts';\nexport type Used = 1;\n";
  const ask = (far: string, more: Readonly<Record<string, string>> = {}) =>
    typeText({
      'src/a.ts': "import type { Used } from 'pkg';\nexport type T = keyof Date & 'added' | Used;",
      ...packageFiles({ 'index.d.ts': index, 'far.d.ts': far, ...more }),
    });

  expect(ask('export {};\ndeclare global { interface Date { added: string } }')).toBe('"added" | 1');
  expect(ask('interface Date { added: string }')).toBe('"added" | 1');
  expect(ask('declare namespace Far { export interface A {} }\ninterface Date { added: string }')).toBe('"added" | 1');
  expect(
    ask('/// <reference path="far2.d.ts" />\nexport {};', { 'far2.d.ts': 'interface Date { added: string }' }),
  ).toBe('"added" | 1');
  expect(ask('export {};\n/*\ndeclare global { interface Date { added: string } }\n*/')).toBe('1');
});

test('what a file adds to another module holds', () => {
  expect(
    typeText({
      'src/a.ts': "import type { Options } from 'pkg';\nexport type T = Options['own' | 'added'];",
      ...packageFiles({
        'index.d.ts': "import './more.d.ts';\nexport * from './options.d.ts';",
        'options.d.ts': 'export interface Options { own: 1 }',
        'more.d.ts': "import './options.d.ts';\ndeclare module './options.d.ts' { interface Options { added: 2 } }",
      }),
    }),
  ).toBe('1 | 2');
});

test('a module of CommonJS is what it is to TypeScript', () => {
  const ask = (text: string) =>
    typeText({
      'src/a.ts': "import * as all from 'pkg';\nexport type T = keyof typeof all;",
      ...packageFiles({ 'index.d.ts': text }),
    });

  expect(ask('declare function f(): void;\ndeclare namespace f { const a: 1; }\nexport = f;')).toBe('"default" | "a"');
  expect(ask('declare const a: 1;\nexport { a };')).toBe('"a"');
  expect(ask('declare const a: 1;\nexport { a as default };')).toBe('"default"');
});
