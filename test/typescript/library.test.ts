import { expect, test } from 'vitest';
import { joinLibrary, libraryText } from '../../src/typescript/library.js';

test('the library has the types of ECMAScript and none of a browser', () => {
  const text = libraryText();

  expect(text).toContain('interface Array<T>');
  expect(text).toContain('type NonNullable<T>');
  expect(text).not.toContain('interface HTMLElement');
});

test('files come after those that they refer to, each once', () => {
  const file = (name: string, text: string) => ({ fileName: `lib.${name}.d.ts`, text });
  const files = [
    file('es2022', '/// <reference lib="a" />\n/// <reference lib="b" />\n'),
    file('a', '/// <reference lib="b" />\nA'),
    file('b', 'B'),
  ];

  expect(joinLibrary(files)).toBe('B\nA\n');
});
