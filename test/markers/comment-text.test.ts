import { expect, test } from 'vitest';
import { isMarkerLine, offsetInFile, readDocComment, readLineComment } from '../../src/markers/comment-text.js';

const doc = (text: string) => readDocComment(text, 0, text.length);

test.each([
  ['+optional', true],
  ['+kubebuilder:x y', true],
  ['+name=a b', true],
  ['+ a list item', false],
  ['+1 for that', false],
  ['+word and more', false],
])('%s is a marker: %s', (line, expected) => {
  expect(isMarkerLine(line)).toBe(expected);
});

test('a line comment is a marker or a line of text', () => {
  expect(readLineComment('//   +optional', 0, 14).markers).toMatchObject([{ text: '+optional', offset: 5 }]);
  expect(readLineComment('//  two blanks', 0, 14).lines).toEqual([' two blanks']);
});

test('JSDoc holds a description, markers and tags', () => {
  const text = '/**\n * Words.\n * +optional\n *\n * More.\n * @minimum 1\n *   still\n */';

  expect(doc(text)).toMatchObject({
    lines: ['', 'Words.', '', 'More.'],
    markers: [{ text: '+optional' }],
    tags: [{ name: 'minimum', text: '1\n  still\n' }],
  });
});

test('a marker goes on while a quote or bracket is open, and every character keeps its place', () => {
  const text = '/**\n * +kubebuilder:validation:XValidation:rule="self.a &&\n *   self.b",message="m"\n * Words.\n */';

  const { markers, lines } = doc(text);

  expect(markers[0]?.text).toBe('+kubebuilder:validation:XValidation:rule="self.a && self.b",message="m"');
  const index = markers[0]?.text.indexOf('self.b') ?? 0;
  expect(markers[0] && offsetInFile(markers[0], index)).toBe(text.indexOf('self.b'));
  expect(lines).toContain('Words.');
});

test('a marker that is never closed takes only its own line', () => {
  const { markers, lines } = doc('/**\n * +kubebuilder:default={a\n * Words.\n */');

  expect(markers.map(({ text }) => text)).toEqual(['+kubebuilder:default={a']);
  expect(lines).toContain('Words.');
});
