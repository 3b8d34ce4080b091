import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { plainComments, scanComments, scannedComments } from '../../../src/reader/comments/scan-comments.js';
import { loadTypeScript } from '../../../src/typescript/load.js';
import { seedOf } from '../../lanes/seed.js';

const found = (text: string): string[] =>
  scanComments(loadTypeScript(), text).map(({ start, end }) => text.slice(start, end));

test.each([
  ['// a\nlet b; /* c */', ['// a', '/* c */']],
  ['const a = "// no"; // yes', ['// yes']],
  ['const a = `// no ${b /* yes */} // no`; // end', ['/* yes */', '// end']],
  ['const r = /\\/\\/ no/; // yes', ['// yes']],
  ['const d = a / b; // yes / no', ['// yes / no']],
  ['const d = (a) / 2 / 3; // yes', ['// yes']],
  ['f(`${{ a: 1 }.a}`); // yes', ['// yes']],
  ['return /x/ // yes', ['// yes']],
])('%s', (text, comments) => {
  expect(found(text)).toEqual(comments);
});

const SOURCES = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.includes('generated') && !file.includes('packed'))
  .map((file) => readFileSync(path.join('src', file), 'utf8'));

test('texts without divisions and nested templates are read without the compiler, with the same result', () => {
  const ts = loadTypeScript();
  const plain = SOURCES.filter((text) => plainComments(text) !== undefined);

  expect(plain.length).toBeGreaterThan(100);
  for (const text of plain) expect(plainComments(text)).toEqual(scannedComments(ts, text));
});

test('so are texts of random pieces', () => {
  const seed = seedOf();
  let state = seed;
  const next = (below: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const pieces = [
    'a',
    ' ',
    '\n',
    '\r\n',
    '\u2028',
    ';',
    '{',
    '}',
    'type A = ',
    'x: ',
    '// b',
    '/* c',
    '*/',
    '/** d */',
    '*',
    "'s'",
    '"t"',
    "'it\\'s'",
    '"//"',
    "'/*'",
    "'",
    '"',
    '\\',
    '/',
    '//',
    '///',
    '+kubebuilder:x',
    '@tag',
    '`',
    '`//`',
    '`a/*`',
    '${',
    '`${x}`',
    '`a${infer B} // ${c}`',
    "`a${B extends '//' | '}'}${",
    '"}"}',
  ];
  const ts = loadTypeScript();
  let read = 0;
  for (let round = 0; round < 6000; round++) {
    const text = Array.from({ length: 1 + next(14) }, () => pieces[next(pieces.length)] ?? '').join('');
    const plain = plainComments(text);
    if (plain === undefined) continue;
    read++;
    expect({ seed, text, comments: plain }).toEqual({ seed, text, comments: scannedComments(ts, text) });
  }
  expect(read).toBeGreaterThan(500);
});
