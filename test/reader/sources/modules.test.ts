import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { viewFiles } from '../../../src/reader/sources/files.js';
import { makeModuleResolver } from '../../../src/reader/sources/modules.js';

const texts = new Map([
  ['/p/src/a.ts', ''],
  ['/p/src/sub/index.ts', ''],
  ['/p/tsconfig.json', '{ // comment\n "compilerOptions": { "paths": { "@api/*": ["./src/*"], }, }, }'],
  ['/p/package.json', '{ "imports": { "#types/*": "./src/*.ts" } }'],
  [
    '/p/node_modules/lib/package.json',
    '{ "exports": { ".": { "types": "./dist/index.d.ts" }, "./extra": { "import": { "types": "./dist/extra.d.ts" } } } }',
  ],
  ['/p/node_modules/lib/dist/index.d.ts', ''],
  ['/p/node_modules/lib/dist/extra.d.ts', ''],
  ['/p/node_modules/old/package.json', '{ "typings": "types.d.ts" }'],
  ['/p/node_modules/old/types.d.ts', ''],
  ['/p/node_modules/@types/untyped/package.json', '{ "types": "index.d.ts" }'],
  ['/p/node_modules/@types/untyped/index.d.ts', ''],
]);
const resolver = makeModuleResolver(viewFiles({ texts }), '/p');

test.each([
  ['./a.js', '/p/src/a.ts'],
  ['./sub', '/p/src/sub/index.ts'],
  ['@api/a', '/p/src/a.ts'],
  ['#types/a', '/p/src/a.ts'],
  ['lib', '/p/node_modules/lib/dist/index.d.ts'],
  ['lib/extra', '/p/node_modules/lib/dist/extra.d.ts'],
  ['old', '/p/node_modules/old/types.d.ts'],
  ['untyped', '/p/node_modules/@types/untyped/index.d.ts'],
])('%s is %s', (specifier, file) => {
  expect(resolver.resolve(specifier, '/p/src/main.ts')).toEqual({ kind: 'file', file });
});

test.each([['kbts/runtime'], ['kbts/k8s/core/v1'], ['@kubernetes/client-node']])(
  '%s is known and never read',
  (specifier) => {
    expect(resolver.resolve(specifier, '/p/src/main.ts')).toEqual({ kind: 'known', specifier });
  },
);

test('aliases are inherited from the file that tsconfig.json extends', () => {
  const inherited = new Map([
    ['/q/tsconfig.json', '{ "extends": "./config/base" }'],
    ['/q/config/base.json', '{ "compilerOptions": { "baseUrl": "..", "paths": { "~/*": ["src/*"] } } }'],
    ['/q/src/a.ts', ''],
  ]);

  const found = makeModuleResolver(viewFiles({ texts: inherited }), '/q').resolve('~/a', '/q/src/main.ts');

  expect(found).toEqual({ kind: 'file', file: '/q/src/a.ts' });
});

test('what is not there is missing', () => {
  expect(resolver.resolve('./gone.js', '/p/src/main.ts')).toEqual({ kind: 'missing' });
});

test('what a package needs is found beside its place in the store of pnpm', () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'kbts-modules-')));
  const write = (file: string, text: string): void => {
    mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    writeFileSync(path.join(root, file), text);
  };
  const store = 'node_modules/.pnpm';
  write(`${store}/a@1.0.0/node_modules/a/package.json`, '{ "types": "index.d.ts" }');
  write(`${store}/a@1.0.0/node_modules/a/index.d.ts`, "export * from 'b';");
  write(`${store}/b@2.0.0/node_modules/b/package.json`, '{ "types": "index.d.ts" }');
  write(`${store}/b@2.0.0/node_modules/b/index.d.ts`, 'export interface Size { width: number }');
  symlinkSync('.pnpm/a@1.0.0/node_modules/a', path.join(root, 'node_modules/a'));
  symlinkSync('../../b@2.0.0/node_modules/b', path.join(root, store, 'a@1.0.0/node_modules/b'));
  const installed = makeModuleResolver(viewFiles(), root);

  const first = installed.resolve('a', path.join(root, 'src/main.ts'));
  const file = path.join(root, store, 'a@1.0.0/node_modules/a/index.d.ts');
  expect(first).toEqual({ kind: 'file', file });
  expect(installed.resolve('b', file)).toEqual({
    kind: 'file',
    file: path.join(root, store, 'b@2.0.0/node_modules/b/index.d.ts'),
  });
  rmSync(root, { recursive: true, force: true });
});

test('a package whose program is a file without types is not found, nor is anything below that file', () => {
  const root = realpathSync(mkdtempSync(path.join(tmpdir(), 'kbts-modules-')));
  mkdirSync(path.join(root, 'node_modules/plain/lib'), { recursive: true });
  writeFileSync(path.join(root, 'node_modules/plain/package.json'), '{ "main": "lib/index.js" }');
  writeFileSync(path.join(root, 'node_modules/plain/lib/index.js'), '');
  const installed = makeModuleResolver(viewFiles(), root);

  expect(installed.resolve('plain', path.join(root, 'src/main.ts'))).toEqual({ kind: 'missing' });
  expect(installed.resolve('plain/lib/index.js/x', path.join(root, 'src/main.ts'))).toEqual({ kind: 'missing' });
  rmSync(root, { recursive: true, force: true });
});
