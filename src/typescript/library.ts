/** The declarations of JavaScript's own types, which the checker needs: those of ECMAScript, without a browser's. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { findVendor } from './load.js';

/** The newest edition of ECMAScript whose types are known. */
const EDITION = 'es2022';

interface LibraryFile {
  readonly fileName: string;
  readonly text: string;
}

/** All library declarations as one text. Built packages have it as a file beside the compiler. */
export function libraryText(): string {
  const vendor = findVendor('typescript');
  const built = vendor === undefined ? undefined : path.join(path.dirname(vendor.script), 'library.d.ts');
  if (built !== undefined && existsSync(built)) return readFileSync(built, 'utf8');
  const morph = createRequire(import.meta.url).resolve('ts-morph');
  const common = createRequire(morph)('@ts-morph/common') as { getLibFiles(): LibraryFile[] };
  return joinLibrary(common.getLibFiles());
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
    joined.push(text.replaceAll(/\/\/\/ <reference[^\n]*\n/g, ''));
  };
  add(`lib.${EDITION}.d.ts`);
  return joined.join('\n');
}
