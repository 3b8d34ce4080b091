import { expect, test } from 'vitest';
import { fieldCodes, fieldSchema } from '../read-source.js';

const TYPES = `
import type { Double, Time } from 'kbts/runtime';
// +kubebuilder:validation:MaxLength=3
type Short = string;
// +kubebuilder:validation:Minimum=5
type Big = Int32;
`;
const INT_OR_STRING = { anyOf: [{ type: 'integer' }, { type: 'string' }], 'x-kubernetes-int-or-string': true };

test.each([
  ['Short | Short', { type: 'string', maxLength: 3 }],
  ["Short | 'long one'", { type: 'string', anyOf: [{ enum: ['long one'] }, { maxLength: 3 }] }],
  ["Time | 'never'", { type: 'string', anyOf: [{ enum: ['never'] }, { format: 'date-time' }] }],
  ['Double | Int32', { type: 'number', format: 'double' }],
  ['Big | 1', { type: 'integer', format: 'int32', anyOf: [{ enum: [1] }, { minimum: 5 }] }],
  ['Int32 | Short', { ...INT_OR_STRING, maxLength: 3 }],
  [
    '0 | string',
    {
      ...INT_OR_STRING,
      'x-kubernetes-validations': [expect.objectContaining({ rule: 'type(self) == string || self in [0]' })],
    },
  ],
])('%s', async (type, schema) => {
  expect(await fieldSchema(type, TYPES)).toEqual(schema);
});

test('a number or a text of a form keeps the form', async () => {
  expect((await fieldSchema('Int32 | `${number}%`', TYPES))?.pattern).toMatch(/%\)\$$/);
});

test.each(["Double | 'auto'", "Int32 | Short | 'four'", "boolean | 'auto'", 'string | string[]'])(
  '%s is refused',
  async (type) => {
    expect(await fieldCodes(type, TYPES)).toEqual(['type-union']);
  },
);
