import { expect, test } from 'vitest';
import { read } from './read-source.js';

const META = 'apiVersion?: string; kind?: string; metadata?: ObjectMeta;';

const BASE =
  "import type { CustomResource } from 'kbts/runtime';\nexport interface Base<S> extends CustomResource<S> {}\n";

test.each([
  ['export interface A extends CustomResource<{ x?: string }> {}', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}', []],
  ['export type A = CustomResource<{ x?: string }>;', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A };', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport type { A as B };', ['B']],
  ['export default interface A extends CustomResource<{ x?: string }> {}', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport default A;', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A as default, A as B };', ['B']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A as default };', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A as B, A as C };', ['B']],
  ['export type A = CustomResource<{ x?: string }> & { extra?: string };', ['A']],
  ['export type A = Readonly<CustomResource<{ x?: string }>>;', ['A']],
  [`export type A = { ${META} };`, ['A']],
  [`export type A = { ${META.replace('ObjectMeta', 'string')} };`, []],
  ['export class A { apiVersion!: string; kind!: string; metadata!: ObjectMeta; }', ['A']],
  [`export interface A { ${META} }`, ['A']],
  [`// +kubebuilder:object:root=false\nexport interface A { ${META} }`, []],
  ['interface Base extends CustomResource<{ x?: string }> {}\nexport interface A extends Base {}', ['A']],
  ['export interface A<T> extends CustomResource<T> {}', []],
  ['interface Base<S> extends CustomResource<S> {}\nexport type A = Base<{ x?: string }>;', ['A']],
  ['export interface Base<S> extends CustomResource<S> {}\nexport type A = Base<{ x?: string }>;', ['A']],
  ['type Base<S> = CustomResource<S> & { extra?: string };\nexport type A = Base<{ x?: string }>;', ['A']],
  [
    'interface Low<S> extends CustomResource<S> {}\ninterface Base<S> extends Low<S> {}\nexport type A = Base<{}>;',
    ['A'],
  ],
  [`interface Base<S> { ${META} spec?: S }\nexport type A = Readonly<Base<{ x?: string }>>;`, ['A']],
  [
    'abstract class Base<S> { apiVersion!: string; kind!: string; metadata!: ObjectMeta; spec?: S }\nexport type A = Base<{}>;',
    ['A'],
  ],
  ['interface Hidden extends CustomResource<{ x?: string }> {}\nexport type A = Hidden;', ['A']],
  ["import type { CustomResource as Own } from 'kbts/runtime';\nexport type A = Own<{ x?: string }>;", ['A']],
  ["import type { KubeObject } from 'kbts/runtime';\nexport type A = KubeObject & { spec?: { x?: string } };", ['A']],
  ["import type * as rt from 'kbts/runtime';\nexport type A = rt.CustomResource<{ x?: string }>;", ['A']],
  ["import type { Base } from '../base.js';\nexport type A = Base<{ x?: string }>;", ['A']],
  ["import type * as base from '../base.js';\nexport type A = base.Base<{ x?: string }>;", ['A']],
  ["export type A = Omit<CustomResource<{ x?: string }>, 'status'>;", ['A']],
  // Not made of a resource, or only another name for one.
  ['interface List<T> extends Array<T> {}\nexport type A = List<string>;', []],
  ['interface Loop<T> extends Loop<T> {}\nexport type A = Loop<string>;', []],
  ["import type { KubeObject } from 'kbts/runtime';\nexport type Any = KubeObject;", []],
  [`export interface A { ${META} }\nexport type B = A;`, ['A']],
  [`export interface A { ${META} }\ninterface Event<T> { object: T }\nexport type B = Event<A>;`, ['A']],
  [`export interface A { ${META} }\n// +kubebuilder:object:root=true\nexport type B = A;`, ['A', 'B']],
])('%s', async (source, kinds) => {
  const { model } = await read(source, { 'src/base.ts': BASE });
  expect(model.kinds.map(({ kind }) => kind)).toEqual(kinds);
});

test('a list is no kind', async () => {
  const source =
    "import type { ListMeta } from 'kbts/runtime';\n// +kubebuilder:object:root=true\nexport interface AList { apiVersion?: string; kind?: string; metadata?: ListMeta; items: string[] }";

  expect((await read(source)).model.kinds).toEqual([]);
});

test('an intersection with CustomResource is a kind', async () => {
  const source = "export type E = CustomResource<{ x?: string }> & { kind: 'E' };";

  expect((await read(source)).model.kinds.map(({ kind }) => kind)).toEqual(['E']);
});

test.each([
  ['export type B = A;', ['kind-renamed']],
  ['export type B = A & { extra?: string };', ['kind-renamed']],
  ["export type B = Omit<A, 'status'>;", ['kind-renamed']],
  ['// +kubebuilder:object:root=false\nexport type B = A;', []],
  ['type B = A;', []],
  ['export type B = A["spec"];', []],
])('%s of an exported kind has a message', async (alias, codes) => {
  const source = `export interface A extends CustomResource<{ x?: string }> {}\n${alias}`;
  const { model, diagnostics } = await read(source);

  expect(model.kinds.map(({ kind }) => kind)).toEqual(['A']);
  expect(diagnostics.map(({ code }) => code)).toEqual(codes);
});

test('a kind that is passed on under its own name needs no message', async () => {
  const others = {
    'src/index.ts': "import type * as v1 from '../conformance/testdata/markers/ts/v1/types.js';\nexport type A = v1.A;",
  };

  expect((await read('export interface A extends CustomResource<{ x?: string }> {}', others)).diagnostics).toEqual([]);
});

test.each([
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A as B, A as C };', ['C']],
  ['export interface A extends CustomResource<{ x?: string }> {}\nexport { A as C };', ['C']],
  ['export interface A extends CustomResource<{ x?: string }> {}\nexport { A as default };', []],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A as default, A as B };', []],
])('a second name of a kind is a warning: %s', async (source, names) => {
  const { diagnostics } = await read(source);

  expect(diagnostics.map(({ code }) => code)).toEqual(names.map(() => 'kind-renamed'));
  for (const name of names) expect(diagnostics[0]?.message).toContain(`"${name}"`);
});
