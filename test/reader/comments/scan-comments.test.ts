import { expect, test } from 'vitest';
import { scanComments } from '../../../src/reader/comments/scan-comments.js';
import { loadTypeScript } from '../../../src/typescript/load.js';

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
