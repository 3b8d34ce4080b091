import { expect, test } from 'vitest';
import { read } from './read-source.js';

const META = 'apiVersion?: string; kind?: string; metadata?: ObjectMeta;';

test.each([
  ['export interface A extends CustomResource<{ x?: string }> {}', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}', []],
  ['export type A = CustomResource<{ x?: string }>;', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport { A };', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport type { A as B };', ['B']],
  ['export default interface A extends CustomResource<{ x?: string }> {}', ['A']],
  ['interface A extends CustomResource<{ x?: string }> {}\nexport default A;', ['A']],
  ['export type A = CustomResource<{ x?: string }> & { extra?: string };', ['A']],
  ['export type A = Readonly<CustomResource<{ x?: string }>>;', ['A']],
  [`export type A = { ${META} };`, ['A']],
  [`export type A = { ${META.replace('ObjectMeta', 'string')} };`, []],
  ['export class A { apiVersion!: string; kind!: string; metadata!: ObjectMeta; }', ['A']],
  [`export interface A { ${META} }`, ['A']],
  [`// +kubebuilder:object:root=false\nexport interface A { ${META} }`, []],
  ['interface Base extends CustomResource<{ x?: string }> {}\nexport interface A extends Base {}', ['A']],
  ['export interface A<T> extends CustomResource<T> {}', []],
  [`export interface A { ${META} }\n// +kubebuilder:object:root=true\nexport type B = A;`, ['A', 'B']],
])('%s', async (source, kinds) => {
  expect((await read(source)).model.kinds.map(({ kind }) => kind)).toEqual(kinds);
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
