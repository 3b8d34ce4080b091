import { expect, test } from 'vitest';
import {
  commentLines,
  docComment,
  inMessage,
  pascalName,
  propertyName,
  stringLiteral,
  visible,
} from '../../../src/scaffold/importer/source-text.js';

const nasty = [
  '',
  'a',
  "it's",
  '`${process.exit()}`',
  '\\',
  "\\'",
  '\n',
  '\r\n',
  '\u2028\u2029',
  '\u0000\u001b[0m',
  '\u202eabc\u2066',
  '\ud800',
  '\udc00',
  '😀',
  '*/',
  '//',
  '"',
  '</script>',
  '\u200b\ufeff',
];

test.each(nasty)('the literal of %j means the same and is one visible line', (value) => {
  const literal = stringLiteral(value);
  const read = (literal.slice(1, -1).match(/\\u[0-9a-f]{4}|\\.|[^\\]/gsu) ?? []).map((part) => unescape(part)).join('');

  expect(read).toBe(value);
  expect(literal).not.toMatch(/[\p{Cc}\u2028\u2029\u202e\u200b\ufeff]/u);
  expect(literal.slice(1, -1)).not.toMatch(/(?<!\\)(?:\\\\)*'/);
});

function unescape(part: string): string {
  if (part === String.raw`\n`) return '\n';
  if (part === String.raw`\t`) return '\t';
  if (part.startsWith(String.raw`\u`)) return String.fromCharCode(Number.parseInt(part.slice(2), 16));
  return part.replace(/^\\/, '');
}

test('names that are no identifiers have quotes', () => {
  expect([propertyName('a_$1'), propertyName('a-b'), propertyName('1'), propertyName('é')]).toEqual([
    'a_$1',
    "'a-b'",
    "'1'",
    "'é'",
  ]);
});

test('no line of a comment is a marker or a tag, and none ends it', () => {
  const lines = commentLines('a */ b\n +kubebuilder:rbac:groups=*\r\n@ts-ignore\r+x\u2028+y\u0085+z');

  expect(lines[0]).toBe(String.raw`a *\/ b`);
  expect(lines.join('\n')).not.toMatch(/^\s*[+@]|\*\//m);
  expect(lines).toHaveLength(6);
});

test('a comment has one line or several', () => {
  expect(docComment(undefined, '')).toBe('');
  expect(docComment(' \n ', '')).toBe('');
  expect(docComment('a', '  ')).toBe('  /** a */\n');
  expect(docComment('a\n\nb', '')).toBe('/**\n * a\n *\n * b\n */\n');
});

test('what nobody sees is written out', () => {
  expect(visible('a\u202eb\u0007\tc\n😀')).toBe('a\\u202eb\\u0007\tc\n😀');
  expect(inMessage(`a\n\u001b${'x'.repeat(100)}`)).toMatch(/^a \\u001bx+…$/);
});

test('any name becomes an identifier', () => {
  expect([pascalName('my-field'), pascalName('日本'), pascalName('a.b'), pascalName('x'.repeat(1000)).length]).toEqual([
    'MyField',
    'Field',
    'AB',
    100,
  ]);
});
