import { expect, test } from 'vitest';
import { fieldCodes } from '../read-source.js';

const MARKER = '// +kubebuilder:validation:MinProperties=1\n';

test.each([
  ['an interface', 'interface A { a: string; b: string }', 'Partial<A>'],
  ['a class', 'class A { a!: string; b!: string }', 'Partial<A>'],
  ['an alias', 'type A = { a: string; b: string };', 'Partial<A>'],
  ['a generic interface', 'interface A<T> { a: T; b: string }', 'Partial<A<string>>'],
  ['an interface behind an alias', 'interface A { a: string }\ntype B = A;', 'Partial<B>'],
  ['an interface without properties', 'interface A extends B {}\ninterface B { a: string }', 'Partial<A>'],
  [
    'a type of which only a property is named',
    'interface A { a: string }\ntype H = { h: A[] };',
    "Partial<H['h'][number]>",
  ],
])('the rules of %s are missed', async (_title, types, type) => {
  expect(await fieldCodes(type, MARKER + types)).toEqual(['type-rules-lost']);
});

test.each([
  [
    'a marker that says nothing about the schema',
    '// +kubebuilder:object:generate=false\n',
    'interface A { a: string }',
  ],
  ['a type without markers', '', 'interface A { a: string }'],
])('nothing is missed of %s', async (_title, marker, types) => {
  expect(await fieldCodes('Partial<A>', marker + types)).toEqual([]);
});

test('the markers of a generic alias belong to the type that it computes', async () => {
  expect(
    await fieldCodes('Mine<A>', `${MARKER}type Mine<T> = { [K in keyof T]?: T[K] };\ninterface A { a: string }`),
  ).toEqual([]);
});
