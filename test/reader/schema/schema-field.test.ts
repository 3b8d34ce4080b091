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
