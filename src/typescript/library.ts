/** The declarations of JavaScript's own types, which the checker needs: those of ECMAScript, without a browser's. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { ts } from 'ts-morph';
import { findVendor, type TypeScript } from './load.js';

/** The declarations of each name of the library. Built packages have them as a file beside the compiler. */
export function libraryParts(): ReadonlyMap<string, string> {
  const vendor = findVendor('typescript');
  const built = vendor === undefined ? undefined : path.join(path.dirname(vendor.script), 'library.d.ts');
  if (built !== undefined && existsSync(built)) return splitLibrary(readFileSync(built, 'utf8'));
  const morph = createRequire(import.meta.url).resolve('ts-morph');
  const common = createRequire(morph)('@ts-morph/common') as { ts: TypeScript; getLibFiles(): LibraryFile[] };
  return (parts ??= splitLibrary(sortLibrary(common.ts, joinLibrary(common.getLibFiles()))));
}

let parts: ReadonlyMap<string, string> | undefined;

/** The parts of a sorted library, by name. */
export function splitLibrary(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const part of text.split(/^\/\/# /m).slice(1)) {
    const end = part.indexOf('\n');
    found.set(part.slice(0, end), part.slice(end + 1));
  }
  return found;
}

/** The newest edition of ECMAScript whose types are known. */
const EDITION = 'es2024';

interface LibraryFile {
  readonly fileName: string;
  readonly text: string;
}

/** The files that an edition refers to, each once, without their references. */
export function joinLibrary(files: readonly LibraryFile[]): string {
  const texts = new Map(files.map(({ fileName, text }) => [fileName, text]));
  const joined: string[] = [];
  const add = (name: string): void => {
    const text = texts.get(name);
    if (text === undefined) return;
    texts.delete(name);
    for (const [, reference = ''] of text.matchAll(/\/\/\/ <reference lib="([^"]+)"/g)) add(`lib.${reference}.d.ts`);
    joined.push(text.replaceAll(/\/\/\/ <reference[^\n]*\n?/g, ''));
  };
  add(`lib.${EDITION}.d.ts`);
  return joined.join('\n');
}

/** All declarations of a name together, below a line with the name; those of one name stay in order. */
export function sortLibrary(ts: TypeScript, text: string): string {
  const byName = new Map<string, string[]>();
  for (const statement of ts.createSourceFile('library.d.ts', text, ts.ScriptTarget.Latest, true).statements) {
    const names = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations.map(({ name }) => name.getText())
      : [(statement as ts.DeclarationStatement).name?.getText() ?? ''];
    const [name = ''] = names;
    if (names.length !== 1 || !/^\w+$/.test(name))
      throw new Error(`a declaration of ${names.join(', ')} in the library`);
    byName.set(name, [...(byName.get(name) ?? []), statement.getText()]);
  }
  return [...byName].map(([name, texts]) => `//# ${name}\n${texts.join('\n')}\n`).join('');
}
