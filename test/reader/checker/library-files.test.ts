import type { ts } from 'ts-morph';
import { expect, test } from 'vitest';
import { isLibraryFile, LibraryFiles } from '../../../src/reader/checker/library-files.js';
import { libraryParts } from '../../../src/typescript/library.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

const api = loadTypeScript();

function open(): { files: LibraryFiles; bound: string[]; globals: Map<string, unknown> } {
  const bound: string[] = [];
  const files = new LibraryFiles(api, (file) => {
    bound.push(file.fileName);
    (api as unknown as { bindSourceFile(file: ts.SourceFile, options: object): void }).bindSourceFile(file, {});
  });
  const globals = new Map<string, unknown>([['own', {}]]);
  files.addTo(globals as unknown as ts.SymbolTable);
  return { files, bound, globals };
}

test('a name is read when it is asked for, once', () => {
  const { bound, globals } = open();
  expect(bound).toEqual([]);
  expect([globals.has('Date'), globals.get('Date') === globals.get('Date'), globals.get('Nothing')]).toEqual([
    true,
    true,
    undefined,
  ]);

  expect(bound).toEqual(['/kbts-library/Date.d.ts']);
});

test.each([
  ['forEach', (globals: Map<string, unknown>) => globals.forEach(() => undefined)],
  ['keys', (globals: Map<string, unknown>) => globals.keys()],
  ['values', (globals: Map<string, unknown>) => globals.values()],
  ['entries', (globals: Map<string, unknown>) => globals.entries()],
  ['a copy', (globals: Map<string, unknown>) => new Map(globals)],
])('%s brings all names', (_way, ask) => {
  const { bound, globals } = open();
  ask(globals);

  expect(bound).toHaveLength(libraryParts().size);
  expect(new Map(globals).size).toBe(libraryParts().size + 1);
});

test('what the checker starts with is given at once, with names that others add to', () => {
  const names = open()
    .files.first(['Date', 'Nothing'])
    .map((file) => [file.fileName, isLibraryFile(file)]);

  expect(names).toContainEqual(['/kbts-library/Array.d.ts', true]);
  expect(names.at(-1)).toEqual(['/kbts-library/Date.d.ts', true]);
  expect(isLibraryFile(api.createSourceFile('/a.d.ts', '', 99))).toBe(false);
});
