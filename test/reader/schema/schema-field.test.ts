import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema, read } from '../read-source.js';

const required = async (members: string, markers = ''): Promise<readonly string[]> => {
  const plan = await read(
    `export interface Row extends CustomResource<Spec> {}\n${markers}\nexport interface Spec {\n${members}\n}`,
  );
  return plan.model.kinds[0]?.schema.properties?.['spec']?.required ?? [];
};

test.each([
  ['a: string', ['a']],
  ['a?: string', []],
  ['a: string | undefined', []],
  ['// +optional\na: string', []],
  ['// +required\na?: string', ['a']],
  ['// +kubebuilder:validation:Optional\n// +required\na: string', []],
])('%s', async (members, expected) => {
  expect(await required(members)).toEqual(expected);
});

test('a type-wide default counts for all its fields', async () => {
  expect(await required('a: string;\n// +required\nb: string', '// +kubebuilder:validation:Optional')).toEqual(['b']);
});

test('never and hidden fields are left out', async () => {
  const schema = await fieldSchema(
    '{ a?: never; /** @internal */\nb?: string;\n/** @hidden */\nc?: string; d?: string }',
  );

  expect(Object.keys(schema?.properties ?? {}).includes('a')).toBe(false);
  expect(Object.keys(schema?.properties ?? {})).toContain('d');
});

test('@deprecated adds a paragraph', async () => {
  expect((await fieldSchema('string', '', '/**\n * Doc.\n * @deprecated gone soon\n */'))?.description).toBe(
    'Doc.\n\nDeprecated: gone soon',
  );
});

test('a property that must be set and fits no value is refused; undefined is left out', async () => {
  expect(await fieldCodes('{ a: never; b: string }')).toEqual(['type-unsupported']);
  expect((await fieldSchema('{ a: undefined; b: string }'))?.required).toEqual(['b']);
});

const BASE = `interface Base {
  // +kubebuilder:validation:MaxLength=9
  // +kubebuilder:default=abc
  a?: string;
  // +k8s:immutable
  b?: string;
  c?: Port;
}
// +kubebuilder:validation:Minimum=1
type Port = Int32;
class Root {
  // +kubebuilder:validation:Maximum=5
  n?: Int32;
}
`;

test.each([
  ['an interface', 'interface Over extends Base { a: string }', 'Over'],
  [
    'an interface of an interface',
    'interface Mid extends Base { b?: string }\ninterface Over extends Mid { a: string }',
    'Over',
  ],
  ['a generic interface', 'interface Over<T> extends Base { a: string; t?: T }', 'Over<string>'],
  ['a picked property', 'interface Over extends Base { a: string }', "Pick<Over, 'a'>"],
  [
    'a mapped type',
    'interface Over extends Base { a: string }\ntype Copy<T> = { [K in keyof T]: T[K] } & {};',
    'Copy<Over>',
  ],
  ['the second of two bases', 'interface One { b?: string }\ninterface Over extends One, Base { a: string }', 'Over'],
])('what a base says about a property holds where %s overrides it', async (_, types, type) => {
  const schema = await fieldSchema(type, BASE + types);

  expect(schema?.properties?.['a']).toMatchObject({ type: 'string', maxLength: 9, default: 'abc' });
  expect(schema?.required).toContain('a');
});

test('the same holds for classes', async () => {
  const schema = await fieldSchema('Leaf', `${BASE}class Leaf extends Root { override n: Int32 = 1; }`);

  expect(schema?.properties?.['n']).toEqual({ type: 'integer', format: 'int32', maximum: 5 });
});

test('bounds and defaults of the nearest type win where they are tighter, or instead', async () => {
  const types = `${BASE}interface Over extends Base {\n// +kubebuilder:validation:MaxLength=4\n// +kubebuilder:default=x\na?: string }`;

  expect((await fieldSchema('Over', types))?.properties?.['a']).toMatchObject({ maxLength: 4, default: 'x' });
});

test('a base property that is immutable stays so, by one rule', async () => {
  const schema = await fieldSchema('Over', `${BASE}interface Over extends Base { b?: string }`);

  expect(schema?.properties?.['b']?.['x-kubernetes-validations']).toHaveLength(1);
  expect(schema?.['x-kubernetes-validations']).toHaveLength(1);
});

test('an alias that the base names and the property does not is reported', async () => {
  const codes = async (type: string): Promise<string[]> =>
    fieldCodes('Over', `${BASE}interface Over extends Base { c?: ${type} }`);

  expect(await codes('Int32')).toContain('type-rules-lost');
  expect(await codes('Port')).not.toContain('type-rules-lost');
});
