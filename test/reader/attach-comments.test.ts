import { expect, test } from 'vitest';
import { attachComments } from '../../src/reader/attach-comments.js';
import { makeUnit } from '../../src/reader/unit.js';
import { loadTypeScript } from '../../src/typescript/load.js';

function attach(text: string) {
  const ts = loadTypeScript();
  const unit = makeUnit(ts, '/', '/a.ts', text);
  const comments = attachComments(ts, unit);
  const [first] = unit.ast.statements;
  const node = first && ts.isInterfaceDeclaration(first) ? first : undefined;
  return { comments, type: node && comments.of(node), field: node?.members[0] && comments.of(node.members[0]) };
}
const texts = (markers: readonly { text: string }[] | undefined): string[] | undefined =>
  markers?.map(({ text }) => text);

test('the doc group and the closest free group of a field are both read, in order', () => {
  const { field } = attach('interface A {\n  // +optional\n\n  /** Doc. */\n  // +nullable\n  a: string;\n}');

  expect(texts(field?.markers)).toEqual(['+optional', '+nullable']);
  expect(field?.description).toBe('Doc.');
});

test('a detached comment with a package marker belongs to the package, not to the type below', () => {
  const { comments, type } = attach('// +groupName=a.b\n\n// Doc.\ninterface A {}');

  expect(texts(comments.free)).toEqual(['+groupName=a.b']);
  expect(type).toMatchObject({ description: 'Doc.', markers: [] });
});

test('a detached comment with a marker for types belongs to the type', () => {
  expect(texts(attach('// +kubebuilder:subresource:status\n\n// Doc.\ninterface A {}').type?.markers)).toEqual([
    '+kubebuilder:subresource:status',
  ]);
});

test('RBAC markers are package-level wherever they stand', () => {
  const { comments } = attach(
    'class C {\n  // +kubebuilder:rbac:verbs=get\n  m() {\n    // +kubebuilder:rbac:verbs=list\n  }\n}',
  );

  expect(comments.free).toHaveLength(2);
});

test('a marker behind code, or cut off by another comment, is stray', () => {
  expect(attach('interface A {\n  a: string; // +optional\n}').comments.stray).toHaveLength(1);
  expect(
    attach('interface A {\n  // +optional\n\n  // words\n\n  // more\n  a: string;\n}').comments.stray,
  ).toHaveLength(1);
});

test('markers in strings are no markers', () => {
  expect(attach('const a = `\n// +kubebuilder:rbac:verbs=get\n`;').comments.free).toEqual([]);
});
