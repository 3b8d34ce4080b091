/** Texts and objects that strangers could write to be slow. */
import type { Shape } from './growth.js';

const repeat = (text: string, size: number): string => text.repeat(Math.max(1, Math.ceil(size / text.length)));
const fields = (count: number, value: (index: number) => string): string =>
  `{${Array.from({ length: count }, (_, index) => `"k${index}":${value(index)}`).join(',')}}`;

/** JSON whose length is about `size`. */
export const jsonShapes: readonly Shape<string>[] = [
  {
    name: 'a marker in a string',
    make: (size) => JSON.stringify({ a: ` 9999999999999999 ${repeat('#', size)}int64:`, b: 1 }),
  },
  {
    name: 'a marker beside a number',
    make: (size) => `[1234567890123456789,${JSON.stringify(`${repeat('#', size)}int64:`)}]`,
  },
  { name: 'digits', make: (size) => `{"a":${repeat('9', size)}}` },
  { name: 'digits in a string', make: (size) => `{"a":"${repeat('9', size)}"}` },
  { name: 'digits after a colon in a string', make: (size) => `{"a":": ${repeat('9', size)}"}` },
  {
    name: 'a map of long numbers',
    make: (size) => fields(size / 28, (index) => `9223372036854775${String(index % 1000).padStart(3, '0')}`),
  },
  { name: 'a list of long numbers', make: (size) => `[${repeat('9007199254740993,', size)}1]` },
  { name: 'long numbers in equal keys', make: (size) => `{${repeat('"a":9007199254740993,', size)}"b":1}` },
  { name: 'deep lists', make: (size) => `${'['.repeat(size / 2)}9007199254740993${']'.repeat(size / 2)}` },
  { name: 'deep objects', make: (size) => `${'{"a":'.repeat(size / 6)}9007199254740993${'}'.repeat(size / 6)}` },
  {
    name: 'long numbers on every level',
    make: (size) => `${'{"b":9007199254740993,"a":'.repeat(size / 26)}1${'}'.repeat(size / 26)}`,
  },
  { name: 'escaped quotes', make: (size) => `[9007199254740993,"${repeat('\\"', size)}"]` },
  { name: 'backslashes', make: (size) => `[9007199254740993,"${repeat('\\\\', size)}"]` },
  { name: 'unicode escapes', make: (size) => `{"a":9007199254740993,"b":"${repeat('\\ud83d', size)}"}` },
  {
    name: 'keys with escapes',
    make: (size) =>
      `{"n":9007199254740993,${fields(size / 20, () => '1')
        .slice(1, -1)
        .replaceAll('"k', '"\\u006b')}}`,
  },
  { name: 'spaces', make: (size) => `[9007199254740993,${repeat(' \n\t', size)}1]` },
  { name: 'brackets in strings', make: (size) => `[9007199254740993,"${repeat('[{:,', size)}"]` },
  { name: 'empty objects', make: (size) => `[9007199254740993,${repeat('{},', size)}1]` },
  { name: 'minus signs in a string', make: (size) => `[9007199254740993,"${repeat('-1', size)}"]` },
  { name: 'exponents', make: (size) => `[9007199254740993,${repeat('1e5,', size)}1]` },
  { name: 'many keys', make: (size) => fields(size / 12, String) },
  { name: 'many keys of one object each', make: (size) => fields(size / 20, () => '{"a":[1]}') },
  { name: 'a long key', make: (size) => `{"${repeat('k', size)}":9007199254740993}` },
  { name: 'keys of the prototype', make: (size) => `[${repeat('{"__proto__":{"constructor":1}},', size)}1]` },
];

/** Objects of those shapes, with an item that differs at the end when `other` is set. */
export const objectShapes: readonly Shape<object>[] = jsonShapes
  .filter(({ name }) => name !== 'long numbers in equal keys')
  .map(({ name, make }) => ({ name, make: (size) => JSON.parse(`{"value":${make(size)}}`) as object }));

/** Short texts repeated: what most patterns and hand-written scanners stumble over. */
export function repeated(words: readonly string[]): readonly Shape<string>[] {
  return words.flatMap((word) => [
    { name: `${JSON.stringify(word)} again and again`, make: (size: number) => repeat(word, size) },
    { name: `${JSON.stringify(word)} again and again, then an end`, make: (size: number) => `${repeat(word, size)}!` },
  ]);
}

/** Aliases that multiply, point to each other, or are many. */
export const aliasShapes: readonly Shape<string>[] = [
  { name: 'many aliases of one', make: (size) => `a: &a [1]\nb:\n${'- *a\n'.repeat(size / 5)}` },
  {
    name: 'aliases of aliases',
    make: (size) =>
      Array.from({ length: size / 40 }, (_, n) => `k${n}: &a${n} [${n === 0 ? '1' : `*a${n - 1},*a${n - 1}`}]\n`).join(
        '',
      ),
  },
  { name: 'many anchors', make: (size) => Array.from({ length: size / 12 }, (_, n) => `k${n}: &a${n} 1\n`).join('') },
  {
    name: 'merge keys',
    make: (size) => `a: &a {b: 1}\n${Array.from({ length: size / 16 }, (_, n) => `k${n}: {<<: *a}\n`).join('')}`,
  },
];
