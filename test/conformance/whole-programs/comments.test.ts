/** What JSDoc tags of a field become, one by one: a keyword, a warning or nothing. */
import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../../reader/read-source.js';

test.each<[string, string, unknown]>([
  ["@default 'Always'", "'Always' | 'Never'", 'Always'],
  ['@default `abc`', 'string', 'abc'],
  ['@default "abc"', 'string', 'abc'],
  ['@default abc', 'string', 'abc'],
  ['@default 1', 'string', '1'],
  ['@default 30s', 'string', '30s'],
  ['@default {}', '{ x?: string }', {}],
  ['@default []', 'string[]', []],
  ['@default 5', 'number', 5],
])('%s of %s is a default', async (tag, type, expected) => {
  expect((await fieldSchema(type, '', `/** ${tag} */`))?.default).toEqual(expected);
  expect(await fieldCodes(type, '', `/** ${tag} */`)).toEqual([]);
});

test.each([
  ['@default same as the name', 'string'],
  ['@default the namespace of the object.', 'string'],
  ['@default undefined', 'string'],
  ['@default null', 'string'],
  ['@default true (recommended)', 'boolean'],
  ["@default process.env.X ?? 'y'", 'string'],
  ['@default "x" - the x', 'string'],
  ['@default -', 'string'],
  ['@default none', 'string'],
  ['@default {@link X}', 'string'],
  ['@default none', 'number'],
])('%s of %s is prose, and that is said', async (tag, type) => {
  expect((await fieldSchema(type, '', `/** ${tag} */`))?.default).toBeUndefined();
  expect(await fieldCodes(type, '', `/** ${tag} */`)).toEqual(['tag-ignored']);
});

test.each([
  ['@minimum 1\n * @maximum 5', 'number', { minimum: 1, maximum: 5 }],
  ['@exclusiveMinimum 0', 'number', { minimum: 0, exclusiveMinimum: true }],
  ['@multipleOf 2', 'number', { multipleOf: 2 }],
  ['@minLength 1\n * @maxLength 10', 'string', { minLength: 1, maxLength: 10 }],
  ['@minItems 1', 'string[]', { minItems: 1 }],
  [String.raw`@pattern ^\d+$`, 'string', { pattern: String.raw`^\d+$` }],
  ['@pattern "/a/"', 'string', { pattern: '/a/' }],
  ['@pattern ^/a/', 'string', { pattern: '^/a/' }],
  ['@format email', 'string', { format: 'email' }],
  ['@title Hello', 'string', { title: 'Hello' }],
  ['@deprecated use x', 'string', { description: 'Deprecated: use x' }],
  ['@description What it is.', 'string', { description: 'What it is.' }],
  ['@see https://example.com', 'string', { externalDocs: { url: 'https://example.com' } }],
  [
    '@cel self > 3 -- must be big',
    'number',
    { 'x-kubernetes-validations': [{ rule: 'self > 3', message: 'must be big' }] },
  ],
])('%s', async (tag, type, expected) => {
  expect(await fieldSchema(type, '', `/** ${tag} */`)).toMatchObject(expected);
  expect(await fieldCodes(type, '', `/** ${tag} */`)).toEqual([]);
});

test.each([
  '@see RFC 1234',
  '@see {@link Row}',
  '@type {string}',
  '@enum {string}',
  '@readonly',
  '@example\n * const x = 1;',
])('%s says nothing about values', async (tag) => {
  expect(await fieldSchema('string', '', `/** ${tag} */`)).toEqual({ type: 'string' });
  expect(await fieldCodes('string', '', `/** ${tag} */`)).toEqual([]);
});

test.each([
  [String.raw`@pattern /^\d+$/`, 'tag-invalid', String.raw`write @pattern ^\d+$;`],
  ['@pattern /a/i', 'tag-invalid', 'write @pattern (?i)a;'],
  ['@kubebuilder:validation:MaxLength=3', 'tag-invalid', 'write +kubebuilder:validation:MaxLength=3'],
  ['@defaultValue 5', 'tag-unknown', '@default'],
  ['@maxLenght 5', 'tag-unknown', '@maxLength'],
  ['@mapType', 'tag-invalid', '@mapType'],
])('%s is not what it looks like', async (tag, code, fix) => {
  const { diagnostics } = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n  /** ${tag} */\n  a?: string;\n}`,
  );

  expect(diagnostics).toMatchObject([{ code, position: { line: 6, column: 7 } }]);
  expect(diagnostics[0]?.fix).toContain(fix);
});

test.each([
  ['@immutable', 'interface Part { a: string }'],
  ['@default 1', 'type Part = number;'],
])('%s on a type means nothing, and that is said', async (tag, declaration) => {
  expect(await fieldCodes('Part', `/** ${tag} */\n${declaration}`)).toEqual(['tag-ignored']);
});

test.each([
  ['const defaults = { /** @minimum 1 */ port: 80 };', 'typeof defaults.port'],
  ['/** @maxLength 5 */\nconst name = "abc" as string;', 'typeof name'],
  ['/** @pattern ^a */\nfunction make(): string { return "a"; }', 'ReturnType<typeof make>'],
  ['/** @minLength 1 */\n\ntype Part = string;', 'Part'],
])('tags on what is no type and no property mean nothing, and that is said: %s', async (declaration, type) => {
  expect(await fieldCodes(type, declaration)).toEqual(['tag-ignored']);
});

test('tags of other programs may be anywhere', async () => {
  const code = '/**\n * @param a words\n * @example make(1)\n * @see https://example.com\n * @format esm\n */';

  expect(await fieldCodes('string', `${code}\nfunction make(a: number): void { console.log(a); }`)).toEqual([]);
});

test('line ends of Windows and a byte order mark change nothing', async () => {
  const text = `export interface Row extends CustomResource<Spec> {}
export interface Spec {
\t/**
\t * First line.
\t * Second line.
\t *
\t * +kubebuilder:validation:MaxLength=5
\t * +kubebuilder:default="a b"
\t */
\ta?: string;
\t// Go style
\t// +kubebuilder:validation:Pattern=\`^a$\`
\tb?: string;
\t/** @minLength 2
\t *  @pattern ^x$
\t */
\tc?: string;
}
`;
  const schemaOf = async (source: string): Promise<unknown> =>
    (await read(source)).model.kinds[0]?.schema.properties?.['spec'];

  expect(await schemaOf(text.replaceAll('\n', '\r\n'))).toEqual(await schemaOf(text));
  expect(await schemaOf(text)).toMatchObject({
    properties: {
      a: { description: 'First line.\nSecond line.', maxLength: 5, default: 'a b' },
      b: { description: 'Go style', pattern: '^a$' },
      c: { minLength: 2, pattern: '^x$' },
    },
  });
});
