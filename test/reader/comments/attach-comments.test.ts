import { expect, test } from 'vitest';
import { attachComments } from '../../../src/reader/comments/attach-comments.js';
import { makeUnit } from '../../../src/reader/sources/unit.js';
import { loadTypeScript } from '../../../src/typescript/load.js';
import { read } from '../read-source.js';

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

test('docs on the line of a field belong to it; docs behind a field belong to none', () => {
  const one = attach('interface A { /** One. @minimum 1 */ a: string }').field;
  const tagged = attach('interface A { /** One.\n * +optional\n * @minimum 1 */ a: string }').field;

  expect(one?.description).toBe('One. @minimum 1');
  expect(tagged).toMatchObject({ description: 'One.', tags: [{ name: 'minimum' }] });
  expect(texts(tagged?.markers)).toEqual(['+optional']);
  expect(attach('interface A {\n  x: string; /** Behind x. */\n  a: string }').comments.stray).toEqual([]);
});

test('docs behind a field are not those of the next one', () => {
  const ts = loadTypeScript();
  const unit = makeUnit(
    ts,
    '/',
    '/a.ts',
    'interface A {\n  x: string; /** Behind x. */\n  a: string; /** B. */ b: string }',
  );
  const [first] = unit.ast.statements;
  const members = first && ts.isInterfaceDeclaration(first) ? [...first.members] : [];
  const { of } = attachComments(ts, unit);

  expect(members.map((member) => of(member).description)).toEqual(['', '', 'B.']);
});

test.each([
  '// eslint-disable-next-line @typescript-eslint/naming-convention',
  '// @ts-expect-error later',
  '// prettier-ignore',
  '//nolint:all',
  '/* istanbul ignore next */',
  '// #region fields',
])('%s is no description', (line) => {
  expect(attach(`interface A {\n  ${line}\n  a: string }`).field?.description).toBe('');
  expect(attach(`interface A {\n  // Words.\n  ${line}\n  a: string }`).field?.description).toBe('Words.');
});

test('markers behind a decorator belong to the field, and the docs before it stay', async () => {
  const { model, diagnostics } = await read(
    'export interface Row extends CustomResource<Spec> {}\ndeclare function dec(options: object): any;\nexport class Spec {\n  /** How many. */\n  @dec({ min: 1 })\n  // +kubebuilder:validation:Minimum=1\n  a!: Int32;\n}',
  );

  expect(diagnostics).toEqual([]);
  expect(model.kinds[0]?.schema.properties?.['spec']?.properties?.['a']).toEqual({
    type: 'integer',
    format: 'int32',
    minimum: 1,
    description: 'How many.',
  });
});

test('a marker in a plain block comment is an error', async () => {
  const { diagnostics } = await read(
    '/* +kubebuilder:rbac:groups=a,resources=b,verbs=get */\nexport interface Row extends CustomResource<{ a: string }> {}\n/* prose: +kubebuilder is a prefix */',
  );

  expect(diagnostics.map(({ code, severity }) => [severity, code])).toEqual([['error', 'marker-detached']]);
});
