import { expect, test } from 'vitest';
import { fieldCodes, read } from '../read-source.js';

const TYPES = `
// +kubebuilder:validation:MaxLength=5
type Name = string;
// +kubebuilder:validation:XValidation:rule="self != 'b'"
type Mode = 'a' | 'b';
// +kubebuilder:validation:MaxItems=5
// +kubebuilder:validation:items:MaxLength=5
type Tags = string[];
// +kubebuilder:validation:MaxProperties=5
type Dict = Record<string, string>;
type Copy<T> = { [K in keyof T]: T[K] };
type Item<T> = T extends (infer U)[] ? U : T;
`;

test.each([
  '`x-${Name}`',
  'Uppercase<Mode>',
  "Exclude<Mode, 'b'>",
  "Mode | 'd'",
  'Name & string',
  'Tags[number]',
  'Dict[string]',
  'Item<Tags>',
  '[...Tags]',
  'Partial<Tags>',
  'Copy<Dict>',
])('%s has not the rules of its alias, and a warning says so', async (type) => {
  expect(await fieldCodes(type, TYPES)).toEqual(['type-rules-lost']);
});

test.each([
  'Name',
  'Name | null',
  "Name | 'auto'",
  'Readonly<Tags>',
  'Tags[]',
  'Record<string, Name>',
  'Record<Mode, string>',
  'Copy<{ a: Name }>',
  'NonNullable<Mode | null>',
  'Partial<Record<Mode, Name>>',
  "Mode extends 'a' ? string : boolean",
])('%s has them, or names it for something else', async (type) => {
  expect(await fieldCodes(type, TYPES)).toEqual([]);
});

test('markers of the same name on the field answer it', async () => {
  expect(await fieldCodes('Name & string', TYPES, '// +kubebuilder:validation:MaxLength=5')).toEqual([]);
});

test('a type that is refused is not reported twice', async () => {
  expect(await fieldCodes('Mode | Tags', TYPES)).toEqual(['type-union']);
});

test('the message says where', async () => {
  const { diagnostics } = await read(
    `export interface Row extends CustomResource<Spec> {}\nexport interface Spec {\n  a: Name & string;\n}\n${TYPES}`,
  );

  expect(diagnostics).toEqual([expect.objectContaining({ severity: 'warning', excerpt: '  a: Name & string;' })]);
});
