import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

test('markers on a builtin type replace, those on a named type add', async () => {
  expect(await fieldSchema('Int32', '', '// +kubebuilder:validation:Format=int64')).toEqual({
    type: 'integer',
    format: 'int64',
  });
  expect(
    await fieldSchema(
      'Name',
      '// +kubebuilder:validation:Pattern=`a`\ntype Name = string;',
      '// +kubebuilder:validation:Pattern=`b`',
    ),
  ).toEqual({ type: 'string', allOf: [{ pattern: 'a' }, { pattern: 'b' }] });
});

test('a marker works on a field of any named type', async () => {
  expect(await fieldSchema('Names', 'type Names = string[];', '// +kubebuilder:validation:MaxItems=3')).toMatchObject({
    maxItems: 3,
  });
  expect(
    await fieldSchema('Thing', 'interface Thing { x?: string }', '// +kubebuilder:validation:MinProperties=1'),
  ).toMatchObject({ minProperties: 1 });
});

test('@default is JSON, a fitting word, or prose', async () => {
  expect(await fieldSchema('Int32', '', '/** @default 3 */')).toMatchObject({ default: 3 });
  expect(await fieldSchema("'a' | 'b'", '', '/** @default a */')).toMatchObject({ default: 'a' });
  expect(await fieldCodes("'a' | 'b'", '', '/** @default whatever comes */')).toEqual(['tag-ignored']);
});
