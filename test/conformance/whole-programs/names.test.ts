/** Programs of several files: which declaration a name means. TypeScript is the judge of every field. */
import { expect, test } from 'vitest';
import { read } from '../../reader/read-source.js';
import { expectedOf } from '../random-programs/expected.js';
import { judge } from '../random-programs/judge.js';
import { observedOf } from '../random-programs/observed.js';

interface Program {
  readonly spec: string;
  readonly head?: string;
  readonly types?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly paths?: Readonly<Record<string, string[]>>;
}

const TYPES_BARREL = {
  'src/types/index.ts':
    "export * from './common.js';\nexport * from './spec.js';\nexport { Z as Renamed } from './spec.js';\n",
  'src/types/common.ts': 'interface Options { privateOne: string }\nexport interface Uses { o: Options }\n',
  'src/types/spec.ts':
    "export interface Options { publicOne: string }\nexport interface Z { z: string }\nexport enum Phase { A = 'A', B = 'B' }\n",
};

const PROGRAMS: Readonly<Record<string, Program>> = {
  'a private interface does not stand for an exported one behind a barrel': {
    head: "import type { Options, Renamed } from '../types/index.js';\nimport * as t from '../types/index.js';",
    spec: 'o: Options; y: Renamed; p: t.Options; phase: t.Phase; one?: t.Phase.A',
    files: TYPES_BARREL,
  },
  'default, renamed and namespace imports': {
    head: "import Def, { type Named as Other } from './lib.js';\nimport type * as ns from './lib.js';\nimport { nested, Deep } from './barrel.js';\nimport X from './dflt.js';",
    spec: "d: Def; r: Other; n: ns.Named; nn: nested.Named; dp: Deep; imp: import('./lib.js').Named; x: X",
    files: {
      'src/v1/lib.ts':
        'export interface Named { x: string }\ntype Loc = { def: number };\nexport { type Loc as default };\n',
      'src/v1/barrel.ts': "export * as nested from './lib.js';\nexport * from './deep1.js';\n",
      'src/v1/deep1.ts': "export * from './deep2.js';\nexport * from './barrel.js';\n",
      'src/v1/deep2.ts': 'export interface Deep { z: string }\n',
      'src/v1/dflt.ts': 'interface X { v: boolean }\nexport default X;\n',
    },
  },
  'path aliases of a tsconfig.json that another one extends': {
    head: "import { A } from '@shared/types';\nimport { B } from '@alias/b';",
    spec: 'a: A; b: B',
    paths: { '@shared/*': ['src/shared/*'], '@alias/*': ['lib/*'] },
    files: {
      'src/shared/types.ts': 'export interface A { shared: string }\n',
      'lib/b.ts': 'export interface B { b: string }\n',
      'tsconfig.json': '{ // why\n "extends": "./tsconfig.base.json", "compilerOptions": { "strict": true, } }',
      'tsconfig.base.json':
        '{ "compilerOptions": { "baseUrl": ".", "paths": { "@shared/*": ["src/shared/*"], "@alias/*": ["lib/*"], }, } }',
    },
  },
  'files of every ending': {
    head: "import { Cjs } from './cjs.cjs';\nimport { Mjs } from './mjs.mjs';\nimport type { Declared } from './only.js';\nimport { Dir } from './dir';",
    spec: 'c: Cjs; m: Mjs; d: Declared; dir: Dir',
    files: {
      'src/v1/cjs.cts': 'export interface Cjs { a: string }\n',
      'src/v1/mjs.mts': 'export interface Mjs { b: string }\n',
      'src/v1/only.d.ts': 'export interface Declared { c?: number }\n',
      'src/v1/dir/index.ts': 'export interface Dir { d: string }\n',
    },
  },
  'a module that adds to a type of another one': {
    head: "import type { Part } from './base.js';\ndeclare module './base.js' { interface Part { extra: string } }",
    spec: 'part: Part',
    files: { 'src/v1/base.ts': 'export interface Part { a: string }\n' },
  },
  'a global interface': { head: 'declare global { interface Thing { g: string } }', spec: 'thing: Thing' },
  'declarations of one name that belong together': {
    types: `enum E { A = 'A' }
enum E { B = 'B' }
class C { x!: string }
interface C { y: string }
interface D { x: string }
class D { z?: number }
interface Foo { self: string }
namespace Foo { export interface Inner { inner: string } }
namespace Both { export interface Inner { inner: string } export type T = 'a' | 'b'; }
interface I { a: string }
interface I { b?: string }`,
    spec: 'e: E; c: C; d: D; i: I; inner: Foo.Inner; other?: Both.Inner; t?: Both.T',
  },
  'an enum behind an import type': {
    spec: "one: import('./lib.js').P.A; all: import('./lib.js').P",
    files: { 'src/v1/lib.ts': "export enum P { A = 'a', B = 'b' }\n" },
  },
  'a value behind an import type': {
    spec: "v: typeof import('./lib.js').VALUE; n: import('./lib.js').Inner.T",
    files: {
      'src/v1/lib.ts':
        "export const VALUE = { a: 'x', n: 1 };\nexport namespace Inner { export interface T { t?: string } }\n",
    },
  },
  'aliases of undefined and null': {
    types:
      'type Maybe<T> = T | undefined;\ntype Nil = string | null | undefined;\ninterface A { o?: string; r: string }',
    spec: "a: Maybe<string>; b: Nil; c: string | undefined; d: A['o']; e: Partial<A>['r']; f: Maybe<'x' | 'y'> | null; g: { [K in keyof A]: A[K] | undefined }; h?: number | null | undefined",
  },
};

test.each(Object.entries(PROGRAMS))('%s', async (_title, { head = '', types = '', spec, files = {}, paths = {} }) => {
  const text = `${head}\nexport interface Row extends CustomResource<Spec> {}\nexport interface Spec { ${spec} }\n${types}\n`;
  const judged = judge(`import type { CustomResource } from 'kbts/runtime';\n${text}`, '', { files, paths });
  const { model, diagnostics } = await read(text, files);
  const schema = model.kinds.find(({ kind }) => kind === 'Row')?.schema.properties?.['spec'];

  expect([...judged.errors.values()]).toEqual([]);
  expect(diagnostics).toEqual([]);
  expect(Object.keys(schema?.properties ?? {}).sort()).toEqual([...judged.fields.keys()].sort());
  for (const [name, symbol] of judged.fields) {
    const type = judged.checker.getTypeOfSymbolAtLocation(symbol, judged.node);
    expect({ [name]: observedOf(schema?.properties?.[name] ?? {}) }).toEqual({ [name]: expectedOf(judged, [type]) });
  }
});

test('package imports lead into the sources', async () => {
  const text =
    "import { C } from '#internal/c.js';\nexport interface Row extends CustomResource<Spec> {}\nexport interface Spec { c: C }\n";
  const { model, diagnostics } = await read(text, {
    'package.json': '{ "name": "x", "type": "module", "imports": { "#internal/*": "./src/internal/*" } }',
    'src/internal/c.ts': 'export interface C { internal: string }\n',
  });

  expect(diagnostics).toEqual([]);
  expect(model.kinds[0]?.schema.properties?.['spec']?.properties?.['c']).toMatchObject({
    properties: { internal: { type: 'string' } },
  });
});
