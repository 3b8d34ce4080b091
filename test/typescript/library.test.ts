import { expect, test } from 'vitest';
import { joinLibrary, libraryParts, sortLibrary, splitLibrary } from '../../src/typescript/library.js';
import { loadTypeScript } from '../../src/typescript/load.js';

test('the library has the types of ECMAScript and none of a browser', () => {
  const parts = libraryParts();

  expect(parts.get('Array')).toContain('interface Array<T>');
  expect(parts.get('NonNullable')).toContain('type NonNullable<T>');
  expect(parts.has('HTMLElement')).toBe(false);
});

test('files come after those that they refer to, each once', () => {
  const file = (name: string, text: string) => ({ fileName: `lib.${name}.d.ts`, text });
  const files = [
    file('es2024', '/// <reference lib="a" />\n/// <reference lib="b" />\n'),
    file('a', '/// <reference lib="b" />\nA'),
    file('b', 'B'),
  ];

  expect(joinLibrary(files)).toBe('B\nA\n');
});

test('all declarations of a name are together, in their order', () => {
  const text = 'interface A{a:1}declare var B:A;interface A{b:2}declare var A:A;';

  expect([...splitLibrary(sortLibrary(loadTypeScript(), text))]).toEqual([
    ['A', 'interface A{a:1}\ninterface A{b:2}\ndeclare var A:A;\n'],
    ['B', 'declare var B:A;\n'],
  ]);
});

test('a declaration of several names is refused', () => {
  expect(() => sortLibrary(loadTypeScript(), 'declare var a: 1, b: 2;')).toThrow(/a, b/);
});
